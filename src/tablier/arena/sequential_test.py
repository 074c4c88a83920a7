"""Stopping a match as soon as it has shown what it was to show: Wald's sequential test on the likelihood of the scores.

The two hypotheses say only what the mean score is. Each is given the distribution of scores that fits the games best
under that mean, so draws, and scores between them with many seats, count for what they are (the generalised test that
engine testers use; M. Van den Bergh, "A practical introduction to the GSPRT").
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tablier.arena.elo import expected
from tablier.core.errors import TablierError
from tablier.core.text import Text

UNSEEN_WEIGHT = 1e-3
"""Part of a game that a result not seen yet counts for, so that a first win does not decide all by itself."""

HALVINGS = 80
"""Enough to leave nothing between the ends of a bisection."""


class Verdict(StrEnum):
    """What a test has shown."""

    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"


@dataclass(frozen=True, slots=True)
class Sprt:
    """Is a player `elo1` stronger rather than `elo0`? `alpha` and `beta` are the chances to err one way and the other."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and 0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise TablierError(
                Text(
                    "Le test veut elo0 < elo1, et alpha et beta entre 0 et 0,5.",
                    "The test needs elo0 < elo1, and alpha and beta between 0 and 0.5.",
                )
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends: not stronger at the lower one, stronger at the upper one."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Iterable[float]) -> float:
        """How much more likely the games are under `elo1` than under `elo0`, as a logarithm."""
        return log_likelihood_ratio(scores, expected(self.elo0), expected(self.elo1))

    def verdict(self, scores: Iterable[float]) -> Verdict | None:
        """What the games show so far; None while they do not show enough."""
        ratio, (low, high) = self.ratio(scores), self.bounds
        if ratio >= high:
            return Verdict.STRONGER
        return Verdict.NOT_STRONGER if ratio <= low else None


def log_likelihood_ratio(scores: Iterable[float], mean0: float, mean1: float) -> float:
    """The logarithm of the ratio between the best explanations of the scores whose means are `mean1` and `mean0`."""
    seen = Counter(scores)
    if not seen:
        return 0.0
    weights = {score: float(count) for score, count in seen.items()}
    for score in (0.0, 0.5, 1.0):
        weights.setdefault(score, UNSEEN_WEIGHT)
    tilt0, tilt1 = _tilt(weights, mean0), _tilt(weights, mean1)
    return math.fsum(
        weight * (math.log1p(tilt0 * (score - mean0)) - math.log1p(tilt1 * (score - mean1))) for score, weight in weights.items()
    )


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """How far the frequencies seen are to be tilted to have this mean.

    The likeliest distribution with a given mean has chances in proportion to weight / (1 + tilt * (score - mean)), with the
    one tilt that makes it right; found by bisection, as the sum below falls when the tilt grows.
    """
    low, high = -1.0 / (max(weights) - mean), 1.0 / (mean - min(weights))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        pull = math.fsum(weight * (score - mean) / (1.0 + middle * (score - mean)) for score, weight in weights.items())
        low, high = (middle, high) if pull > 0 else (low, middle)
    return (low + high) / 2

"""Wald's sequential probability ratio test, which stops a match as soon as its result is significant.

The two hypotheses fix the mean score only. Each takes the distribution of scores that fits the games best under that mean, so
draws and, with many seats, scores between them are accounted for (M. Van den Bergh, "A practical introduction to the GSPRT").
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tablier.arena.elo import expected
from tablier.core.errors import TablierError
from tablier.core.text import Text

PRIOR_WEIGHT = 1e-3
"""The weight, in games, of a result that has not occurred, so that a single win does not decide the test."""

HALVINGS = 80
"""Steps of the bisection: more than the precision of a float."""


class Verdict(StrEnum):
    """The result of a test."""

    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"


@dataclass(frozen=True, slots=True)
class Sprt:
    """Tests whether a player is `elo1` stronger rather than `elo0`, with error probabilities `alpha` and `beta`."""

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
        """The log-likelihood ratios at which the test ends: not stronger, stronger."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Iterable[float]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`."""
        return log_likelihood_ratio(scores, expected(self.elo0), expected(self.elo1))

    def verdict(self, scores: Iterable[float]) -> Verdict | None:
        """The result of the test; None while it is open."""
        ratio, (low, high) = self.ratio(scores), self.bounds
        if ratio >= high:
            return Verdict.STRONGER
        return Verdict.NOT_STRONGER if ratio <= low else None


def log_likelihood_ratio(scores: Iterable[float], mean0: float, mean1: float) -> float:
    """The log of the ratio of the maximum likelihoods of the scores under `mean1` and under `mean0`."""
    seen = Counter(scores)
    if not seen:
        return 0.0
    weights = {score: float(count) for score, count in seen.items()}
    for score in (0.0, 0.5, 1.0):
        weights.setdefault(score, PRIOR_WEIGHT)
    tilt0, tilt1 = _tilt(weights, mean0), _tilt(weights, mean1)
    return math.fsum(
        weight * (math.log1p(tilt0 * (score - mean0)) - math.log1p(tilt1 * (score - mean1))) for score, weight in weights.items()
    )


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The multiplier of the likeliest distribution with a given mean.

    Its probabilities are proportional to weight / (1 + tilt * (score - mean)); the sum below falls as the tilt grows, so the tilt
    is found by bisection.
    """
    low, high = -1.0 / (max(weights) - mean), 1.0 / (mean - min(weights))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        pull = math.fsum(weight * (score - mean) / (1.0 + middle * (score - mean)) for score, weight in weights.items())
        low, high = (middle, high) if pull > 0 else (low, middle)
    return (low + high) / 2

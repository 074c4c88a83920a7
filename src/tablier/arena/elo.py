"""What scores are worth: the mean, Elo, and how sure of them one can be.

A score is a player's part of one game: 1 for a win, 0 for a loss, 1/2 for a draw; with more seats anything between.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

DEVIATIONS = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""

UNSEEN = 0.025
"""The chance that is left on either side."""


def expected(elo: float) -> float:
    """The mean score of a player who is so many Elo stronger."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo(score: float) -> float:
    """The difference in strength that a mean score shows; infinite for a player who always wins or always loses."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / score - 1.0)


@dataclass(frozen=True, slots=True)
class Tally:
    """The scores of one player, game by game."""

    scores: tuple[float, ...]

    @classmethod
    def of(cls, wins: int, draws: int, losses: int) -> "Tally":
        """The tally of a match between two."""
        return cls((1.0,) * wins + (0.5,) * draws + (0.0,) * losses)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.scores)

    @property
    def wins(self) -> int:
        """Games in which the player came out ahead."""
        return sum(score > 0.5 for score in self.scores)

    @property
    def losses(self) -> int:
        """Games in which the player came out behind."""
        return sum(score < 0.5 for score in self.scores)

    @property
    def draws(self) -> int:
        """Games in which the player was neither ahead nor behind."""
        return self.games - self.wins - self.losses

    @property
    def mean(self) -> float:
        """The mean score; one half before the first game."""
        return math.fsum(self.scores) / self.games if self.scores else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies, 19 times out of 20."""
        if not self.scores:
            return 0.0, 1.0
        deviation = DEVIATIONS * math.sqrt(_variance(self.scores, self.mean) / self.games)
        if deviation == 0.0:
            return _never_otherwise(self.mean, self.games)
        return max(0.0, self.mean - deviation), min(1.0, self.mean + deviation)

    @property
    def elo(self) -> float:
        """The difference in strength that the mean shows."""
        return elo(self.mean)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """Where the true difference lies, 19 times out of 20."""
        low, high = self.interval
        return elo(low), elo(high)


def _variance(scores: Iterable[float], mean: float) -> float:
    squares = [(score - mean) ** 2 for score in scores]
    return math.fsum(squares) / len(squares)


def _never_otherwise(mean: float, games: int) -> tuple[float, float]:
    """All games ended alike: the interval leaves room for what has not been seen in so many (Clopper and Pearson)."""
    seen = UNSEEN ** (1.0 / games)
    return seen * mean, seen * mean + (1.0 - seen)

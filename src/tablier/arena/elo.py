"""Statistics of scores: mean, Elo and their confidence intervals.

A score is a player's share of one game: 1 for a win, 0 for a loss, 1/2 for a draw; with more seats anything between.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

DEVIATIONS = 1.959963984540054
"""Standard deviations around the mean that cover 95 % of a normal distribution."""

TAIL = 0.025
"""The probability outside the interval, on either side."""


def expected(elo: float) -> float:
    """The expected score of a player who is `elo` points stronger."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo(score: float) -> float:
    """The Elo difference of a mean score; infinite for 0 and 1."""
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
        """The tally of a match between two players."""
        return cls((1.0,) * wins + (0.5,) * draws + (0.0,) * losses)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.scores)

    @property
    def wins(self) -> int:
        """Games scored above one half."""
        return sum(score > 0.5 for score in self.scores)

    @property
    def losses(self) -> int:
        """Games scored below one half."""
        return sum(score < 0.5 for score in self.scores)

    @property
    def draws(self) -> int:
        """Games scored one half."""
        return self.games - self.wins - self.losses

    @property
    def mean(self) -> float:
        """The mean score; one half before the first game."""
        return math.fsum(self.scores) / self.games if self.scores else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean."""
        if not self.scores:
            return 0.0, 1.0
        deviation = DEVIATIONS * math.sqrt(_variance(self.scores, self.mean) / self.games)
        if deviation == 0.0:
            return _uniform_interval(self.mean, self.games)
        return max(0.0, self.mean - deviation), min(1.0, self.mean + deviation)

    @property
    def elo(self) -> float:
        """The Elo difference of the mean."""
        return elo(self.mean)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference."""
        low, high = self.interval
        return elo(low), elo(high)


def _variance(scores: Iterable[float], mean: float) -> float:
    squares = [(score - mean) ** 2 for score in scores]
    return math.fsum(squares) / len(squares)


def _uniform_interval(mean: float, games: int) -> tuple[float, float]:
    """The interval when all games have the same score (Clopper and Pearson)."""
    seen = TAIL ** (1.0 / games)
    return seen * mean, seen * mean + (1.0 - seen)

"""A first look at positions, with no more than a few plies: does one move stand out?"""

from random import Random
from typing import NamedTuple

from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.search.alphabeta import Searcher, Stop
from tablier.search.analysis import win_chance
from tablier.search.registry import evaluation_of
from tablier.search.transpositions import TranspositionTable

SHALLOW, DEEP = 2, 4
"""Depths of the two looks; the second is taken where the first sees a difference."""

FEWEST_CHOICES = 3
"""Legal moves below which a position is no puzzle."""

PROMISING = 0.1
"""The difference of chances that is worth the second look."""


class Sight(NamedTuple):
    """How far the best move stands out, and whether a search of one ply sees it too."""

    gap: float
    chance: float
    obvious: bool


class Scout:
    """Looks at many positions of one game, on one kernel."""

    def __init__(self, rules: AnyGame) -> None:
        self.kernel = kernel_of(rules)
        self.searcher = Searcher(self.kernel, evaluation_of(rules), TranspositionTable(8), Stop())

    def look(self, position: str) -> Sight | None:
        """What stands out in a position; None where nothing does, or where there is little to choose."""
        self.kernel.stand(position)
        if self.kernel.ranks is not None or self.kernel.perft(1) < FEWEST_CHOICES:
            return None
        _, first = self._search(1, 0)
        near = self._sight(SHALLOW, first)
        if near.gap < PROMISING:
            return None
        return self._sight(DEEP, first)

    def choose(self, position: str, rng: Random, noise: float) -> str:
        """A move as a fair player chooses it: the best of two plies, with some error."""
        self.kernel.stand(position)
        judged = self.searcher.judge(2, 0, 0.0) or []
        word, _ = max(judged, key=lambda move: move[1] + rng.gauss(0, noise))
        return self.kernel.texts([word])[0]

    def _sight(self, depth: int, first: int) -> Sight:
        score, move = self._search(depth, 0)
        second, _ = self._search(depth, score, move)
        return Sight(win_chance(score) - win_chance(second), win_chance(score), move == first)

    def _search(self, depth: int, last: int, *excluded: int) -> tuple[int, int]:
        found = self.searcher.iterate(depth, last, 0, 0.0, excluded)
        assert found is not None  # nothing stops a search without limits
        score, line = found
        return score, line[0]

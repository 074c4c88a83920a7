"""A first look at positions, with no more than a few plies: does one move stand out?"""

from random import Random
from typing import NamedTuple

from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.search.alphabeta import Searcher, Stop
from tablier.search.analysis import MATE, win_chance
from tablier.search.registry import evaluation_of
from tablier.search.transpositions import TranspositionTable

SHALLOW, DEEP = 2, 5
"""Depths of the two looks; the second is taken where the first sees a difference, or where it finds what the first did not see."""

FEWEST_CHOICES = 3
"""Legal moves below which a position is no puzzle."""

PROMISING = 0.1
"""The difference of chances that is worth the second look."""

SURPRISES = 0.05
"""The share of the other positions that are searched to the second depth too, for what only that one finds."""


class Sight(NamedTuple):
    """How far the best move stands out, the chance that it gives, and whether it is plain."""

    gap: float
    chance: float
    plain: bool


class Scout:
    """Looks at many positions of one game, on one kernel."""

    def __init__(self, rules: AnyGame) -> None:
        known = evaluation_of(rules)
        self.kernel, self.evaluation, self.table = kernel_of(rules), known, TranspositionTable(4)
        self.material = evaluation_of(rules, {name: weight if name in known.material else 0 for name, weight in known.weights.items()})
        self.new_game()

    def new_game(self) -> None:
        """Forget the last game, so that the next one does not depend on it."""
        self.table.clear()
        self.searcher = Searcher(self.kernel, self.evaluation, self.table, Stop())

    def look(self, position: str, rng: Random) -> Sight | None:
        """What stands out in a position; None where nothing does, or where there is little to choose."""
        self.kernel.stand(position)
        if self.kernel.ranks is not None or self.kernel.perft(1) < FEWEST_CHOICES:
            return None
        score, move = self._search(SHALLOW, 0)
        if self._gap(SHALLOW, score, move) < PROMISING and not (rng.random() < SURPRISES and self._surprises(score)):
            return None
        score, move = self._search(DEEP, score)
        gap = self._gap(DEEP, score, move)
        return Sight(gap, win_chance(score), self.is_plain(position, self.kernel.texts([move])[0]))

    def is_plain(self, position: str, move: str) -> bool:
        """Whether a move wins more on the spot than every other one: at once, or in pieces before the reply."""
        self.kernel.stand(position)
        seat, scores = self.kernel.turn, dict[str, int]()
        for text in self.kernel.legal_moves():
            self.kernel.push(text)
            scores[text] = self._assess(seat or 0)
            self.kernel.pop()
        return scores.pop(move) > max(scores.values())

    def _surprises(self, score: int) -> bool:
        """Whether a deeper search finds more than a shallow one, which found this score."""
        far, _ = self._search(DEEP, score)
        return win_chance(far) - win_chance(score) >= PROMISING

    def choose(self, position: str, rng: Random, depth: int, astray: float) -> str:
        """The best move of a search of a few plies; now and then, and always without a depth, any legal one."""
        self.kernel.stand(position)
        if not depth or rng.random() < astray:
            return rng.choice(self.kernel.legal_moves())
        return self.kernel.texts([self._search(depth, 0)[1]])[0]

    def _assess(self, seat: int) -> int:
        """The pieces for a seat, or the end of the game."""
        ranks = self.kernel.ranks
        if ranks is not None:
            return MATE * ((ranks[seat] < ranks[1 - seat]) - (ranks[seat] > ranks[1 - seat]))
        score = self.material.assessed(self.kernel)
        return score if self.kernel.turn == seat else -score

    def _gap(self, depth: int, score: int, move: int) -> float:
        """The chances that the second best move gives away."""
        second, _ = self._search(depth, score, move)
        return win_chance(score) - win_chance(second)

    def _search(self, depth: int, last: int, *excluded: int) -> tuple[int, int]:
        found = self.searcher.iterate(depth, last, 0, 0.0, excluded)
        assert found is not None  # nothing stops a search without limits
        score, line = found
        return score, line[0]

"""The legal moves of a position as clicks: what a client needs to let somebody move.

They are listed at every move of every table, so the compiled twin of the law lists them where there is one: it is certified to
list the same (tests/kernels). Whether a move may be played remains for the law to judge.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from tablier.core.match import Match
from tablier.core.play import Gesture, told_apart
from tablier.games import AnyGame
from tablier.kernels import NoKernel, kernel_of

if TYPE_CHECKING:
    from tablier.kernels.kernel import Kernel

REMEMBERED = 20_000
"""Moves of a game whose clicks are kept in mind."""


class LegalMove(Struct, frozen=True, omit_defaults=True):
    """A legal move and the clicks that make it: first in order, then the rest in any order."""

    text: str
    ordered: tuple[str, ...]
    unordered: tuple[str, ...] = ()


LegalMoves = dict[str, LegalMove]
"""The legal moves by their texts."""


def legal_moves(match: Match[Any, Any]) -> LegalMoves:
    """The legal moves of a match; none when it is over."""
    return {} if match.outcome is not None else _lister(match.game).at(match.position)


class _Lister:
    """Lists the legal moves of one game with its options chosen."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._kernel = _twin(game)
        self._known: dict[str, LegalMove] = {}

    def at(self, pos: Any) -> LegalMoves:
        if len(self._known) > REMEMBERED:
            self._known.clear()
        known = self._known
        moves = {text: known.get(text) or self._learn(text) for text in self._texts(pos)}
        if len({len(move.ordered) for move in moves.values()}) == 1 and not any(move.unordered for move in moves.values()):
            return moves  # as nearly always
        apart = told_apart({text: Gesture(move.ordered, frozenset(move.unordered)) for text, move in moves.items()})
        return {text: _legal(text, gesture) for text, gesture in apart.items()}

    def _texts(self, pos: Any) -> list[str]:
        game = self.game
        if self._kernel is None:
            return [game.write(pos, move) for move in game.legal(pos)]
        self._kernel.stand(game.dump(pos))
        return self._kernel.legal_moves()

    def _learn(self, text: str) -> LegalMove:
        learnt = self._known[text] = _legal(text, self.game.gesture(self.game.parse(text)))
        return learnt


def _twin(game: AnyGame) -> "Kernel | None":
    try:
        return kernel_of(game)
    except NoKernel:
        return None


_lister = lru_cache(maxsize=64)(_Lister)


def _legal(text: str, gesture: Gesture) -> LegalMove:
    return LegalMove(text, gesture.ordered, tuple(sorted(gesture.unordered)))

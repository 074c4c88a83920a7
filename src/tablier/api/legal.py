"""The legal moves of a position as clicks: what a client needs to let somebody move.

They are listed at every move of every table, so the compiled twin of the law lists them where there is one: it is certified to
list the same (tests/kernels). Whether a move may be played remains for the law to judge.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from tablier.core.actors import CHANCE
from tablier.core.match import Entry, Match
from tablier.core.play import Gesture, told_apart
from tablier.games import AnyGame
from tablier.kernels import NoKernel, kernel_of

if TYPE_CHECKING:
    from tablier.kernels.kernel import Kernel

REMEMBERED = 20_000
"""Moves of a game whose clicks are kept in mind."""
ANY_ORDER = -1


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


def legal_after(game: AnyGame, entry: Entry[Any], written: str) -> LegalMoves:
    """The legal moves after an entry, `written` being the position that it leads to; none when dice are thrown there, or it is over."""
    if entry.outcome is not None or game.turn(entry.step.after) is CHANCE:
        return {}
    return _lister(game).at(entry.step.after, written)


class _Lister:
    """Lists the legal moves of one game with its options chosen."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._kernel = _twin(game)
        self._known: dict[str, LegalMove] = {}
        self._clicks: dict[str, int] = {}
        """How many clicks a known move takes; `ANY_ORDER` where they may come in another one."""

    def at(self, pos: Any, written: str | None = None) -> LegalMoves:
        """The moves of a position; `written` is its text, if it is at hand."""
        if len(self._known) > REMEMBERED:
            self._known.clear()
            self._clicks.clear()
        known, texts = self._known, self._texts(pos, written)
        moves = {text: known.get(text) or self._learn(text) for text in texts}
        kinds = set(map(self._clicks.__getitem__, texts))
        if len(kinds) == 1 and ANY_ORDER not in kinds:
            return moves  # as nearly always
        apart = told_apart({text: Gesture(move.ordered, frozenset(move.unordered)) for text, move in moves.items()})
        return {text: _legal(text, gesture) for text, gesture in apart.items()}

    def _texts(self, pos: Any, written: str | None) -> list[str]:
        game = self.game
        if self._kernel is None:
            return [game.write(pos, move) for move in game.legal(pos)]
        self._kernel.stand(written or game.dump(pos))
        return self._kernel.legal_moves()

    def _learn(self, text: str) -> LegalMove:
        learnt = self._known[text] = _legal(text, self.game.gesture(self.game.parse(text)))
        self._clicks[text] = ANY_ORDER if learnt.unordered else len(learnt.ordered)
        return learnt


def _twin(game: AnyGame) -> "Kernel | None":
    try:
        return kernel_of(game)
    except NoKernel:
        return None


_lister = lru_cache(maxsize=64)(_Lister)


def _legal(text: str, gesture: Gesture) -> LegalMove:
    return LegalMove(text, gesture.ordered, tuple(sorted(gesture.unordered)))

"""The legal moves of a position as clicks: what a client needs to make a move.

They are listed at every move of every table, so the kernel lists them where there is one; it is certified to list what the law
allows (tests/kernels). A move that the certified kernel listed for this very position is accepted without asking the law again;
every other text is judged by the law; refusals, events and frames always come from the law.
"""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from tablier.core.match import Match
from tablier.core.play import Gesture, disambiguate
from tablier.games import AnyGame
from tablier.kernels import NoKernel, kernel_of

MOST_CACHED = 20_000
"""Moves of a game whose clicks are cached."""
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
    return {} if match.outcome is not None else move_lister(match.game).list_moves(match.position)


class MoveLister:
    """Lists the legal moves of one game with its options chosen, by its kernel or else by its law.

    The clicks of a move depend on the move alone, so they are cached by its text; the cache is emptied when it is full.
    """

    def __init__(self, game: AnyGame, *, use_kernel: bool = True) -> None:
        self.game = game
        try:
            self._kernel = kernel_of(game) if use_kernel else None
        except NoKernel:
            self._kernel = None
        self._cache: LegalMoves = {}
        self._clicks: dict[str, int] = {}
        """How many clicks a cached move takes; `ANY_ORDER` where they may come in another one."""

    def list_moves(self, pos: Any) -> LegalMoves:
        """The moves of a position in which the game goes on."""
        if len(self._cache) > MOST_CACHED:
            self._cache.clear()
            self._clicks.clear()
        cache, texts = self._cache, self._texts(pos)
        moves = {text: cache.get(text) or self._add(text) for text in texts}
        kinds = set(map(self._clicks.__getitem__, texts))
        if len(kinds) == 1 and ANY_ORDER not in kinds:
            return moves  # no move can be the beginning of another, as in nearly all positions
        apart = disambiguate({text: Gesture(move.ordered, frozenset(move.unordered)) for text, move in moves.items()})
        return {text: _legal_move(text, gesture) for text, gesture in apart.items()}

    def _texts(self, pos: Any) -> list[str]:
        game = self.game
        if self._kernel is None:
            return [game.write(pos, move) for move, barred in game.candidates(pos) if barred is None]
        self._kernel.stand(game.dump(pos))
        return self._kernel.legal_moves()

    def _add(self, text: str) -> LegalMove:
        move = self._cache[text] = _legal_move(text, self.game.gesture(self.game.parse(text)))
        self._clicks[text] = ANY_ORDER if move.unordered else len(move.ordered)
        return move


@lru_cache(maxsize=64)
def move_lister(game: AnyGame) -> MoveLister:
    """The lister of a game with its options chosen; those used last are kept, since a kernel takes time to build."""
    return MoveLister(game)


def _legal_move(text: str, gesture: Gesture) -> LegalMove:
    return LegalMove(text, gesture.ordered, tuple(sorted(gesture.unordered)))

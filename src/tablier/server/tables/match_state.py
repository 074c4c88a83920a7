"""A match at a table, as a value: what was entered, and what is derived from it, each computed once on first use."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from tablier.api.frames import Frame, frame_of
from tablier.api.legal import LegalMoves, legal_moves
from tablier.core.actors import CHANCE, Actor
from tablier.core.match import Entry, Match
from tablier.games import AnyGame


class MatchState:
    """The match after some entries. Never changes: entering something gives another state.

    A log that is read back gives moves as texts. They were judged before they were written, so they are applied unjudged, and only
    when the match is asked for: most tables that are loaded after a restart are not looked at for a while.
    """

    def __init__(self, base: Match[Any, Any], pending: tuple[str, ...] = ()) -> None:
        self._base, self._pending = base, pending

    @classmethod
    def start(cls, game: AnyGame, position: str | None = None) -> "MatchState":
        """The match before the first move: in the opening, or in the position of a text."""
        return cls(Match(game, None if position is None else game.load(position)))

    @cached_property
    def match(self) -> Match[Any, Any]:
        """The match itself; not to be changed."""
        if not self._pending:
            return self._base
        match = self._base.copy()
        *earlier, last = self._pending
        for text in earlier:
            match.apply(match.game.parse(text), last=False)
        match.apply(match.game.parse(last))
        return match

    @cached_property
    def frame(self) -> Frame:
        """The position as a client draws it."""
        return frame_of(self.match)

    @cached_property
    def legal(self) -> LegalMoves:
        """The legal moves; none when the game is over or chance acts."""
        return {} if self.match.actor is CHANCE else legal_moves(self.match)

    @property
    def actor(self) -> Actor | None:
        """The seat that acts, chance, or None when the game is over."""
        return self.match.actor

    @property
    def rolls(self) -> int:
        """How many times chance has acted."""
        return sum(entry.actor is CHANCE for entry in self.match.entries)

    def with_entry(self, entry: Entry[Any]) -> "MatchState":
        """After a move whose entry is known."""
        match = self.match.copy()
        match.add(entry)
        return MatchState(match)

    def with_moves(self, texts: Iterable[str]) -> "MatchState":
        """After moves of a log."""
        if "match" in self.__dict__:
            return MatchState(self.match, tuple(texts))
        return MatchState(self._base, (*self._pending, *texts))

    def with_declaration(self, text: str) -> "MatchState":
        """After a declaration as a record writes it."""
        match = self.match.copy()
        match.enter(text)
        return MatchState(match)

    def without_last(self, count: int) -> "MatchState":
        """Before the last entries."""
        match = self.match.copy()
        for _ in range(count):
            match.undo()
        return MatchState(match)

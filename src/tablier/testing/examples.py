"""Replaying the examples of a clause: what a diagram shows, and the proof that the code cites the clause."""

from dataclasses import dataclass
from typing import Any

from tablier.core.errors import IllegalMove
from tablier.core.game import Game
from tablier.core.law import Clause, Example
from tablier.core.match import Match
from tablier.core.play import Event, Outcome, Refusal


@dataclass(frozen=True)
class Shown:
    """An example replayed up to its point: the position before it, what is tried, and what comes of it."""

    game: Game[Any, Any]
    before: Any
    move: str
    after: Any
    events: tuple[Event, ...]
    outcome: Outcome | None
    refusal: Refusal | None

    def cited(self) -> set[Clause]:
        """Every clause that the example makes the code cite."""
        clauses = {event.because for event in self.events}
        clauses |= {told.because for told in (self.outcome, self.refusal) if told is not None}
        return clauses


def show(game: Game[Any, Any], example: Example) -> Shown:
    """Replay an example of one of the game's clauses, under the usual options but for those it asks for."""
    game = type(game)(**dict(example.options))
    match = Match(game, game.load(example.position) if example.position else None)
    *earlier, last = example.moves.split() or [""]
    for move in earlier:
        match.enter(move)
    before = match.position
    if not last:
        events = () if example.position else game.layout()
        return Shown(game, before, "", before, events, match.outcome, None)
    try:
        match.enter(last)
    except IllegalMove as error:
        return Shown(game, before, last, before, (), None, error.refusal)
    entry = match.entries[-1]
    return Shown(game, before, last, entry.step.after, entry.step.events, entry.outcome, None)

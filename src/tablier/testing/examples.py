"""Replay of the examples of clauses: what a diagram shows, and the proof that the code cites the clause."""

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
    notes: tuple[Clause, ...] = ()

    def cited(self) -> set[Clause]:
        """Every clause that the example makes the code cite."""
        clauses = {event.because for event in self.events} | set(self.notes)
        clauses |= {found.because for found in (self.outcome, self.refusal) if found is not None}
        return clauses


def show(game: Game[Any, Any], example: Example) -> Shown:
    """Replay an example of one of the game's clauses, with the default options but for those it names.

    AssertionError when its last entry is played although the example says that it is refused, or the reverse.
    """
    game = type(game)(**dict(example.options))
    match = Match(game, game.load(example.position) if example.position else None)
    *earlier, last = example.moves.split() or [""]
    for move in earlier:
        match.enter(move)
    before = match.position
    try:
        if last:
            match.enter(last)
    except IllegalMove as error:
        assert example.refused, f"{example}: {last} should be played, but it is refused because of {error.because.id}"
        return Shown(game, before, last, before, (), None, error.refusal)
    assert not example.refused, f"{example}: {last or 'an example without moves'} should be refused, but it is played"
    if not last:
        return Shown(game, before, "", before, () if example.position else game.layout(), match.outcome, None)
    entry = match.entries[-1]
    notes = () if last.startswith("!") else game.notes(before, game.parse(last))
    return Shown(game, before, last, entry.step.after, entry.step.events, entry.outcome, None, notes)

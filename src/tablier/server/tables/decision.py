"""What an act leads to, computed before anything is written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablier.api.tables import AnyTableEvent
from tablier.core.actors import Seat
from tablier.core.match import Entry
from tablier.server.tables.state import Table, fold


@dataclass(frozen=True, slots=True)
class Context:
    """What a table does not know of itself."""

    now: int
    seed: bytes | None = None
    """The seed of the dice."""
    lag: int = 0
    """The network delay of the client that acts, in milliseconds."""
    away: Callable[[Seat], int] = lambda seat: 0
    """For how many milliseconds the player of a seat has been disconnected."""
    chance: Callable[[Seat], float | None] = lambda seat: None
    """How likely the engine of a seat last thought to win."""


class Step(NamedTuple):
    """One event, and the table after it."""

    event: AnyTableEvent
    after: Table


class Decision(NamedTuple):
    """The events of an act and of what follows by itself, with the table after each."""

    before: Table
    at: int
    steps: tuple[Step, ...]

    @property
    def after(self) -> Table:
        """The table after all of it."""
        return self.steps[-1].after if self.steps else self.before


class Draft:
    """Collects the events of a decision; `table` is the table after those collected so far."""

    def __init__(self, table: Table, context: Context) -> None:
        self.before = self.table = table
        self.context = context
        self._steps: list[Step] = []

    def add(self, event: AnyTableEvent, entry: Entry[Any] | None = None) -> None:
        """Add an event; `entry` is that of a move."""
        self.table = fold(self.table, event, self.context.now, entry)
        self._steps.append(Step(event, self.table))

    def decision(self) -> Decision:
        """All events so far."""
        return Decision(self.before, self.context.now, tuple(self._steps))

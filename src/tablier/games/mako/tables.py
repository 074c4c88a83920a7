"""Who sails what in each mode of Mako Naval: the rest of the law asks the table and not the mode."""

from dataclasses import dataclass
from functools import cached_property

from tablier.core.law import Clause
from tablier.games.mako.clauses import (
    ARRIVAL,
    DUEL,
    FACING,
    FISH,
    LANE,
    LAST,
    LAY,
    LEAVING,
    PAIR,
    PAIR_HOME,
    PAIR_MINE,
    SETUP,
    TEAM_BOAT,
    TEAM_HOME,
    TEAM_LEFT,
    TEAM_MINE,
    TEAMS,
)

MINES_EACH = 30
OPPOSITE = ((0, 2), (1, 3))


@dataclass(frozen=True)
class Table:
    """The boats of each seat, the groups of boats that win together if any do, and the clauses that rule such a table."""

    crews: tuple[tuple[int, ...], ...]
    setup: Clause
    ended: Clause  # why it is over when enough boats are home
    left: Clause = LEAVING  # what it means that a player leaves
    groups: tuple[tuple[int, ...], ...] = ()
    needed: int = 1  # how many boats of a group must come home
    fished: Clause = FISH  # why one may sail onto a friend's mine
    spared: Clause = LAY  # why one may not lay a mine on a friend's boat; without friends nobody asks

    @cached_property
    def boats(self) -> tuple[int, ...]:
        """All the boats of the table, clockwise."""
        return tuple(sorted(boat for crew in self.crews for boat in crew))

    @cached_property
    def seat_of(self) -> dict[int, int]:
        """The player of each boat."""
        return {boat: seat for seat, crew in enumerate(self.crews) for boat in crew}

    @cached_property
    def friends(self) -> dict[int, frozenset[int]]:
        """The boats on the same side as each boat, itself included."""
        alone = {boat: frozenset((boat,)) for boat in self.boats}
        return alone | {boat: frozenset(group) for group in self.groups for boat in group}

    def mines(self, seat: int) -> int:
        """How many mines a player has in all."""
        return MINES_EACH * len(self.crews[seat])


def table(mode: str, seats: int) -> Table:
    """The table of a mode; the number of seats matters only in the race."""
    each = tuple((boat,) for boat in range(4))
    match mode:
        case "a":
            return Table(OPPOSITE, FACING, PAIR_HOME, groups=OPPOSITE, fished=PAIR, spared=PAIR_MINE)
        case "b":
            return Table(((0,), (2,)), DUEL, ARRIVAL)
        case "c":
            return Table(((0,), (2,)), LANE, ARRIVAL)
        case "teams":
            return Table(each, TEAMS, TEAM_HOME, TEAM_LEFT, OPPOSITE, 2, TEAM_MINE, TEAM_BOAT)
        case _:
            return Table(each[:seats], SETUP, LAST)

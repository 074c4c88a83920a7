"""Positions and moves of Mako Naval, and the fleet: who sails what in each mode."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tablier.core.grid import Cells
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
    THREE,
)

MINES_EACH = 30
OPPOSITE = ((0, 2), (1, 3))
ADJACENT = ((0, 1), (2, 3))


class Phase(StrEnum):
    """The part of a turn that comes next."""

    SAIL = "sail"
    ROLL = "roll"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class Position:
    """The sea, the boat that acts and in which phase, the die, and what each player has left and has done.

    `side` is a boat, from 0 for South clockwise: the one that has just sailed or, before that, the first of the player whose
    turn it is. `stocks` go by boat, `turns` by seat, `arrived` and `left` (the boats withdrawn) list boats in order.
    """

    cells: Cells
    side: int
    phase: Phase
    die: int
    stocks: tuple[int, ...]
    arrived: tuple[int, ...]
    turns: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sail:
    """A boat goes from one cell to the next; written `g1-g2`."""

    origin: int
    to: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Neither sail nor throw; written `pass`."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The die shows a number: a move of chance; written `=4`."""

    value: int


@dataclass(frozen=True, slots=True)
class Lay:
    """A mine goes onto a cell; written `+h6`."""

    cell: int


Move = Sail | Pass | Roll | Lay


@dataclass(frozen=True)
class Fleet:
    """Who sails what in a mode: the boats of each seat, the groups of boats that win together if any do, and the clauses of the mode."""

    crews: tuple[tuple[int, ...], ...]
    setup: Clause
    ended: Clause  # why it is over when enough boats are home
    left: Clause = LEAVING  # what it means that a player leaves
    groups: tuple[tuple[int, ...], ...] = ()
    needed: int = 1  # how many boats of a group must come home
    fished: Clause = FISH  # why one may sail onto a friend's mine
    spared: Clause = LAY  # why one may not lay a mine on a friend's boat; never asked without friends
    shared: bool = False  # whether the boats of a player draw on one stock, as they did under rules 1

    @cached_property
    def boats(self) -> tuple[int, ...]:
        """All the boats, clockwise."""
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

    @cached_property
    def stocks(self) -> tuple[tuple[int, ...], ...]:
        """The boats that draw on each stock of mines, in the order of position texts."""
        return self.crews if self.shared else tuple((boat,) for boat in self.boats)

    @cached_property
    def stock_of(self) -> dict[int, int]:
        """The stock of each boat."""
        return {boat: stock for stock, boats in enumerate(self.stocks) for boat in boats}

    def mines(self, stock: int) -> int:
        """How many mines belong to a stock in all."""
        return MINES_EACH * len(self.stocks[stock])


def fleet_of(mode: str, seats: int, pairs: str, rules: int) -> Fleet:
    """The fleet of a mode; the number of seats matters only in the race, pairs and rules only in game A."""
    each = tuple((boat,) for boat in range(4))
    match mode:
        case "a":
            crews = ADJACENT if pairs == "adjacent" else OPPOSITE
            return Fleet(crews, FACING, PAIR_HOME, groups=crews, fished=PAIR, spared=PAIR_MINE, shared=rules == 1)
        case "b":
            return Fleet(((0,), (2,)), DUEL, ARRIVAL)
        case "c":
            return Fleet(((0,), (2,)), LANE, ARRIVAL)
        case "teams":
            return Fleet(each, TEAMS, TEAM_HOME, TEAM_LEFT, OPPOSITE, 2, TEAM_MINE, TEAM_BOAT)
        case _:
            return Fleet(each[:seats], SETUP if seats == len(each) else THREE, LAST)

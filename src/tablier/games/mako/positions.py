"""Positions and moves of Mako Naval: the values that the rules hand in and out."""

from dataclasses import dataclass
from enum import StrEnum

from tablier.core.grid import Cells


class Phase(StrEnum):
    """The part of a turn that comes next."""

    SAIL = "sail"
    ROLL = "roll"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class Position:
    """The sea, the boat that acts and in which phase, the die, and what each player has left and has done.

    `side` is a boat, from 0 for South clockwise: the one that has just sailed or, before that, the first of the player whose
    turn it is. `stocks` and `turns` go by seat, `arrived` and `left` (the boats withdrawn) list boats in order.
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

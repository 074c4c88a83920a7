"""The board of Malawi, its positions and its actions."""

from dataclasses import dataclass

from tablier.core.actors import Seat
from tablier.core.board import ALL_EIGHT, ORTHOGONAL, Board
from tablier.core.grid import Cells

WHITE, BLACK = 0, 1
LETTERS = "wb"
PAWNS_EACH = 6
RINGS_EACH = 12
MOST_GIVEN = PAWNS_EACH - 1
"""A distribution reaches each other pawn at most once."""

BOARD = Board(6, 6)
NAMES = BOARD.names
RAYS = {"8": BOARD.rays(ALL_EIGHT), "4": BOARD.rays(ORTHOGONAL)}
RINGS = {f"{letter}{rings}": rings for letter in LETTERS for rings in range(RINGS_EACH + 1)}
RINGS_OF = tuple({"": 0} | {code: rings if code[0] == letter else 0 for code, rings in RINGS.items()} for letter in LETTERS)
"""By seat, the rings of its own that a code stands for."""
FAR_RANK = (range(30, 36), range(6))
"""By seat, the cells at the enemy's edge."""


@dataclass(frozen=True, slots=True)
class Position:
    """The pawns with their rings, and who is to act."""

    cells: Cells
    side: Seat


@dataclass(frozen=True, slots=True)
class Move:
    """A pawn goes to another cell; written `a1-a3`."""

    origin: int
    to: int


@dataclass(frozen=True, slots=True)
class Strike:
    """A pawn strikes the rings of the pawn at `to`; written `a1*a3`."""

    origin: int
    to: int


@dataclass(frozen=True, slots=True)
class Distribute:
    """A pawn gives its rings to others, named in the order of the board; written `a1>b1c1`."""

    origin: int
    receivers: tuple[int, ...]


Action = Move | Strike | Distribute


def pawns(cells: Cells, seat: Seat) -> dict[int, int]:
    """A player's pawns: the rings on each, by cell, in the order of the board."""
    letter = LETTERS[seat]
    return {at: RINGS[code] for at, code in enumerate(cells) if code and code[0] == letter}


def arrived(cells: Cells, seat: Seat) -> set[int]:
    """Where a player's pawns with rings stand on the far rank."""
    letter = LETTERS[seat]
    return {at for at in FAR_RANK[seat] if cells[at].startswith(letter) and RINGS[cells[at]]}

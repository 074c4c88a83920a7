"""The board of Achef, its positions and its moves."""

from dataclasses import dataclass

from tablier.core.actors import Seat
from tablier.core.board import ORTHOGONAL, Board
from tablier.core.grid import Cells, Shift

BLACK, WHITE = 0, 1
CODES = "bw"
PAWNS_EACH = 8
LOST_AT = 2
"""The number of pawns at which a player has lost."""
BOARD = Board(5, 5, level=lambda x, y: 1 + min(x, y, 4 - x, 4 - y))
HEIGHT = tuple(cell.level for cell in BOARD.cells)
RING = tuple(i for i, height in enumerate(HEIGHT) if height == 1)
CENTRE = HEIGHT.index(3)
STEPS = BOARD.steps(ORTHOGONAL)


@dataclass(frozen=True, slots=True)
class Placement:
    """A pawn from the hand onto a cell; written `@a1`."""

    cell: int


Move = Placement | Shift


@dataclass(frozen=True, slots=True)
class Position:
    """The board, who is to move, and what is left to place; then the two bans that last for a turn.

    `grounded` is the cell of the pawn that may not climb on its owner's next turn: now if the pawn is of the side to
    move, else after the opponent's move. `ko` is the pair of cells whose swap may not be undone now, in board order.
    """

    cells: Cells
    side: Seat
    hands: tuple[int, int] = (0, 0)
    grounded: int | None = None
    ko: tuple[int, int] | None = None

"""The board of Mak-Yek and its positions."""

from dataclasses import dataclass

from tablier.core.actors import Seat
from tablier.core.board import ORTHOGONAL, Board
from tablier.core.grid import Cells

WHITE, BLACK = 0, 1
CODES = "wb"
PIECES_EACH = 16
BOARD = Board(8, 8)
RAYS = BOARD.rays(ORTHOGONAL)


@dataclass(frozen=True, slots=True)
class Position:
    """The board, who is to move, and for how many moves nothing has been taken."""

    cells: Cells
    side: Seat
    quiet: int = 0

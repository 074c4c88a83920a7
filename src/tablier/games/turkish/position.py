"""The board of Turkish draughts, its positions and its moves."""

from dataclasses import dataclass
from enum import StrEnum

from tablier.core.actors import Seat
from tablier.core.board import ORTHOGONAL, Board
from tablier.core.grid import Cells

WHITE, BLACK = 0, 1
OWN = (frozenset("wW"), frozenset("bB"))
"""The codes of each seat: small for a Pion, capital for a Dame."""

ENEMY = {code: OWN[1 - seat] for seat, codes in enumerate(OWN) for code in codes}
BOARD = Board(8, 8)
RAYS = BOARD.rays(ORTHOGONAL)
UP, RIGHT, DOWN, LEFT = range(4)
AHEAD = {"w": (UP, RIGHT, LEFT), "b": (DOWN, RIGHT, LEFT)}
"""Where a Pion may turn: forward and sideways. Only Pions have an entry."""

BACK = {"w": DOWN, "b": UP}
FAR_RANK = {"w": BOARD.height - 1, "b": 0}

PIECES_EACH = 16
QUIET_LIMIT = 100


class Fault(StrEnum):
    """What the last move did against the duty to take, where such a move is played and loses."""

    NONE = "-"
    OMITTED = "omitted"
    FEWER = "fewer"


@dataclass(frozen=True, slots=True)
class Position:
    """The board, who is to move, for how many moves neither a capture nor a Pion move came, and the fault just made."""

    cells: Cells
    side: Seat
    quiet: int = 0
    fault: Fault = Fault.NONE


@dataclass(frozen=True, slots=True)
class Path:
    """The cells that a piece touches, by index, its own first; written `a3-a4`, or `d6xd8xh8` when it takes."""

    cells: tuple[int, ...]
    takes: bool


def standing(cells: Cells, seat: Seat) -> list[int]:
    """Where the pieces of a seat stand."""
    own = OWN[seat]
    return [at for at, code in enumerate(cells) if code in own]

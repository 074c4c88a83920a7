"""The pieces of Turkish draughts on their board: where each may step, what it may leap, and every capture that results.

Whatever decides legality is here, once; the clause that explains a refusal is chosen in `refusals`, after the fact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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


@dataclass(frozen=True, slots=True)
class Path:
    """The cells that a piece touches, by index, its own first; written `a3-a4`, or `d6xd8xh8` when it takes."""

    cells: tuple[int, ...]
    takes: bool


class Leap(NamedTuple):
    """One capture: the direction, the piece leapt over, and the cell behind it where the leap ends."""

    direction: int
    over: int
    to: int


def opposite(direction: int) -> int:
    """The direction after a turn by 180°."""
    return (direction + 2) % 4


def crowned(code: str, at: int) -> str:
    """What a piece is once it stands at `at`: a Pion on its far rank is a Dame."""
    return code.upper() if BOARD.cells[at].y == FAR_RANK.get(code) else code


def steps(cells: Cells, at: int) -> Iterator[int]:
    """The free cells to which the piece at `at` may go without taking."""
    code = cells[at]
    if code in AHEAD:
        for direction in AHEAD[code]:
            ray = RAYS[at][direction]
            if ray and not cells[ray[0]]:
                yield ray[0]
        return
    for ray in RAYS[at]:
        for to in ray:
            if cells[to]:
                break
            yield to


def leaps(cells: Sequence[str], at: int, code: str, barred: int | None = None) -> Iterator[Leap]:
    """What a piece `code` at `at` may leap; a Dame not in the barred direction.

    A Pion needs no bar: the piece behind it is the one it has just taken, so there is nothing to turn back to.
    """
    enemy = ENEMY[code]
    if code in AHEAD:
        for direction in AHEAD[code]:
            ray = RAYS[at][direction]
            if len(ray) > 1 and cells[ray[0]] in enemy and not cells[ray[1]]:
                yield Leap(direction, ray[0], ray[1])
        return
    for direction, ray in enumerate(RAYS[at]):
        if direction == barred:
            continue
        over: int | None = None
        for cell in ray:
            if not cells[cell]:
                if over is not None:
                    yield Leap(direction, over, cell)
            elif over is None and cells[cell] in enemy:
                over = cell
            else:
                break


def captures(cells: Cells, origin: int, *, turn_back: bool) -> Iterator[tuple[int, ...]]:
    """Every path by which the piece at `origin` takes, those that could go on included."""
    board = list(cells)
    board[origin] = ""
    return _longer(board, (origin,), cells[origin], None, turn_back)


def _longer(board: list[str], path: tuple[int, ...], code: str, barred: int | None, turn_back: bool) -> Iterator[tuple[int, ...]]:
    for direction, over, to in tuple(leaps(board, path[-1], code, barred)):
        longer = (*path, to)
        yield longer
        # What is taken leaves at once, so that the rest of the capture finds its cell free.
        taken, board[over] = board[over], ""
        yield from _longer(board, longer, crowned(code, to), None if turn_back else opposite(direction), turn_back)
        board[over] = taken


def most(paths: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Those of the paths that take the greatest number: one piece for each leap."""
    longest = max(map(len, paths), default=0)
    return [path for path in paths if len(path) == longest]

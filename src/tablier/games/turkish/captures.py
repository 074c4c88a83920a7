"""The reach of the pieces of Turkish draughts: where each may step, what it may leap, and every capture that results.

All that decides legality is here; `rules` chooses the clause that explains a refusal.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablier.core.grid import Cells
from tablier.games.turkish.position import AHEAD, BOARD, ENEMY, FAR_RANK, RAYS


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

"""Why a move of Turkish draughts is refused: a capture that must be made or go on, a step or a leap that is none."""

from collections.abc import Sequence
from itertools import pairwise

from tablier.core.grid import Cells
from tablier.core.play import Refusal
from tablier.core.text import Text
from tablier.games.turkish.captures import crowned, leaps, opposite
from tablier.games.turkish.clauses import (
    BACKWARD,
    COMPULSORY,
    DAME_STEP,
    DAME_TAKES,
    FREE,
    MAJORITY,
    ONE_PER_LEAP,
    OWN_PIECE,
    PION_STEP,
    PION_TAKES,
    TURN_BACK,
)
from tablier.games.turkish.notation import written
from tablier.games.turkish.position import AHEAD, BACK, BOARD, ENEMY, RAYS, Path

SHOWN = 6
"""How many moves a refusal proposes at most."""


# -- refusals of moves that must take, or take more ------------------------------------------------


def must_take(best: list[tuple[int, ...]]) -> Refusal:
    """Against a move that takes nothing while something can be taken."""
    return Refusal(COMPULSORY, _origins(best), _proposed(best))


def must_take_more(path: tuple[int, ...], best: Sequence[tuple[int, ...]], onward: Sequence[tuple[int, ...]]) -> Refusal:
    """Against a capture that takes fewer than the best ones, or stops before the end of some of them, which go `onward` from it."""
    count, possible = len(path) - 1, len(best[0]) - 1
    if onward:
        stop = BOARD.names[path[-1]]
        detail = Text(
            f"La prise ne s'arrête pas en {stop} : {_pieces_fr(count)} sur {possible}.",
            f"The capture does not stop at {stop}: {_pieces_en(count)} of {possible}.",
        )
    else:
        detail = Text(
            f"Ce coup prend {_pieces_fr(count)} ; on peut en prendre {possible}.",
            f"This move takes {_pieces_en(count)}; {possible} can be taken.",
        )
    return Refusal(MAJORITY, _origins(onward or best), _proposed(onward or best), detail)


def _origins(paths: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(BOARD.names[path[0]] for path in paths))


def _proposed(paths: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
    return tuple(written(Path(path, True)) for path in paths[:SHOWN])


def _pieces_fr(count: int) -> str:
    return f"{count} pièce{'s' if count > 1 else ''}"


def _pieces_en(count: int) -> str:
    return f"{count} piece{'s' if count > 1 else ''}"


# -- steps that are none ---------------------------------------------------------------------------


def no_step(cells: Cells, origin: int, to: int) -> Refusal:
    """Why the piece at `origin` cannot go to `to` without taking."""
    code, shown = cells[origin], (BOARD.names[origin], BOARD.names[to])
    direction = bearing(origin, to)
    if code not in AHEAD:
        if direction is None:
            return Refusal(DAME_STEP, shown)
        way = _between(origin, to, direction)
        return Refusal(FREE, tuple(BOARD.names[cell] for cell in (*way, to) if cells[cell])[:1])
    if direction is None:
        return Refusal(PION_STEP, shown)
    if direction == BACK[code]:
        return Refusal(PION_STEP, shown, detail=Text("Ce Pion reculerait.", "This Pion would go backward."))
    if _between(origin, to, direction):
        return Refusal(PION_STEP, shown, detail=Text("C'est plus d'une case.", "That is more than one square."))
    return Refusal(FREE, shown[1:])


def written_as_step(cells: Cells, move: Path) -> Refusal:
    """Against a legal capture written as if it took nothing: the right writing is proposed."""
    detail = Text("C'est une prise : elle s'écrit avec un x.", "This is a capture: it is written with an x.")
    return no_step(cells, move.cells[0], move.cells[-1])._replace(instead=(written(Path(move.cells, True)),), detail=detail)


def bearing(origin: int, to: int) -> int | None:
    """The direction from one cell to another; None when they share no line, or are the same."""
    return next((direction for direction, ray in enumerate(RAYS[origin]) if to in ray), None)


def _between(origin: int, to: int, direction: int) -> tuple[int, ...]:
    ray = RAYS[origin][direction]
    return ray[: ray.index(to)]


# -- captures that are none ------------------------------------------------------------------------


def no_capture(cells: Cells, path: tuple[int, ...], *, turn_back: bool) -> Refusal:
    """Why a path is no capture: the first of its leaps that cannot be made tells."""
    board, code, barred = list(cells), cells[path[0]], None
    board[path[0]] = ""
    for at, to in pairwise(path):
        leap = next((leap for leap in leaps(board, at, code, barred) if leap.to == to), None)
        if leap is None:
            return _no_pion_leap(board, at, to, code) if code in AHEAD else _no_dame_leap(board, at, to, code)
        board[leap.over] = ""
        code = crowned(code, to)
        barred = None if turn_back else opposite(leap.direction)
    raise AssertionError(f"{written(Path(path, True))} is made of possible leaps: it should have been a candidate")


def _no_pion_leap(board: list[str], at: int, to: int, code: str) -> Refusal:
    direction, shown = bearing(at, to), (BOARD.names[at], BOARD.names[to])
    if direction is None:
        return Refusal(PION_TAKES, shown)
    if direction == BACK[code]:
        return Refusal(BACKWARD, shown)
    way = _between(at, to, direction)
    if own := _own(board, way, code):
        return Refusal(OWN_PIECE, own)
    if len(way) != 1:
        return Refusal(
            PION_TAKES, shown, detail=Text("Le saut d'un Pion fait exactement deux cases.", "A Pion's leap covers exactly two squares.")
        )
    return Refusal(PION_TAKES, *_fault_of_line(board, way, to))


def _no_dame_leap(board: list[str], at: int, to: int, code: str) -> Refusal:
    direction, shown = bearing(at, to), (BOARD.names[at], BOARD.names[to])
    if direction is None:
        return Refusal(DAME_TAKES, shown)
    way = _between(at, to, direction)
    if own := _own(board, way, code):
        return Refusal(OWN_PIECE, own)
    met = tuple(BOARD.names[cell] for cell in way if board[cell])
    if len(met) > 1:
        return Refusal(ONE_PER_LEAP, met)
    if met and not board[to]:
        return Refusal(TURN_BACK, shown)
    return Refusal(DAME_TAKES, *_fault_of_line(board, way, to))


def _own(board: list[str], way: tuple[int, ...], code: str) -> tuple[str, ...]:
    return tuple(BOARD.names[cell] for cell in way if board[cell] and board[cell] not in ENEMY[code])


def _fault_of_line(board: list[str], way: tuple[int, ...], to: int) -> tuple[tuple[str, ...], tuple[str, ...], Text]:
    """The rest of a refusal of a leap along a line: nothing to take on the way, or no room to land."""
    end = BOARD.names[to]
    if any(board[cell] for cell in way):
        return (end,), (), Text(f"La case {end} n'est pas libre.", f"The square {end} is not free.")
    return (
        (*(BOARD.names[cell] for cell in way), end),
        (),
        Text(f"Rien n'est à prendre avant {end}.", f"There is nothing to take before {end}."),
    )

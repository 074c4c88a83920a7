"""Where each man of Makruk can go, and what bars it there; check is left aside.

All candidates are made once, when the game is loaded: a position only picks among them.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tablier.core.actors import Seat
from tablier.core.grid import Cells, Shift
from tablier.core.play import Candidate, Refusal
from tablier.games.makruk.clauses import BIA_TAKES, NO_PASSING, OWN, PATH
from tablier.games.makruk.position import BIA_STEP, BOARD, MEN, RUA_RAYS, STEPS


def _shift(origin: int, to: int, barred: Refusal | None = None) -> Candidate[Shift]:
    return Candidate(Shift(origin, to), barred)


def _own(origin: int, to: int) -> Candidate[Shift]:
    """Barred, for an own man stands there."""
    return _shift(origin, to, Refusal(OWN, (BOARD.names[to],)))


def _bia_cannot(origin: int, to: int) -> Candidate[Shift]:
    """Barred, for a Bia finds nothing to take, or no free way ahead."""
    return _shift(origin, to, Refusal(BIA_TAKES, (BOARD.names[to],)))


Target = tuple[int, Candidate[Shift], Candidate[Shift]]
"""A cell that a man can come to, with its candidates where nothing bars the way and where an own man stands."""


def _targets(origin: int, cells: Iterable[int]) -> tuple[Target, ...]:
    return tuple((to, _shift(origin, to), _own(origin, to)) for to in cells)


class Diagonal(NamedTuple):
    """A cell that a Bia takes on, the one beside the Bia that it passes, and its candidates by what stands on the two."""

    to: int
    passed: int
    takes: Candidate[Shift]
    own: Candidate[Shift]
    nothing: Candidate[Shift]
    passes: Candidate[Shift]


def _diagonal(origin: int, to: int) -> Diagonal:
    passed = origin // BOARD.width * BOARD.width + to % BOARD.width
    passing = Refusal(NO_PASSING, (BOARD.names[passed], BOARD.names[to]))
    return Diagonal(to, passed, _shift(origin, to), _own(origin, to), _bia_cannot(origin, to), _shift(origin, to, passing))


def _along(origin: int, ray: tuple[int, ...]) -> Iterator[tuple[int, tuple[list[Candidate[Shift]], list[Candidate[Shift]]]]]:
    """By the first cell of a ray that is not free, the candidates of a Rua if an enemy stands there, and if an own man does."""
    free = [_shift(origin, to) for to in ray]
    for number, at in enumerate(ray):
        blocked = Refusal(PATH, (BOARD.names[at],))
        beyond = [_shift(origin, to, blocked) for to in ray[number + 1 :]]
        yield at, ([*free[: number + 1], *beyond], [*free[:number], _own(origin, at), *beyond])


STEP_CANDIDATES = {code: tuple(_targets(origin, cells) for origin, cells in enumerate(steps)) for code, steps in STEPS.items()}
BIA_DIAGONALS = {code: tuple(tuple(_diagonal(origin, to) for to in cells) for origin, cells in enumerate(STEPS[code])) for code in "Pp"}
BIA_AHEAD = tuple(
    tuple(() if to is None else ((to, _shift(origin, to), _own(origin, to), _bia_cannot(origin, to)),) for origin, to in enumerate(ahead))
    for ahead in BIA_STEP
)
RUA_FREE = tuple(tuple((ray, [_shift(origin, to) for to in ray]) for ray in rays if ray) for origin, rays in enumerate(RUA_RAYS))
RUA_BLOCKED = tuple({at: lists for ray in rays for at, lists in _along(origin, ray)} for origin, rays in enumerate(RUA_RAYS))


def _step_reach(cells: Cells, origin: int, code: str, side: Seat) -> list[Candidate[Shift]]:
    """Where a man that steps or leaps can go, and what bars it there."""
    own = MEN[side]
    return [barred if cells[to] in own else free for to, free, barred in STEP_CANDIDATES[code][origin]]


def _bia_reach(cells: Cells, origin: int, code: str, side: Seat) -> list[Candidate[Shift]]:
    own, enemy_bia = MEN[side], "pP"[side]
    reach = []
    for to, passed, takes, barred, nothing, passes in BIA_DIAGONALS[code][origin]:
        if cells[to]:
            reach.append(barred if cells[to] in own else takes)
        else:  # a Bia does not go diagonally onto a free cell: not even past an enemy Bia
            reach.append(passes if cells[passed] == enemy_bia else nothing)
    for to, free, barred, cannot in BIA_AHEAD[side][origin]:
        reach.append((barred if cells[to] in own else cannot) if cells[to] else free)
    return reach


def _rua_reach(cells: Cells, origin: int, code: str, side: Seat) -> list[Candidate[Shift]]:
    own, blocked = MEN[side], RUA_BLOCKED[origin]
    reach: list[Candidate[Shift]] = []
    for ray, free in RUA_FREE[origin]:
        for to in ray:
            if cells[to]:
                reach += blocked[to][cells[to] in own]
                break
        else:
            reach += free
    return reach


REACHES = {**dict.fromkeys("Rr", _rua_reach), **dict.fromkeys("Pp", _bia_reach), **dict.fromkeys("KkMmSsNn", _step_reach)}

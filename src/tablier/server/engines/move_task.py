"""What an engine is asked when it is its turn at a table."""

import hashlib

from tablier.api.jobs import MoveTask
from tablier.core.actors import Seat
from tablier.search.analysis import Limits
from tablier.server.tables.clock import Clock
from tablier.server.tables.state import Table


def move_task(table: Table, seat: Seat, now: int, secret: bytes) -> MoveTask:
    """Choose a move for this seat, from where the table stands."""
    game, match = table.game, table.match
    start = None if match.origin == game.start() else game.dump(match.origin)
    seed = _seed(secret, table.id, len(match.entries))
    level = table.seats[seat].level
    return MoveTask(table.plan.game, dict(game.options), start, match.moves, level=level, seed=seed, seconds=_seconds(table.clock, now))


def in_a_hurry(table: Table) -> bool:
    """Whether a clock runs by the second: such tables come before all others."""
    return table.clock.plan.kind in ("fischer", "byoyomi")


def _seed(secret: bytes, table: str, ply: int) -> int:
    """Another one for each move, the same when the server asks again, and known to nobody who might work out the answer beforehand."""
    return int.from_bytes(hashlib.sha256(secret + f"|engine|{table}|{ply}".encode()).digest()[:4])


def _seconds(clock: Clock, now: int) -> float | None:
    """How long the engine may take of what is left on its clock; None where it takes the time it takes."""
    shown = clock.at(now)
    if shown is None or clock.running is None or clock.plan.kind == "correspondence":
        return None
    left = shown.left[clock.running] / 1000
    if shown.periods and shown.periods[clock.running] < clock.plan.periods:
        return Limits.clock(left, moves_to_go=2).seconds  # what is shown is a period, which each move has anew
    return Limits.clock(left, clock.plan.increment).seconds

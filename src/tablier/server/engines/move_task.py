"""Build the task of an engine whose turn it is at a table. Pure: no clock, no I/O."""

import hashlib

from tablier.api.jobs import MoveTask
from tablier.core.actors import Seat
from tablier.search.analysis import Limits
from tablier.server.tables.clock import Clock
from tablier.server.tables.state import Table


def build_move_task(table: Table, seat: Seat, now: int, secret: bytes) -> MoveTask:
    """The task to choose a move for a seat in the current position."""
    game, match = table.game, table.match
    start = None if match.origin == game.start() else game.dump(match.origin)
    seed = _seed(secret, table.id, len(match.entries))
    level = table.seats[seat].level
    return MoveTask(table.plan.game, dict(game.options), start, match.moves, level=level, seed=seed, seconds=_seconds(table.clock, now))


def player_of(table: Table) -> str:
    """The player whose share of the workers the moves of a table take: the first who plays at it, or its host where only engines play."""
    return next((seat.person for seat in table.seats if seat.person), table.host.id)


def is_live(table: Table) -> bool:
    """Whether the clock counts seconds: the jobs of such tables come first."""
    return table.clock.plan.kind in ("fischer", "byoyomi")


def _seed(secret: bytes, table: str, ply: int) -> int:
    """Different for each move, the same when asked again, and not predictable by clients."""
    return int.from_bytes(hashlib.sha256(secret + f"|engine|{table}|{ply}".encode()).digest()[:4])


def _seconds(clock: Clock, now: int) -> float | None:
    """How much of its remaining time an engine may use; None without a live clock."""
    shown = clock.at(now)
    if shown is None or clock.running is None or clock.plan.kind == "correspondence":
        return None
    left = shown.left[clock.running] / 1000
    if shown.periods and shown.periods[clock.running] < clock.plan.periods:
        return Limits.clock(left, moves_to_go=2).seconds  # what is left is a period, which each move has anew
    return Limits.clock(left, clock.plan.increment).seconds

"""Engine moves at tables: asking for them, and playing those that come back."""

from collections.abc import Awaitable, Callable

from tablier.api.jobs import MoveResult
from tablier.api.messages import Ack, Nak
from tablier.server.engines.move_task import build_move_task, is_live, player_of
from tablier.server.engines.queue import JobQueue, Priority, Unplayable
from tablier.server.errors import Problem
from tablier.server.tables.refusals import UNAVAILABLE
from tablier.server.tables.state import Table
from tablier.server.timestamps import now_ms


class MoveRequests:
    """Makes a job of the turn of an engine."""

    def __init__(self, jobs: JobQueue, secret: bytes) -> None:
        self.jobs, self._secret = jobs, secret

    async def request(self, table: Table) -> None:
        """Ask for a move of the seat to move."""
        assert table.turn is not None
        task = build_move_task(table, table.turn, now_ms(), self._secret)
        await self.jobs.request_move(table.id, table.changed, task, player_of(table), _priority(table))

    async def cancel(self, table: Table) -> None:
        """A move is no longer wanted."""
        await self.jobs.cancel_moves(table.id)


class MoveDelivery:
    """Plays the move that an engine found, and tells the queue what became of it."""

    play: Callable[[str, int, MoveResult, int], Awaitable[Ack | Nak]]
    """Plays a move that was asked for at a version of a table and waited so many milliseconds for a worker; set by the wiring."""

    async def deliver(self, table: str, version: int, found: MoveResult, waited: int) -> bool:
        """False when the move is no longer asked for; raises `Unplayable` when the law refuses it, `Problem` 503 to ask again."""
        answer = await self.play(table, version, found, waited)
        if isinstance(answer, Nak) and answer.code == "unavailable":
            raise Problem(503, "unavailable", UNAVAILABLE, retry=1)
        if isinstance(answer, Nak) and answer.code in ("illegal_move", "bad_notation", "not_now"):
            raise Unplayable(answer.why.en)
        return isinstance(answer, Ack)


def _priority(table: Table) -> Priority:
    if not table.people:
        return Priority.ENGINES
    return Priority.LIVE if is_live(table) else Priority.UNTIMED

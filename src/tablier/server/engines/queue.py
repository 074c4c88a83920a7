"""The job queue: moves and analyses for engines, in the database so that a restart loses none.

Players are served in turn, so that many tables of one player delay no other. In a turn, moves come before analyses, and no move waits for
an analysis that has begun: it is requeued with the seconds that it has left.

A worker that has taken a job reports on it; a job whose worker is silent is given to another. A result that is no longer wanted (the
table has moved on, the client has left) is dropped.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from enum import IntEnum
from typing import Any

import msgspec
import structlog
from sqlalchemy import ColumnElement, Row, and_, case, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.analysis import Analysis
from tablier.api.http import ErrorBody
from tablier.api.jobs import (
    AnalysisResult,
    AnalysisTask,
    AnyResult,
    AnyTask,
    Job,
    JobCount,
    JobFailure,
    JobKind,
    MoveResult,
    MoveTask,
    replay,
)
from tablier.api.primitives import WireText
from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.storage.bus import Bus
from tablier.server.storage.database import Database
from tablier.server.storage.schema import jobs
from tablier.server.timestamps import now_ms

log = structlog.get_logger("tablier.jobs")

NEW_JOBS = "work"
"""The bus channel that wakes waiting workers."""
WORKER_TIMEOUT = 5.0
"""Seconds without a report after which a worker is taken for dead."""
MAX_TRIES = 3
"""Workers that may fail at a job before it is given up."""
POLL_INTERVAL = 1.0
"""Seconds between two looks for jobs of dead workers, while a worker waits."""
MAX_ANALYSES = 50
"""Analyses that may run or wait."""
MIN_LEFT = 0.5
"""Seconds that an analysis must have left to be interrupted for a move; so each interruption leaves less, and it ends."""
ANALYSIS_EXPIRY = 120_000
"""Milliseconds after which an analysis was left behind by a server that died."""
GIVING_UP = "server"
"""The worker of a job at which all workers have failed."""

NO_WORKER = WireText("Aucun moteur n'a pu répondre.", "No engine was able to answer.")
NO_ENGINE = WireText("Il n'y a pas de moteur pour ce jeu ici.", "There is no engine for this game here.")
BUSY = Text(
    "L'ordinateur est très demandé en ce moment ; réessayez dans un instant.",
    "The computer is in great demand just now; try again in a moment.",
)
WRONG_RESULT = Text("Cette réponse n'est pas celle de cette tâche.", "This is no answer to this job.")

_decode_task: Callable[[bytes], AnyTask] = msgspec.json.Decoder(AnyTask).decode


class Priority(IntEnum):
    """The order of the jobs of a turn; smaller is sooner."""

    LIVE = 10
    """A clock runs."""
    UNTIMED = 20
    ENGINES = 25
    """Only engines play at the table: no player waits for the move."""
    ANALYSIS = 30
    REVIEW = 40
    """One position of a whole game that is analysed."""


class Unplayable(Exception):
    """The rules refuse a move that an engine chose."""


PlayMove = Callable[[str, int, MoveResult, int], Awaitable[bool]]
"""Plays a move at a table as it stood at a version, after its job waited so many milliseconds for a worker; False when the table has moved
on. Raises `Unplayable` when the rules refuse it."""


def job_channel(job: str) -> str:
    """The bus channel of an analysis: `Analysis` or `ErrorBody` as JSON, or nothing when it is cancelled."""
    return f"job:{job}"


def new_job_id() -> str:
    """An id for a job."""
    return secrets.token_hex(12)


class JobQueue:
    """The queue; every process of the server may add to it and take from it."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        play_move: PlayMove,
        *,
        count_fault: Callable[[str], None] = lambda kind: None,
        clock: Callable[[], int] = now_ms,
        worker_timeout: float = WORKER_TIMEOUT,
    ) -> None:
        self.database, self.bus, self.play_move, self.count_fault, self.clock = database, bus, play_move, count_fault, clock
        self.worker_timeout = worker_timeout
        self._closing = False

    # -- for tables and clients ----------------------------------------------------------------------------

    async def request_move(self, table: str, version: int, task: MoveTask, player: str, priority: Priority = Priority.UNTIMED) -> str:
        """Add the choice of a move at a version of a table, unless it is there; replaces a request for another version.

        `player` is whose share of the workers it takes.
        """
        async with self.database.read() as connection:
            known: str | None = await connection.scalar(select(jobs.c.id).where(jobs.c.table == table, jobs.c.version == version))
        if known is not None:
            return known
        job = new_job_id()
        async with self.database.write() as connection:
            await connection.execute(delete(jobs).where(jobs.c.table == table))
            turn = await _make_turn(connection, "move", player, priority)
            row = self._row(job, "move", priority, task, player=player, turn=turn, table=table, version=version)
            await connection.execute(jobs.insert().values(row))
        await self.bus.publish(NEW_JOBS, b"")
        return job

    async def request_analysis(self, player: str, task: AnalysisTask, job: str = "", priority: Priority = Priority.ANALYSIS) -> str:
        """Add an analysis for a player; replaces the one of this priority that they asked for before.

        `job` is an id from `new_job_id`, given by callers that subscribe to its channel first.
        """
        job = job or new_job_id()
        async with self.database.write() as connection:
            await connection.execute(delete(jobs).where(jobs.c.kind == "analysis", jobs.c.created < self.clock() - ANALYSIS_EXPIRY))
            theirs = and_(jobs.c.player == player, jobs.c.kind == "analysis", jobs.c.priority == int(priority))
            replaced = (await connection.scalars(select(jobs.c.id).where(theirs))).all()
            await connection.execute(delete(jobs).where(theirs))
            waiting = await connection.scalar(select(func.count()).where(jobs.c.kind == "analysis")) or 0
            if waiting >= MAX_ANALYSES:
                raise Problem(503, "unavailable", BUSY, retry=5)
            turn = await _make_turn(connection, "analysis", player, priority)
            row = self._row(job, "analysis", priority, task, player=player, turn=turn)
            await connection.execute(jobs.insert().values(row))
        for other in replaced:
            await self.bus.publish(job_channel(other), b"")
        await self.bus.publish(NEW_JOBS, b"")
        return job

    async def cancel_moves(self, table: str) -> None:
        """Drop the requests of a table."""
        await self._delete(jobs.c.table == table)

    async def cancel(self, job: str) -> None:
        """Drop a job."""
        await self._delete(jobs.c.id == job)

    # -- for workers -----------------------------------------------------------------------------------------

    async def take(
        self, worker: str, kinds: Iterable[JobKind] = ("move", "analysis"), wait: float = 0.0, disconnected: asyncio.Event | None = None
    ) -> Job | None:
        """The next job of these kinds for a worker, or None after `wait` seconds or when the worker disconnects."""
        kinds, loop = tuple(kinds), asyncio.get_running_loop()
        begun = loop.time()
        async with self.bus.subscribe(NEW_JOBS) as wake:
            while not self._closing and (disconnected is None or not disconnected.is_set()):
                elapsed = loop.time() - begun
                retry = wait <= 0 or elapsed >= POLL_INTERVAL  # other workers come first for what this one failed at
                job = await self._take_next(worker, kinds, retry=retry)
                if job is not None or elapsed >= wait:
                    return job
                await wake.receive(min(wait - elapsed, POLL_INTERVAL))
        return None

    async def report_progress(self, job: str, worker: str, analysis: Analysis | None = None) -> bool:
        """Note that a worker is alive, and publish what it has found; False when it should stop: the job is gone, another's or requeued."""
        async with self.database.write() as connection:
            held = update(jobs).where(*_held(job, worker)).values(taken=self.clock())
            row = (await connection.execute(held.returning(jobs.c.kind, jobs.c.turn, jobs.c.begun, jobs.c.body))).first()
        if row is None:
            return False
        if analysis is not None:
            await self.bus.publish(job_channel(job), msgspec.json.encode(analysis))
        return row.kind != "analysis" or not await self._interrupt(job, worker, row)

    async def complete(self, job: str, worker: str, result: AnyResult) -> bool:
        """Use a result; False when it came too late. The first counts, even from a worker that was taken for dead."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(jobs).where(jobs.c.id == job))).first()
        if row is None:
            return False
        match result:
            case MoveResult(level=None) if row.kind == "move":
                return await self._play(row, worker, result)
            case MoveResult(level=level) if row.kind == "move":
                log.warning("job.weaker", job=job, worker=worker, table=row.table, level=level, why="the worker has no compiled engine")
                self.count_fault("weaker")
                if row.tries < MAX_TRIES:  # another worker may have the level; else this move is better than any
                    await self._fail(row, worker)
                    return False
                return await self._play(row, worker, result)
            case AnalysisResult(analysis) if row.kind == "analysis":
                return await self._finish(job, analysis)
            case JobFailure(code, why):
                log.warning("job.failed", job=job, worker=worker, code=code, why=why[:500], table=row.table)
                if row.kind == "analysis":
                    return await self._finish(job, ErrorBody(code, NO_ENGINE if code == "no_engine" else NO_WORKER))
                return await self._fail(row, worker)
        raise Problem(422, "bad_request", WRONG_RESULT)

    async def sign_off(self, worker: str) -> None:
        """Requeue the jobs of a worker that stops; it has not failed at them."""
        await self._requeue(jobs.c.worker == worker, jobs.c.taken.is_not(None), tries=jobs.c.tries - 1)

    async def release_worker(self, worker: str) -> None:
        """Requeue the jobs of a worker that died."""
        await self._requeue(jobs.c.worker == worker)

    # -- for the server ----------------------------------------------------------------------------------------

    async def requeue_all(self) -> None:
        """Requeue all moves and drop all analyses, when the only server starts. A remote worker may still complete its job."""
        await self._requeue(jobs.c.kind == "move")
        await self._delete(jobs.c.kind == "analysis")

    async def counts(self) -> list[JobCount]:
        """The jobs by kind."""
        waiting, taken = func.count(case((jobs.c.taken.is_(None), 1))), func.count(jobs.c.taken)
        oldest = func.min(case((jobs.c.taken.is_(None), jobs.c.created)))
        async with self.database.read() as connection:
            rows = await connection.execute(select(jobs.c.kind, waiting, taken, oldest).group_by(jobs.c.kind))
            return [JobCount(*row) for row in rows]

    async def close(self) -> None:
        """Return from every `take` that waits."""
        self._closing = True
        await self.bus.publish(NEW_JOBS, b"")

    # -- results -----------------------------------------------------------------------------------------------

    async def _play(self, row: Row[Any], worker: str, result: MoveResult) -> bool:
        try:
            played = await self._play_at_table(row, result)  # before the job is dropped: a crash here repeats it
        except Unplayable as error:
            log.error("job.refused", job=row.id, worker=worker, table=row.table, move=result.text[:100], why=str(error))
            self.count_fault("refused")
            await self._fail(row, worker)
            return False
        await self.cancel(row.id)
        return played

    async def _finish(self, job: str, news: Analysis | ErrorBody) -> bool:
        """Drop an analysis and publish its end; False when it was dropped before."""
        finished = await self._delete(jobs.c.id == job) == 1
        if finished:
            await self.bus.publish(job_channel(job), msgspec.json.encode(news))
        return finished

    async def _fail(self, row: Row[Any], worker: str) -> bool:
        """Let another worker try, or give up; False when the job is no longer that worker's."""
        held = _held(row.id, worker)
        if row.tries < MAX_TRIES:
            return await self._requeue(*held, failed=worker) == 1
        async with self.database.write() as connection:
            claim = update(jobs).where(*held).values(taken=self.clock(), worker=GIVING_UP)
            if (await connection.execute(claim)).rowcount == 0:
                return False
        await self._give_up(row)
        return True

    async def _give_up(self, row: Row[Any]) -> None:
        """End an analysis with an error; play any legal move, so that a table does not wait for ever."""
        log.error("job.given_up", job=row.id, kind=row.kind, table=row.table, tries=row.tries)
        self.count_fault("given_up")
        task = _decode_task(row.body)
        if isinstance(task, AnalysisTask):
            await self._finish(row.id, ErrorBody("unavailable", NO_WORKER))
            return
        try:
            for text in await asyncio.to_thread(_legal_moves, task):
                with suppress(Unplayable):
                    await self._play_at_table(row, MoveResult(text))
                    break
        except TablierError:  # a table that cannot be replayed is a bug, but not of the worker that asks for its next job
            log.exception("job.no_move", job=row.id, table=row.table)
        await self.cancel(row.id)

    async def _play_at_table(self, row: Row[Any], result: MoveResult) -> bool:
        waited = 0 if row.begun is None else max(0, row.begun - row.created)
        return await self.play_move(row.table, row.version, result, waited)

    # -- rows ----------------------------------------------------------------------------------------------------

    def _row(self, job: str, kind: JobKind, priority: Priority, task: AnyTask, **columns: Any) -> dict[str, Any]:
        body = msgspec.json.encode(task)
        return {"id": job, "kind": kind, "priority": int(priority), "created": self.clock(), "body": body, "tries": 0, **columns}

    def _free(self, worker: str, kinds: tuple[JobKind, ...], retry: bool) -> ColumnElement[bool]:
        """The jobs that a worker may take; those it failed at only with `retry`."""
        silent = self.clock() - int(self.worker_timeout * 1000)
        waits = jobs.c.taken.is_(None) if retry else and_(jobs.c.taken.is_(None), or_(jobs.c.worker.is_(None), jobs.c.worker != worker))
        return and_(jobs.c.kind.in_(kinds), or_(waits, jobs.c.taken < silent))

    async def _take_next(self, worker: str, kinds: tuple[JobKind, ...], *, retry: bool) -> Job | None:
        """Take the first free job; on the way, give up those at which too many workers failed."""
        free = self._free(worker, kinds, retry)
        while await self._any(free):
            async with self.database.write() as connection:
                query = select(jobs).where(free).order_by(jobs.c.turn, jobs.c.priority, jobs.c.created).limit(1)
                row = (await connection.execute(query.with_for_update(skip_locked=True))).first()
                if row is None:
                    return None
                good = row.tries < MAX_TRIES
                now = self.clock()
                claim = {"taken": now, "begun": now, "worker": worker if good else GIVING_UP, "tries": row.tries + good}
                await connection.execute(update(jobs).where(jobs.c.id == row.id).values(claim))
            if good:
                return Job(row.id, _decode_task(row.body), self.worker_timeout)
            await self._give_up(row)
        return None

    async def _interrupt(self, job: str, worker: str, row: Row[Any]) -> bool:
        """Requeue an analysis behind the first move that waits, with what is left of its seconds; False when it may go on."""
        task = _decode_task(row.body)
        left = (task.seconds or 0.0) - (self.clock() - (row.begun or 0)) / 1000
        if left < MIN_LEFT:
            return False
        async with self.database.read() as connection:
            first = await connection.scalar(select(func.min(jobs.c.turn)).where(self._free(worker, ("move",), retry=False)))
        if first is None:
            return False
        rest = msgspec.json.encode(msgspec.structs.replace(task, seconds=left))
        return await self._requeue(*_held(job, worker), tries=jobs.c.tries - 1, turn=max(row.turn, first), body=rest) == 1

    async def _any(self, which: ColumnElement[bool]) -> bool:
        """Whether there is such a job: only a read, so that waiting workers do not delay writers."""
        async with self.database.read() as connection:
            return await connection.scalar(select(jobs.c.id).where(which).limit(1)) is not None

    async def _requeue(self, *which: ColumnElement[bool], failed: str | None = None, **columns: Any) -> int:
        """Make jobs free again, for other workers than `failed` first; returns how many."""
        async with self.database.write() as connection:
            freed = (await connection.execute(update(jobs).where(*which).values(taken=None, worker=failed, **columns))).rowcount
        await self.bus.publish(NEW_JOBS, b"")
        return freed

    async def _delete(self, which: ColumnElement[bool]) -> int:
        async with self.database.write() as connection:
            return (await connection.execute(delete(jobs).where(which))).rowcount


async def _make_turn(connection: AsyncConnection, kind: JobKind, player: str, priority: Priority) -> int:
    """The turn of a player's next job: that which is served now, or the one after their jobs that come before it; later ones move back."""
    theirs = and_(jobs.c.kind == kind, jobs.c.player == player)
    served = func.min(case((jobs.c.taken.is_(None), jobs.c.turn)))
    last = func.max(case((and_(theirs, jobs.c.priority <= priority), jobs.c.turn)))
    row = (await connection.execute(select(served.label("served"), last.label("last")))).one()
    turn = max(row.served or 0, 0 if row.last is None else row.last + 1)
    later = and_(theirs, jobs.c.priority > priority, jobs.c.turn >= turn, jobs.c.taken.is_(None))
    free = select(jobs.c.id).where(later).with_for_update(skip_locked=True)  # one that is being taken or replaced need not move
    await connection.execute(update(jobs).where(jobs.c.id.in_(free)).values(turn=jobs.c.turn + 1))
    return turn


def _held(job: str, worker: str) -> tuple[ColumnElement[bool], ...]:
    return jobs.c.id == job, jobs.c.worker == worker, jobs.c.taken.is_not(None)


def _legal_moves(task: MoveTask) -> list[str]:
    match = replay(task)
    return [match.game.write(match.position, move) for move in match.legal()]

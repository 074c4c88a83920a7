"""Work for engines: a queue in the database, so that nothing thought about is forgotten when the server goes away.

Whoever takes a job must be heard of from time to time; a job of a silent worker is given to another. An answer that nobody waits
for any more (the table has moved on, the reader has left) is dropped.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import suppress
from enum import IntEnum
from types import TracebackType
from typing import Any

import msgspec
import structlog
from sqlalchemy import ColumnElement, Row, and_, delete, func, or_, select, update

from tablier.api.analysis import Analysis
from tablier.api.http import ErrorBody
from tablier.api.jobs import AnalysisResult, AnalysisTask, AnyResult, AnyTask, Job, JobFailure, JobKind, MoveResult, MoveTask
from tablier.api.primitives import WireText
from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.positions.questions import match_of
from tablier.server.storage.bus import Bus
from tablier.server.storage.database import Database
from tablier.server.storage.schema import jobs
from tablier.server.timestamps import now_ms

log = structlog.get_logger("tablier.work")

WAKE = "work"
"""The channel on which workers hear that there is something to do."""

SILENCE = 5.0
"""Seconds without a word after which a worker is taken for dead."""

TRIES = 3
"""Workers that may fail at a job before it is given up."""

BEAT = 1.0
"""Seconds between two looks for jobs of the dead, while a worker waits."""

MOST_WAITING = 50
"""Analyses that may be under way or wait."""

TOO_OLD = 120_000
"""Milliseconds after which an analysis was left behind by a server that died."""

NO_WORKER = WireText("Aucun moteur n'a pu chercher.", "No engine was able to look.")
NO_ENGINE = WireText("Il n'y a pas de moteur pour ce jeu ici.", "There is no engine for this game here.")


class Priority(IntEnum):
    """What comes first; smaller is sooner."""

    LIVE = 10
    """A clock runs."""
    UNTIMED = 20
    ANALYSIS = 30


HOUSE = "house"
"""Who is at a job at which all workers have failed."""


class Unplayable(Exception):
    """An engine's move that the law refuses: the engine is wrong, or not the one it says it is."""


Deliver = Callable[[str, int, MoveResult], Awaitable[bool]]
"""Plays an engine's move at a table as it stood at a version; False when the table has moved on, `Unplayable` when it is no move."""

_TASK: msgspec.json.Decoder[AnyTask] = msgspec.json.Decoder(AnyTask)


def channel_of(job: str) -> str:
    """Where the progress of an analysis is told: `Analysis` or `Trouble` as JSON; nothing at all when it was cancelled."""
    return f"job:{job}"


def new_job() -> str:
    """A name that no other job has."""
    return secrets.token_hex(12)


class Work:
    """The queue. Any process of the server may fill it, and any may give from it."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        deliver: Deliver,
        *,
        fault: Callable[[str], None] = lambda kind: None,
        clock: Callable[[], int] = now_ms,
        silence: float = SILENCE,
    ) -> None:
        self.database, self.bus, self.deliver, self.fault, self.clock, self.silence = database, bus, deliver, fault, clock, silence
        self.closing = False

    # -- what the tables want ---------------------------------------------------------------------------

    async def want_move(self, table: str, version: int, task: MoveTask, priority: Priority = Priority.UNTIMED) -> str:
        """Let an engine choose a move at a table as it stands at this version. To ask twice is to ask once."""
        async with self.database.read() as connection:
            known: str | None = await connection.scalar(select(jobs.c.id).where(jobs.c.table == table, jobs.c.version == version))
        if known is not None:
            return known
        job = new_job()
        async with self.database.write() as connection:
            await connection.execute(delete(jobs).where(jobs.c.table == table))
            await connection.execute(jobs.insert().values(self._row(job, "move", priority, task, table=table, version=version)))
        await self.bus.publish(WAKE, b"")
        return job

    async def want_analysis(self, player: str, task: AnalysisTask, job: str = "") -> str:
        """Let an engine look at a position for somebody; what they asked for before is cancelled.

        `job` is a name from `new_job` for whoever listens to its channel before it begins.
        """
        job = job or new_job()
        async with self.database.write() as connection:
            await connection.execute(delete(jobs).where(jobs.c.kind == "analysis", jobs.c.created < self.clock() - TOO_OLD))
            former = (await connection.scalars(select(jobs.c.id).where(jobs.c.player == player))).all()
            await connection.execute(delete(jobs).where(jobs.c.player == player))
            waiting = await connection.scalar(select(func.count()).where(jobs.c.kind == "analysis")) or 0
            if waiting >= MOST_WAITING:
                busy = Text("Tous les moteurs sont occupés ; réessayez bientôt.", "All engines are busy; try again soon.")
                raise Problem(503, "unavailable", busy, retry=5)
            await connection.execute(jobs.insert().values(self._row(job, "analysis", Priority.ANALYSIS, task, player=player)))
        for other in former:
            await self.bus.publish(channel_of(other), b"")
        await self.bus.publish(WAKE, b"")
        return job

    async def forget(self, table: str) -> None:
        """Nothing is wanted at this table any more."""
        await self._drop(jobs.c.table == table)

    async def cancel(self, job: str) -> None:
        """Nobody wants this any more."""
        await self._drop(jobs.c.id == job)

    async def close(self) -> None:
        """Let the workers that wait here go."""
        self.closing = True
        await self.bus.publish(WAKE, b"")

    # -- what the workers do --------------------------------------------------------------------------------

    async def take(
        self, worker: str, kinds: Iterable[JobKind] = ("move", "analysis"), wait: float = 0.0, gone: asyncio.Event | None = None
    ) -> Job | None:
        """The next job of these kinds for a worker, or none after `wait` seconds, or when the worker has gone meanwhile."""
        kinds = tuple(kinds)
        begun = asyncio.get_running_loop().time()
        until = begun + wait
        async with self.bus.subscribe(WAKE) as messages, Ear(messages) as ear:
            while not self.closing and (gone is None or not gone.is_set()):
                now = asyncio.get_running_loop().time()
                job = await self._next(worker, kinds, again=wait <= 0 or now >= begun + BEAT)  # what it failed at, others may have first
                left = until - now
                if job is not None or left <= 0:
                    return job
                await ear.hear(min(left, BEAT))
        return None

    async def progress(self, job: str, worker: str, analysis: Analysis | None = None) -> bool:
        """A worker is still at it; False when it should stop, because the job is gone or another's."""
        async with self.database.write() as connection:
            held = update(jobs).where(jobs.c.id == job, jobs.c.worker == worker, jobs.c.taken.is_not(None)).values(taken=self.clock())
            if (await connection.execute(held)).rowcount == 0:
                return False
        if analysis is not None:
            await self.bus.publish(channel_of(job), msgspec.json.encode(analysis))
        return True

    async def answer(self, job: str, worker: str, finding: AnyResult) -> bool:
        """What came of a job; False when it came too late. The first answer counts, also of a worker that was taken for dead."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(jobs).where(jobs.c.id == job))).first()
        if row is None:
            return False
        match finding:
            case MoveResult() if row.kind == "move":
                try:
                    used = await self.deliver(row.table, row.version, finding)  # before the job goes: a server that dies here asks again
                except Unplayable as error:
                    log.error("work.refused", job=job, worker=worker, table=row.table, move=finding.text[:100], why=str(error))
                    self.fault("refused")
                    await self._failed(row, worker)
                    return False
                await self.cancel(job)
                return used
            case AnalysisResult(analysis) if row.kind == "analysis":
                return await self._finish(job, msgspec.json.encode(analysis))
            case JobFailure(code, why):
                log.warning("work.failed", job=job, worker=worker, code=code, why=why[:500], table=row.table)
                if row.kind == "analysis":
                    trouble = ErrorBody(code, NO_ENGINE if code == "no_engine" else NO_WORKER)
                    return await self._finish(job, msgspec.json.encode(trouble))
                return await self._failed(row, worker)
        raise Problem(422, "bad_request", Text("Cette réponse n'est pas celle de cette tâche.", "This is no answer to this job."))

    async def leave(self, worker: str) -> None:
        """A worker goes away: others get what it was at, and it has not failed at it."""
        await self._put_back(jobs.c.worker == worker, jobs.c.taken.is_not(None), tries=jobs.c.tries - 1)

    async def lost(self, worker: str) -> None:
        """A worker has died: others get what it was at, unless too many have died of it."""
        await self._put_back(jobs.c.worker == worker)

    async def begin_again(self) -> None:
        """The only server begins: its workers of before are gone. One elsewhere that is still thinking may answer all the same."""
        await self._put_back(jobs.c.kind == "move")
        await self._drop(jobs.c.kind == "analysis")

    async def depths(self) -> dict[str, tuple[int, float]]:
        """For each kind: how many jobs are under way or wait, and for how many seconds the oldest has."""
        query = select(jobs.c.kind, func.count(), func.min(jobs.c.created)).group_by(jobs.c.kind)
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return {kind: (count, max(0.0, (self.clock() - oldest) / 1000)) for kind, count, oldest in rows}

    # -- the rows -------------------------------------------------------------------------------------------

    def _row(self, job: str, kind: JobKind, priority: Priority, task: AnyTask, **whose: Any) -> dict[str, Any]:
        body = msgspec.json.encode(task)
        return {"id": job, "kind": kind, "priority": int(priority), "created": self.clock(), "body": body, "tries": 0, **whose}

    def _free(self, worker: str, kinds: tuple[JobKind, ...], again: bool) -> ColumnElement[bool]:
        """What a worker may take; what it has just failed at only `again`."""
        silent = self.clock() - int(self.silence * 1000)
        waits = jobs.c.taken.is_(None) if again else and_(jobs.c.taken.is_(None), or_(jobs.c.worker.is_(None), jobs.c.worker != worker))
        return and_(jobs.c.kind.in_(kinds), or_(waits, jobs.c.taken < silent))

    async def _next(self, worker: str, kinds: tuple[JobKind, ...], *, again: bool) -> Job | None:
        """Take the first job that is free; on the way, give up those at which too many have failed."""
        free = self._free(worker, kinds, again)
        while await self._anything(free):
            async with self.database.write() as connection:
                query = select(jobs).where(free).order_by(jobs.c.priority, jobs.c.created).limit(1)
                row = (await connection.execute(query.with_for_update(skip_locked=True))).first()
                if row is None:
                    return None
                good = row.tries < TRIES
                now_at = {"taken": self.clock(), "worker": worker if good else HOUSE, "tries": row.tries + good}
                await connection.execute(update(jobs).where(jobs.c.id == row.id).values(now_at))
            if good:
                return Job(row.id, _TASK.decode(row.body), self.silence)
            await self._give_up(row)
        return None

    async def _anything(self, free: ColumnElement[bool]) -> bool:
        """Whether a job is free: only a look, so that waiting workers do not keep the writers busy."""
        async with self.database.read() as connection:
            return await connection.scalar(select(jobs.c.id).where(free).limit(1)) is not None

    async def _failed(self, row: Row[Any], worker: str) -> bool:
        """A worker could not do its job: others shall try, and then the services. False when the job was no longer that worker's."""
        its = (jobs.c.id == row.id, jobs.c.worker == worker, jobs.c.taken.is_not(None))
        if row.tries < TRIES:
            return await self._put_back(*its, worker=worker) == 1
        async with self.database.write() as connection:
            now_at = {"taken": self.clock(), "worker": HOUSE}
            if (await connection.execute(update(jobs).where(*its).values(now_at))).rowcount == 0:
                return False
        await self._give_up(row)
        return True

    async def _put_back(self, *which: ColumnElement[bool], tries: Any = jobs.c.tries, worker: str | None = None) -> int:
        """Let others than `worker` take these jobs; tells how many there were."""
        async with self.database.write() as connection:
            back = (await connection.execute(update(jobs).where(*which).values(taken=None, worker=worker, tries=tries))).rowcount
        await self.bus.publish(WAKE, b"")
        return back

    async def _finish(self, job: str, news: bytes) -> bool:
        """Drop the job, and tell the news unless it was dropped before."""
        async with self.database.write() as connection:
            there = (await connection.execute(delete(jobs).where(jobs.c.id == job))).rowcount == 1
        if there:
            await self.bus.publish(channel_of(job), news)
        return there

    async def _drop(self, which: ColumnElement[bool]) -> None:
        async with self.database.write() as connection:
            await connection.execute(delete(jobs).where(which))

    async def _give_up(self, row: Row[Any]) -> None:
        """Every worker failed: a reader is told so; a table does not wait for ever and gets any legal move."""
        log.error("work.given_up", job=row.id, kind=row.kind, table=row.table, tries=row.tries)
        self.fault("given_up")
        task = _TASK.decode(row.body)
        if isinstance(task, AnalysisTask):
            await self._finish(row.id, msgspec.json.encode(ErrorBody("unavailable", NO_WORKER)))
            return
        try:
            for text in await asyncio.to_thread(legal_texts, task):
                with suppress(Unplayable):
                    await self.deliver(row.table, row.version, MoveResult(text))
                    break
        except TablierError:  # a table that cannot be replayed: loud here, but no fault of the worker that asks for its next job
            log.exception("work.no_move", job=row.id, table=row.table)
        await self.cancel(row.id)


def legal_texts(task: AnyTask) -> list[str]:
    """The legal moves, chosen by nobody."""
    match = match_of(task)
    return [match.game.write(match.position, move) for move in match.legal()]


class Ear:
    """Waits for the messages of a subscription with a limit, without losing one that comes just then."""

    def __init__(self, messages: AsyncIterator[bytes]) -> None:
        self._messages = messages
        self._coming: asyncio.Future[bytes] | None = None

    async def __aenter__(self) -> "Ear":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._coming is not None:
            self._coming.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await self._coming

    async def hear(self, seconds: float) -> bytes | None:
        """The next message, or None when none came in that time."""
        if self._coming is None:
            self._coming = asyncio.ensure_future(_next_of(self._messages))
        done, _ = await asyncio.wait({self._coming}, timeout=seconds)
        if not done:
            return None
        coming, self._coming = self._coming, None
        try:
            return coming.result()
        except StopAsyncIteration:  # the bus is closed; whoever waits still waits
            await asyncio.sleep(seconds)
            return None


async def _next_of(messages: AsyncIterator[bytes]) -> bytes:
    return await anext(messages)

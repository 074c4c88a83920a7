"""Whole games analysed: position after position goes through the job queue, from the last to the first, so that the loss of a move is known
as soon as its position is. What is found of finished tables is kept."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from tablier.api.analysis import Analysis, MoveReview, PositionWorth
from tablier.api.game_line import GameLine
from tablier.api.http import ErrorBody
from tablier.server.engines.queue import NO_WORKER, JobQueue, Priority, job_channel, new_job_id
from tablier.server.storage.database import Database
from tablier.server.storage.schema import move_reviews
from tablier.server.timestamps import now_ms

SECONDS = 0.5
"""Of search at each ply."""
PATIENCE = 60.0
"""Seconds that a position may wait for a worker and be searched; then the analysis pauses."""


class MoveReviews:
    """The reviews of finished tables, in the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def read(self, table: str) -> dict[int, MoveReview]:
        """All that is known of a table, by ply."""
        async with self.database.read() as connection:
            rows = await connection.execute(select(move_reviews.c.ply, move_reviews.c.body).where(move_reviews.c.table == table))
            return {row.ply: msgspec.json.decode(row.body, type=MoveReview) for row in rows}

    async def keep(self, table: str, review: MoveReview) -> None:
        """Store a review, in place of an older one."""
        key = (move_reviews.c.table == table) & (move_reviews.c.ply == review.ply)
        row = {"table": table, "ply": review.ply, "at": now_ms(), "body": msgspec.json.encode(review)}
        try:
            async with self.database.write() as connection:
                await connection.execute(delete(move_reviews).where(key))
                await connection.execute(move_reviews.insert().values(row))
        except IntegrityError:  # another process has just stored its own
            return


class GameAnalyst:
    """Goes through games."""

    def __init__(self, jobs: JobQueue, reviews: MoveReviews) -> None:
        self.jobs, self.reviews, self.seconds, self.patience = jobs, reviews, SECONDS, PATIENCE

    def start(self, player: str, line: GameLine, known: PositionWorth | None = None, table: str | None = None) -> "GameReview":
        """Begin to go through a line: all of it, what comes before `known`, or what is not kept of a finished table."""
        return GameReview(self, player, line, known, table)


class GameReview:
    """A game that is gone through for a player, in a task of its own: a client that leaves interrupts no query, only the search."""

    def __init__(self, analyst: GameAnalyst, player: str, line: GameLine, known: PositionWorth | None, table: str | None) -> None:
        self._analyst, self._player, self._line, self._known, self._table = analyst, player, line, known, table
        self._found: asyncio.Queue[MoveReview | ErrorBody | None] = asyncio.Queue()
        self._stopped, self._job = False, ""
        self._task = asyncio.create_task(self._run())

    async def found(self) -> AsyncIterator[MoveReview | ErrorBody]:
        """The reviews, the last ply first; those of a table that were kept come before the others. An error ends it early."""
        while (review := await self._found.get()) is not None:
            yield review
        await self._task  # raises what went wrong

    async def stop(self) -> None:
        """End it; the position that is searched is dropped."""
        self._stopped = True
        if self._job:
            await self._analyst.jobs.cancel(self._job)
            await self._analyst.jobs.bus.publish(job_channel(self._job), b"")
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            await self._go_through()
        finally:
            self._found.put_nowait(None)

    async def _go_through(self) -> None:
        kept = await self._analyst.reviews.read(self._table) if self._table else {}
        for ply in sorted(kept, reverse=True):
            self._found.put_nowait(kept[ply])
        following = self._known
        for ply in reversed(self._line.plies):
            if self._known is not None and ply >= self._known.ply:
                continue
            review = kept.get(ply) or await self._review(ply, following)
            if review is not None and ply not in kept:
                self._found.put_nowait(review)
            if not isinstance(review, MoveReview):
                return
            following = PositionWorth(ply, review.seat, review.chance)

    async def _review(self, ply: int, following: PositionWorth | None) -> MoveReview | ErrorBody | None:
        """The review of one ply, kept for a table; None when it is stopped, or another analysis of the same player replaces this one."""
        found = await self._search(ply)
        if not isinstance(found, Analysis):
            return found
        review = self._line.review(ply, found, following)
        if self._table:
            await self._analyst.reviews.keep(self._table, review)
        return review

    async def _search(self, ply: int) -> Analysis | ErrorBody | None:
        jobs, job = self._analyst.jobs, new_job_id()
        async with jobs.bus.subscribe(job_channel(job)) as messages:  # before a worker can answer
            if self._stopped:
                return None
            await jobs.request_analysis(self._player, self._line.task(ply, self._analyst.seconds), job, Priority.REVIEW)
            self._job = job
            while not self._stopped and (message := await messages.receive(self._analyst.patience)):
                found = _read(message)
                if isinstance(found, ErrorBody) or found.done:
                    return found
        await jobs.cancel(job)
        return None if self._stopped or message == b"" else ErrorBody("unavailable", NO_WORKER, retry=5)


class _Code(msgspec.Struct):
    code: str | None = None


def _read(message: bytes) -> Analysis | ErrorBody:
    failed = msgspec.json.decode(message, type=_Code).code is not None
    return msgspec.json.decode(message, type=ErrorBody) if failed else msgspec.json.decode(message, type=Analysis)

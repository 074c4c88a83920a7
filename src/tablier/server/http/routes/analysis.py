"""Analysis of a position by an engine, streamed while it deepens."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from tablier.api.analysis import Analysis, AnalysisRequest
from tablier.api.http import ErrorBody
from tablier.api.jobs import AnalysisTask
from tablier.core.text import Text
from tablier.server.engines.queue import NO_WORKER, JobQueue, job_channel, new_job_id
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.questions import find_actor
from tablier.server.positions.service import PositionService
from tablier.server.storage.bus import Subscription
from tablier.server.storage.database import Database
from tablier.server.tables.rated_help import check_no_help
from tablier.server.tables.registry import TableRegistry

MAX_SECONDS, MAX_LINES, MAX_MOVES = 30.0, 5, 2000
GRACE = 15.0
"""Seconds beyond its own after which an analysis of which nothing is heard is given up."""

GAME_OVER = Text("La partie est finie.", "The game is over.")
DIE_NEXT = Text("C'est au tour du dé : il n'y a pas de coup à choisir.", "The die is next: there is no move to choose.")


class _Status(msgspec.Struct):
    """The fields of a line that tell whether it is the last, and how deep it is."""

    done: bool = False
    code: str | None = None
    depth: int = 0
    nodes: int = 0


async def analyse(
    call: Call, asked: AnalysisRequest, positions: PositionService, jobs: JobQueue, registry: TableRegistry, database: Database
) -> StreamingResponse:
    """Find the best lines of a position. The response is lines of JSON; the last one has `done`, or a `code` when no engine was available.
    Closing the connection cancels the analysis, and so does asking for another. A rated game of yours is not analysed while it goes on."""
    await check_no_help(database, registry, call.who.player, asked.game, asked.position, asked.moves)
    _check(asked)
    task = AnalysisTask(asked.game, asked.options, asked.position, asked.moves, lines=asked.lines, seconds=asked.seconds)
    question = positions.ask(asker_of(call), find_actor, msgspec.json.encode(task))
    actor = msgspec.json.decode(await while_connected(call, question))
    if not isinstance(actor, int):
        raise Problem(422, "over" if actor is None else "not_now", GAME_OVER if actor is None else DIE_NEXT)
    job = new_job_id()
    async with AsyncExitStack() as stack:
        messages = await stack.enter_async_context(jobs.bus.subscribe(job_channel(job)))  # before a worker can answer
        await jobs.request_analysis(call.who.player.id, task, job)
        stack.push_async_callback(jobs.cancel, job)
        return _AnalysisResponse(_lines(messages, asked.seconds + GRACE), stack.pop_all())


class _AnalysisResponse(StreamingResponse):
    """A stream of lines that releases its resources when it ends or is cancelled."""

    def __init__(self, lines: AsyncIterator[bytes], stack: AsyncExitStack) -> None:
        super().__init__(lines, media_type="application/x-ndjson", headers={"X-Accel-Buffering": "no"})
        self.stack = stack

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await asyncio.shield(self.stack.aclose())


async def _lines(messages: Subscription, seconds: float) -> AsyncIterator[bytes]:
    """What workers report, each line as deep as the one before, until it is done; an analysis that was interrupted begins anew."""
    deepest, best = (0, 0), b""
    while line := await messages.receive(seconds):
        status = msgspec.json.decode(line, type=_Status)
        depth = status.depth, status.nodes
        if status.code or depth >= deepest:
            deepest, best = depth, line
            yield line + b"\n"
        elif status.done:
            yield msgspec.json.encode(msgspec.structs.replace(msgspec.json.decode(best, type=Analysis), done=True)) + b"\n"
        if status.done or status.code:
            return
    if line is None:
        yield msgspec.json.encode(ErrorBody("unavailable", NO_WORKER, retry=5)) + b"\n"


def _check(asked: AnalysisRequest) -> None:
    if not (0 < asked.seconds <= MAX_SECONDS and 1 <= asked.lines <= MAX_LINES and len(asked.moves) <= MAX_MOVES):
        raise Problem(
            422,
            "bad_request",
            Text(
                f"Au plus {MAX_SECONDS:.0f} secondes, {MAX_LINES} suites et {MAX_MOVES} coups.",
                f"At most {MAX_SECONDS:.0f} seconds, {MAX_LINES} lines and {MAX_MOVES} moves.",
            ),
        )


ENDPOINTS = (
    Endpoint(
        "POST",
        "/analysis",
        "Analyse a position: lines of JSON, each deeper than the one before",
        analyse,
        body=AnalysisRequest,
        returns=(Analysis, ErrorBody),
        media="application/x-ndjson",
        cost=5,
    ),
)

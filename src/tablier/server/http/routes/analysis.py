"""An engine's view of a position, told while it gets better."""

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
from tablier.server.engines.queue import NO_WORKER, job_channel, new_job_id
from tablier.server.http.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.questions import find_actor
from tablier.server.storage.bus import Subscription

MOST_SECONDS, MOST_LINES, MOST_MOVES = 30.0, 5, 2000
GRACE = 15.0
"""Seconds beyond its own that an analysis may wait for a free engine."""

OVER = Text("La partie est finie.", "The game is over.")
DIE_NEXT = Text("C'est au dé : il n'y a pas de coup à choisir.", "The die comes next: there is no move to choose.")


class _Glance(msgspec.Struct):
    """What must be known of a piece of news to pass it on."""

    done: bool = False
    code: str | None = None


async def analyse(call: Call, asked: AnalysisRequest) -> StreamingResponse:
    """Find the best lines of a position, as lines of JSON, the last one with `done`; or with a `code`, when no engine was able to look.
    To go away is to cancel; to ask again ends what was asked before."""
    _check(asked)
    task = AnalysisTask(asked.game, asked.options, asked.position, asked.moves, lines=asked.lines, seconds=asked.seconds)
    actor = msgspec.json.decode(await call.services.positions.ask(find_actor, msgspec.json.encode(task)))
    if not isinstance(actor, int):
        raise Problem(422, "over" if actor is None else "not_now", OVER if actor is None else DIE_NEXT)
    work = call.services.jobs
    job = new_job_id()
    async with AsyncExitStack() as stack:
        messages = await stack.enter_async_context(work.bus.subscribe(job_channel(job)))  # before anybody can answer
        await work.request_analysis(call.who.player.id, task, job)
        stack.push_async_callback(work.cancel, job)
        return News(_news(messages, asked.seconds + GRACE), stack.pop_all())


class News(StreamingResponse):
    """A stream that lets go of what it holds when it ends, however it ends."""

    def __init__(self, news: AsyncIterator[bytes], stack: AsyncExitStack) -> None:
        super().__init__(news, media_type="application/x-ndjson", headers={"X-Accel-Buffering": "no"})
        self.stack = stack

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell the news."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await asyncio.shield(self.stack.aclose())


async def _news(messages: Subscription, seconds: float) -> AsyncIterator[bytes]:
    """What comes of an analysis, until it is done."""
    until = asyncio.get_running_loop().time() + seconds
    while (left := until - asyncio.get_running_loop().time()) > 0:
        news = await messages.receive(left)
        if news is None:
            continue
        if news == b"":
            return
        yield news + b"\n"
        glance = msgspec.json.decode(news, type=_Glance)
        if glance.done or glance.code:
            return
    yield msgspec.json.encode(ErrorBody("unavailable", NO_WORKER, retry=5)) + b"\n"


def _check(asked: AnalysisRequest) -> None:
    if not (0 < asked.seconds <= MOST_SECONDS and 1 <= asked.lines <= MOST_LINES and len(asked.moves) <= MOST_MOVES):
        raise Problem(
            422,
            "bad_request",
            Text(
                f"Au plus {MOST_SECONDS:.0f} secondes, {MOST_LINES} suites et {MOST_MOVES} coups.",
                f"At most {MOST_SECONDS:.0f} seconds, {MOST_LINES} lines and {MOST_MOVES} moves.",
            ),
        )


ENDPOINTS = (
    Endpoint(
        "POST",
        "/analysis",
        "Let an engine look at a position: lines of JSON, each better than the one before",
        analyse,
        body=AnalysisRequest,
        returns=(Analysis, ErrorBody),
        media="application/x-ndjson",
        cost=5,
    ),
)

"""Questions about any position, answered in a process of its own: a contrived position may take long and must delay no move."""

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context

import msgspec

from tablier.api.http import PositionRequest
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.positions.questions import Question, describe_position, position_view

TIMEOUT = 3.0
"""Seconds for one question."""
START_TIMEOUT = 30.0
"""Seconds for the process to start."""
MAX_MOVES = 2_000
TOO_HARD = Text("Cette position demande trop de calcul.", "This position takes too long to work out.")


class PositionService:
    """One process that answers one question at a time; it is replaced when it is stuck."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Future[bool]
        self._lock = asyncio.Lock()

    async def describe(self, request: PositionRequest) -> bytes:
        """A `PositionView` as JSON; raises `Problem` when the request is wrong or takes too long."""
        if len(request.moves) > MAX_MOVES:
            raise Problem(413, "too_long", Text(f"Au plus {MAX_MOVES} coups.", f"At most {MAX_MOVES} moves."))
        if not (request.position or request.moves or request.clicks):
            return _start_view(request.game, tuple(sorted(request.options.items())))
        return await self.ask(describe_position, msgspec.json.encode(request))

    async def ask(self, question: Question, data: bytes) -> bytes:
        """The answer of the other process; raises `Problem` when the question is wrong or takes too long."""
        async with self._lock:  # the timeout of a question does not run while another is answered
            pool = await self._started()
            asked = asyncio.get_running_loop().run_in_executor(pool, question, data)
            try:
                good, reply = await asyncio.wait_for(asked, TIMEOUT)
            except (TimeoutError, BrokenProcessPool):
                self._kill(pool)
                raise Problem(422, "too_hard", TOO_HARD) from None
        if not good:
            raise _problem(reply)
        return reply

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._kill(self._pool)

    async def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            pool = self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            self._starting = asyncio.ensure_future(asyncio.wait_for(asyncio.wrap_future(pool.submit(_ready)), START_TIMEOUT))
        try:
            await asyncio.shield(self._starting)
        except (TimeoutError, BrokenProcessPool):
            self._kill(self._pool)
            raise Problem(503, "unavailable", TOO_HARD) from None
        return self._pool

    def _kill(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):  # no public way to stop a process that is busy
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _ready() -> bool:
    return True


@lru_cache(64)
def _start_view(name: str, options: tuple[tuple[str, str | int], ...]) -> bytes:
    """The start of a game: never contrived, and asked for by every first visit."""
    return msgspec.json.encode(position_view(PositionRequest(name, dict(options))))


def _problem(reply: bytes) -> Problem:
    body = msgspec.json.decode(reply)
    code, why = body.pop("code"), Text(**body.pop("why"))
    return Problem(422, code, why, **body)

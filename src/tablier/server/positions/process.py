"""A process that answers one question at a time, and is replaced when it is stuck."""

import asyncio
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import FrameType

from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.positions.questions import Question, Reply

TIMEOUT = 3.0
"""Seconds of computing for one question. On a busy machine that lasts longer: a simple question must not be taken for a hard one."""
BUSY = 5
"""How many times as long it may last."""
START_TIMEOUT = 30.0
"""Seconds for the process to start."""
TOO_HARD = Text("Cette position demande trop de calcul.", "This position takes too long to work out.")


class AnswerProcess:
    """Its first question starts it, unless `start` was called."""

    def __init__(self) -> None:
        self.busy = False
        self._pool: ProcessPoolExecutor | None = None
        self._ready: asyncio.Future[bool]

    def start(self) -> ProcessPoolExecutor:
        """Start the process unless it runs; it is ready later."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            self._ready = asyncio.wrap_future(self._pool.submit(_ready))
        return self._pool

    async def answer(self, question: Question, data: bytes) -> Reply:
        """The answer; raises `Problem` when it takes too long. The process is replaced then, and when the asker has left."""
        pool = self.start()
        try:
            await asyncio.wait_for(asyncio.shield(self._ready), START_TIMEOUT)
        except (TimeoutError, BrokenProcessPool):
            self.kill()
            raise Problem(503, "unavailable", TOO_HARD, retry=5) from None
        try:
            answer = asyncio.get_running_loop().run_in_executor(pool, _answer, question, data, TIMEOUT)
            return await asyncio.wait_for(answer, BUSY * TIMEOUT)
        except BaseException as error:
            if self._pool is pool:
                self.kill()
                self.start()  # at once: the next question does not wait for it
            if isinstance(error, TimeoutError | BrokenProcessPool):
                raise Problem(422, "too_hard", TOO_HARD) from None
            raise

    def kill(self) -> None:
        """End the process."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        self._ready.cancel()
        for process in list((pool._processes or {}).values()):  # no public way to stop a process that is busy
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _ready() -> bool:
    return True


def _answer(question: Question, data: bytes, seconds: float) -> Reply:
    """The answer; TimeoutError once it has taken so much of the processor, where the system can tell."""
    if not hasattr(signal, "setitimer"):
        return question(data)
    signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return question(data)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TimeoutError

"""The local pool: workers that the server starts as its own children, so that engines play without anything else to set up.

They are workers like any other and come over HTTP for their work; only their token is made for the occasion.
"""

import asyncio
import contextlib
import os
import sys
from dataclasses import replace
from secrets import token_urlsafe

import structlog

from tablier.server.settings import Settings
from tablier.server.worker import SERVER_VARIABLE, TOKEN_VARIABLE

log = structlog.get_logger()

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0
"""Seconds before a worker that died is replaced; longer each time, until one lives for a while."""

LONG_LIFE = 60.0
"""Seconds after which a worker's death is an accident and not a habit."""

FAREWELL = 5.0
"""Seconds that a worker has to give back what it is at."""


def with_token(settings: Settings) -> Settings:
    """The settings with a token for workers, made up where none was chosen."""
    return settings if settings.worker_token else replace(settings, worker_token=f"wrk_{token_urlsafe(32)}")


class Pool:
    """Keeps `count` workers alive that work for the server at `address`."""

    def __init__(self, address: str, token: str, count: int) -> None:
        self.address, self.token, self.count = address, token, count
        self._keepers: list[asyncio.Task[None]] = []
        self._children: dict[int, asyncio.subprocess.Process] = {}

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers that live."""
        return tuple(self._children)

    def start(self) -> None:
        """Start the workers. They wait by themselves until the server answers."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.count)]

    async def stop(self) -> None:
        """End the workers; each gives back what it was at."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        self._keepers = []

    async def _keep(self) -> None:
        """Keep one worker alive."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        while True:
            born = loop.time()
            code = await self._live()
            pause = FIRST_PAUSE if loop.time() - born > LONG_LIFE else min(2 * pause, LONGEST_PAUSE)
            log.warning("worker died", code=code, pause=pause)
            await asyncio.sleep(pause)

    async def _live(self) -> int:
        """One worker from its start to its end."""
        # The token is not on the command line, which everybody can see; a Ctrl-C is for the server, which ends its workers itself.
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tablier.server.worker", stdin=asyncio.subprocess.PIPE, start_new_session=True,
            env={**os.environ, SERVER_VARIABLE: self.address, TOKEN_VARIABLE: self.token},
        )
        self._children[child.pid] = child
        try:
            return await child.wait()
        finally:
            await _end(child)
            del self._children[child.pid]


async def _end(child: asyncio.subprocess.Process) -> None:
    """End a child: politely, then not."""
    if child.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        child.terminate()
    try:
        await asyncio.wait_for(child.wait(), FAREWELL)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()

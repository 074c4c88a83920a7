"""The local pool: workers that the server starts as its own children, so that engines play without anything else to set up.

They are workers like any other and come over HTTP for their work; only their token is made for the occasion.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from secrets import token_urlsafe

import structlog

from tablier.server.settings import NAME_VARIABLE, SERVER_VARIABLE, TOKEN_VARIABLE, Settings

log = structlog.get_logger("tablier.pool")

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
    """Keeps the workers of a process of the server alive; `lost` is told the name of each that dies."""

    def __init__(self, name: str, settings: Settings, lost: Callable[[str], Awaitable[None]]) -> None:
        host = "127.0.0.1" if settings.host in ("0.0.0.0", "localhost", "::") else settings.host
        self.address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
        self.name, self.token, self.count, self.lost = name, settings.worker_token, settings.workers, lost
        self._keepers: list[asyncio.Task[None]] = []
        self._children: dict[int, asyncio.subprocess.Process] = {}

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers that live."""
        return tuple(self._children)

    def start(self) -> None:
        """Start the workers. They wait by themselves until the server answers."""
        self._keepers = [asyncio.create_task(self._keep(f"{self.name}-{number}")) for number in range(self.count)]

    async def stop(self) -> None:
        """End the workers; each gives back what it was at."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        self._keepers = []

    async def _keep(self, name: str) -> None:
        """Keep one worker alive."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        while True:
            born = loop.time()
            code = await self._live(name)
            await self.lost(name)
            pause = FIRST_PAUSE if loop.time() - born > LONG_LIFE else min(2 * pause, LONGEST_PAUSE)
            log.warning("worker.died", worker=name, code=code, pause=pause)
            await asyncio.sleep(pause)

    async def _live(self, name: str) -> int:
        """One worker from its start to its end."""
        # The token is not on the command line, which everybody can see; a Ctrl-C is for the server, which ends its workers itself.
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tablier.server.engines.worker",
            stdin=asyncio.subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, SERVER_VARIABLE: self.address, TOKEN_VARIABLE: self.token, NAME_VARIABLE: name},
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

"""The local pool: worker processes that the server starts itself, so that engines need no set-up.

They take their jobs over HTTP like any other worker; only their token is generated.
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

MIN_PAUSE, MAX_PAUSE = 0.2, 30.0
"""Seconds before a worker that died is replaced; doubled each time, until one has run for `STABLE_AFTER` seconds."""
STABLE_AFTER = 60.0
STOP_TIMEOUT = 5.0
"""Seconds that a worker has to give its job back before it is killed."""


def with_worker_token(settings: Settings) -> Settings:
    """The settings with a token for workers, generated unless there is one."""
    return settings if settings.worker_token else replace(settings, worker_token=f"wrk_{token_urlsafe(32)}")


class Pool:
    """Keeps the workers of one process of the server running; `on_death` is told the name of each that dies."""

    def __init__(self, name: str, settings: Settings, on_death: Callable[[str], Awaitable[None]]) -> None:
        host = "127.0.0.1" if settings.host in ("0.0.0.0", "localhost", "::") else settings.host
        self.address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
        self.name, self.token, self.count, self.on_death = name, settings.worker_token, settings.workers, on_death
        self._supervisors: list[asyncio.Task[None]] = []
        self._children: dict[int, asyncio.subprocess.Process] = {}

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the running workers."""
        return tuple(self._children)

    def start(self) -> None:
        """Start the workers; they wait until the server answers."""
        self._supervisors = [asyncio.create_task(self._supervise(f"{self.name}-{number}")) for number in range(self.count)]

    async def stop(self) -> None:
        """Stop the workers; each gives its job back."""
        for supervisor in self._supervisors:
            supervisor.cancel()
        await asyncio.gather(*self._supervisors, return_exceptions=True)
        self._supervisors = []

    async def _supervise(self, name: str) -> None:
        """Run one worker, and replace it when it dies."""
        loop, pause = asyncio.get_running_loop(), MIN_PAUSE
        while True:
            started = loop.time()
            code = await self._run_worker(name)
            await self.on_death(name)
            pause = MIN_PAUSE if loop.time() - started > STABLE_AFTER else min(2 * pause, MAX_PAUSE)
            log.warning("worker.died", worker=name, code=code, pause=pause)
            await asyncio.sleep(pause)

    async def _run_worker(self, name: str) -> int:
        """Run one worker until it ends; returns its exit code."""
        # The token is not on the command line, which all users can read. A session of its own: Ctrl-C is for the server, which stops
        # its workers itself.
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
            await _stop(child)
            del self._children[child.pid]


async def _stop(child: asyncio.subprocess.Process) -> None:
    """Terminate a child, and kill it if it does not end in time."""
    if child.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        child.terminate()
    try:
        await asyncio.wait_for(child.wait(), STOP_TIMEOUT)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()

"""A real server on a free port of this machine, and workers as real processes."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from tests.support.schema import give_schema

from tablier.api.jobs import MoveResult
from tablier.server.app import make_app
from tablier.server.engines.queue import Unplayable
from tablier.server.http.protocol import LimitedHttpProtocol
from tablier.server.services import Services
from tablier.server.settings import Quotas, Settings
from tablier.server.ws.protocol import LimitedProtocol

TOKEN = "a-token-for-workers"
PATIENCE = 60.0
"""Seconds after which a test gives up; a machine under load is slow."""


class FakeTables:
    """Tables that wait for the move of an engine; `stale` versions have moved on."""

    def __init__(self) -> None:
        self.moves: asyncio.Queue[tuple[str, int, str]] = asyncio.Queue()
        self.stale: set[tuple[str, int]] = set()
        self.illegal: set[str] = set()
        self.waited: list[int] = []

    async def play_move(self, table: str, version: int, found: MoveResult, waited: int = 0) -> bool:
        text = found.text
        if (table, version) in self.stale:
            return False
        if text in self.illegal:
            raise Unplayable(text)
        self.stale.add((table, version))
        self.waited.append(waited)
        await self.moves.put((table, version, text))
        return True

    async def next_move(self) -> tuple[str, int, str]:
        return await asyncio.wait_for(self.moves.get(), PATIENCE)


class ServedTables(Services):
    """Services whose engines move at tables of the test."""

    fake_tables: FakeTables


async def make_services(folder: Path, **settings: Any) -> ServedTables:
    """Services without workers of their own, whose tables are the test's."""
    services = ServedTables(Settings(folder, **{"workers": 0, "worker_token": TOKEN, "quotas": Quotas(rate=0), **settings}))
    await give_schema(services.database)
    services.fake_tables = FakeTables()
    services.jobs.play_move = services.fake_tables.play_move
    return services


@asynccontextmanager
async def serving(services: Services, port: int = 0) -> AsyncIterator[str]:
    """Serve, and give the address."""
    config = uvicorn.Config(
        make_app(services),
        host="127.0.0.1",
        port=port,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
        http=LimitedHttpProtocol,
        ws=LimitedProtocol,
        ws_per_message_deflate=False,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
        assert not task.done()
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


@asynccontextmanager
async def worker_at(address: str, **environment: str) -> AsyncIterator[Process]:
    """A real worker process, ended at the end."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tablier.server.engines.worker",
        stdin=asyncio.subprocess.PIPE,
        env={**os.environ, "TABLIER_SERVER": address, "TABLIER_TOKEN": TOKEN, **environment},
    )
    try:
        yield child
    finally:
        with suppress(ProcessLookupError):
            child.send_signal(signal.SIGCONT)
            child.terminate()
        try:
            await asyncio.wait_for(child.wait(), PATIENCE)
        except TimeoutError:
            child.kill()
            await child.wait()
            raise

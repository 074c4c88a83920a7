"""A server with nothing but the queue and its endpoints, on a free port of this machine; workers are real processes."""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager, suppress

import uvicorn
from starlette.applications import Starlette
from tests.server.work.small_bus import SmallBus

from tablier.api.tables import Player
from tablier.server.house import House
from tablier.server.identity import Identity
from tablier.server.router import route
from tablier.server.routes import analysis, dice
from tablier.server.routes import work as work_routes
from tablier.server.settings import Settings
from tablier.server.store.schema import metadata
from tablier.server.work import Work

TOKEN = "a-token-for-workers"
PATIENCE = 60.0
"""Seconds after which a test gives up; a machine under load is slow."""


class SmallDoor:
    """Workers by their token, everybody else by the name they give."""

    async def identify(self, connection):
        shown = connection.headers.get("authorization", "")
        if shown == f"Bearer {TOKEN}":
            return Identity(Player("worker", "worker"), scopes=frozenset({"work"}))
        return Identity(Player(connection.headers.get("x-player", "guest"), "Invité"))

    def admit(self, request, who, endpoint):
        pass

    def greet(self, request, who, response):
        pass


class Table:
    """A table that waits for the move of an engine; `stale` versions have moved on."""

    def __init__(self):
        self.moves = asyncio.Queue()
        self.stale = set()

    async def engine_move(self, table, version, text):
        if (table, version) in self.stale:
            return False
        self.stale.add((table, version))  # a move is the end of its version
        await self.moves.put((table, version, text))
        return True

    async def next_move(self):
        return await asyncio.wait_for(self.moves.get(), PATIENCE)


async def make_house(folder, **settings):
    house = House(Settings(folder, **settings))
    async with house.database.write() as connection:
        await connection.run_sync(metadata.create_all)
    house.bus, house.door, house.table = SmallBus(), SmallDoor(), Table()
    house.work = Work(house.database, house.bus, house.table.engine_move)
    return house


@asynccontextmanager
async def serving(house, port=0):
    """Serve a house; gives its address."""
    endpoints = [*work_routes.ENDPOINTS, *dice.ENDPOINTS, *analysis.ENDPOINTS]
    app = Starlette(routes=[route(house, endpoint) for endpoint in endpoints])
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning", lifespan="off", timeout_graceful_shutdown=1))
    server.install_signal_handlers = lambda: None
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
async def worker_at(address, **environment):
    """A real worker process, ended at the end."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tablier.server.worker", stdin=asyncio.subprocess.PIPE,
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

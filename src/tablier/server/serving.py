"""Running the server: the schema made ready, one process of uvicorn, a clean end."""

import asyncio
import socket
import sys
from collections.abc import Callable

import uvicorn

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server import garbage, logs
from tablier.server.app import make_app
from tablier.server.house import House
from tablier.server.leases import DEAD
from tablier.server.settings import Settings
from tablier.server.store.migrating import prepare

TURN = 0.001
"""Seconds after which a busy thread lets another one go on."""


async def serve(settings: Settings, opened: Callable[[], None] = lambda: None) -> None:
    """Serve until told to stop; calls `opened` when visitors can come."""
    logs.configure()
    settings.folder.mkdir(parents=True, exist_ok=True)
    listening = _listen(settings.host, settings.port)
    house = House(settings)
    try:
        await prepare(house.database)
        await _must_be_alone(house)
    except BaseException:
        await house.database.close()  # its threads would keep the process from ending
        raise
    config = uvicorn.Config(
        make_app(house), host=settings.host, port=settings.port, log_config=None, access_log=False, ws="websockets-sansio",
        ws_per_message_deflate=False, ws_max_size=settings.limits.message * 2, ws_ping_interval=45, ws_ping_timeout=30,
        timeout_graceful_shutdown=3, forwarded_allow_ips=settings.trusted_proxies, server_header=False, loop="uvloop", http="httptools",
    )
    server = _Server(config, house)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        _settle_down()
        opened()
    await serving


def _settle_down() -> None:
    """Look seldom for garbage, and never among what was there before the first visitor. The thread that writes to the database waits
    for the interpreter no longer than it must."""
    garbage.settle_down()
    sys.setswitchinterval(TURN)


class _Server(uvicorn.Server):
    """Says goodbye before it waits for requests to end: some of them wait for something to happen."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in good order."""
        await self.house.farewell()
        await super().shutdown(sockets)


async def _must_be_alone(house: House) -> None:
    """Without a bus two processes would not hear each other. One that was killed a moment ago is waited for; with SQLite the system
    knows at once that it is gone, because whoever lives holds a lock beside the file."""
    shared, sqlite = house.bus.shared, house.database.sqlite
    for _ in range(DEAD // 100 + 10):
        if house.database.hold(alone=not shared) if sqlite else shared or not await house.hub.leases.others():
            return
        await asyncio.sleep(0.1)
    raise TablierError(
        Text("Un autre serveur utilise cette base ; pour en avoir plusieurs, donnez --bus redis://…",
             "Another server uses this database; to have several, give --bus redis://…")
    )


def _listen(host: str, port: int) -> socket.socket:
    """The socket that visitors come to; refused in words when somebody else has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise TablierError(
            Text(f"Impossible d'écouter sur {host}:{port} ({error.strerror}) ; choisissez un autre --port.",
                 f"Cannot listen on {host}:{port} ({error.strerror}); choose another --port.")
        ) from error
    return listening

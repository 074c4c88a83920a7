"""Running the server: the schema made ready, one process of uvicorn, a clean end."""

import asyncio
import contextlib
import socket
import sqlite3
import sys
from collections.abc import Callable

import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.app import make_app
from tablier.server.ops import gc_policy as garbage
from tablier.server.ops import logging as logs
from tablier.server.services import Services
from tablier.server.settings import Settings, secret_of
from tablier.server.storage.migrate import upgrade_schema
from tablier.server.tables.ownership import DEAD
from tablier.server.websocket import WebSocket

DATABASES = ("sqlite+aiosqlite:///", "postgresql+asyncpg://")
KNOCKING = 1 << 14
"""Visitors who may wait to be let in, as far as the system allows: after a restart all of them come at once, and whoever is turned away
tries again only seconds later."""
TURN = 0.001
"""Seconds after which a busy thread lets another one go on."""


async def serve(settings: Settings, opened: Callable[[], None] = lambda: None) -> None:
    """Serve until told to stop; calls `opened` when visitors can come."""
    logs.configure()
    await must_be_sound(settings)
    listening = _listen(settings.host, settings.port)
    services = Services(settings)
    try:
        await upgrade_schema(services.database)
        await _must_be_alone(services)
    except BaseException as error:
        listening.close()
        await services.database.close()  # its threads would keep the process from ending
        if isinstance(error, SQLAlchemyError | OSError):
            raise _no_database(error) from error
        raise
    config = uvicorn.Config(
        make_app(services),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws=WebSocket,
        ws_max_size=settings.quotas.message * 2,
        ws_ping_interval=45,
        timeout_graceful_shutdown=3,
        backlog=KNOCKING,
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        loop="uvloop",
        http="httptools",
    )
    server = _Server(config, services)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        _settle_down()
        opened()
    try:
        await serving
    finally:
        garbage.no_more_visitors()


def _settle_down() -> None:
    """Look seldom for garbage, and never among what was there before the first visitor. The thread that writes to the database waits
    for the interpreter no longer than it must."""
    garbage.wait_for_visitors()
    sys.setswitchinterval(TURN)


class _Server(uvicorn.Server):
    """Says goodbye before it waits for requests to end: some of them wait for something to happen."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.services = services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in good order."""
        await self.services.farewell()
        await super().shutdown(sockets)


async def must_be_sound(settings: Settings) -> None:
    """Refuse in words what cannot work, before anything is begun."""
    try:
        settings.folder.mkdir(parents=True, exist_ok=True)
        secret_of(settings)
    except OSError as error:
        raise TablierError(
            Text(
                f"Impossible d'écrire dans {settings.folder} ({error.strerror}) ; choisissez un autre --folder.",
                f"Cannot write in {settings.folder} ({error.strerror}); choose another --folder.",
            )
        ) from error
    if not settings.database_url.startswith(DATABASES):
        raise TablierError(
            Text(
                f"--database : l'adresse commence par {' ou '.join(DATABASES)}.",
                f"--database: the address begins with {' or '.join(DATABASES)}.",
            )
        )
    if settings.database_url.startswith(DATABASES[0]):
        _must_be_sqlite(settings.database_url)
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        raise TablierError(Text("--public-url commence par http:// ou https://.", "--public-url begins with http:// or https://."))
    if settings.bus:
        from tablier.server.storage.redis_bus import check_redis

        await check_redis(settings.bus)


def _must_be_sqlite(url: str) -> None:
    """Look at a SQLite file by the plainest way: the other one leaves a thread behind when it is none."""
    try:
        with contextlib.closing(sqlite3.connect(make_url(url).database or "")) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        raise _no_database(error) from error


def _no_database(error: Exception) -> TablierError:
    """The database does not answer, or is none; what the driver says, in one line and without the advice that SQLAlchemy adds."""
    said = " ".join(str(getattr(error, "orig", None) or error).split())[:200]
    return TablierError(Text(f"La base de données ne répond pas : {said}", f"The database does not answer: {said}"))


async def _must_be_alone(services: Services) -> None:
    """Without a bus two processes would not hear each other. One that was killed a moment ago is waited for; with SQLite the system
    knows at once that it is gone, because whoever lives holds a lock beside the file."""
    shared, sqlite = services.bus.shared, services.database.sqlite
    for _ in range(DEAD // 100 + 10):
        if sqlite.lock_file(exclusive=not shared) if sqlite else shared or not await services.tables.leases.others():
            return
        await asyncio.sleep(0.1)
    raise TablierError(
        Text(
            "Un autre serveur utilise cette base ; pour en avoir plusieurs, donnez --bus redis://…",
            "Another server uses this database; to have several, give --bus redis://…",
        )
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
            Text(
                f"Impossible d'écouter sur {host}:{port} ({error.strerror}) ; choisissez un autre --port.",
                f"Cannot listen on {host}:{port} ({error.strerror}); choose another --port.",
            )
        ) from error
    return listening

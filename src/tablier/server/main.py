"""Running the server: settings are checked, the schema is upgraded, one process of uvicorn serves until it is told to stop."""

import asyncio
import contextlib
import ipaddress
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
from tablier.server.http.protocol import LimitedHttpProtocol
from tablier.server.lifecycle import begin_shutdown, disk_is_full
from tablier.server.ops import gc_policy
from tablier.server.ops import logging as logs
from tablier.server.services import Services
from tablier.server.settings import Settings, secret_of
from tablier.server.storage.migrate import upgrade_schema
from tablier.server.tables.ownership import DEAD_AFTER
from tablier.server.ws.protocol import LimitedProtocol

DATABASES = ("sqlite+aiosqlite:///", "postgresql+asyncpg://")
BACKLOG = 1 << 14
"""Connections that may wait to be accepted, as far as the system allows: after a restart all clients come at once."""
SWITCH_INTERVAL = 0.001
"""Seconds after which a busy thread releases the interpreter: the thread that writes to the database must not wait long for it."""


async def serve(settings: Settings, opened: Callable[[], None] = lambda: None) -> None:
    """Serve until told to stop; calls `opened` when clients can connect."""
    logs.configure()
    await check_settings(settings)
    listener = _listen(settings.host, settings.port)
    services = Services(settings)
    try:
        await upgrade_schema(services.database)
        await _check_alone(services)
    except BaseException as error:
        listener.close()
        await services.database.close()  # its threads would keep the process from ending
        if isinstance(error, SQLAlchemyError | OSError):
            raise _database_error(error) from error
        raise
    server = _Server(_uvicorn_config(settings, services), services)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        gc_policy.start()
        sys.setswitchinterval(SWITCH_INTERVAL)
        opened()
    try:
        await serving
    finally:
        gc_policy.stop()


def _uvicorn_config(settings: Settings, services: Services) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(services),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws=LimitedProtocol,
        ws_max_size=settings.quotas.message * 2,
        ws_ping_interval=45,
        ws_per_message_deflate=False,  # messages are small, and a compressor takes some 300 kB of memory for each socket
        timeout_graceful_shutdown=3,
        backlog=BACKLOG,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        loop="uvloop",
        http=LimitedHttpProtocol,
    )


class _Server(uvicorn.Server):
    """Closes sockets and streams before it waits for requests to end: some of them wait for something to happen."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.services = services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        await begin_shutdown(self.services)
        await super().shutdown(sockets)


async def check_settings(settings: Settings) -> None:
    """Refuse settings that cannot work, before anything is started."""
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
        _check_sqlite(settings.database_url)
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        raise TablierError(Text("--public-url commence par http:// ou https://.", "--public-url begins with http:// or https://."))
    _check_proxies(settings.trusted_proxies)
    if settings.bus:
        from tablier.server.storage.redis_bus import check_redis

        await check_redis(settings.bus)


def _check_proxies(proxies: str) -> None:
    """Refuse what is no address: uvicorn would silently believe no proxy, and `*` would believe all clients."""
    for proxy in filter(None, proxies.split(",")):
        try:
            ipaddress.ip_network(proxy.strip())
        except ValueError as error:
            raise TablierError(
                Text(
                    f"TABLIER_PROXIES : « {proxy.strip()[:50]} » n'est ni une adresse ni un réseau, comme 127.0.0.1 ou 10.0.0.0/8.",
                    f"TABLIER_PROXIES: “{proxy.strip()[:50]}” is neither an address nor a network, such as 127.0.0.1 or 10.0.0.0/8.",
                )
            ) from error


def _check_sqlite(url: str) -> None:
    """Refuse a full disk, and a file that is no SQLite database; through the driver alone, as the layers above leave a thread behind."""
    path = make_url(url).database or ""
    try:
        if disk_is_full(path):
            raise TablierError(
                Text(f"Le disque de {path} est plein ; faites de la place.", f"The disk of {path} is full; please make room.")
            )
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise _database_error(error) from error


def _database_error(error: Exception) -> TablierError:
    """What the driver says, in one line and without the advice that SQLAlchemy adds."""
    said = " ".join(str(getattr(error, "orig", None) or error).split())[:200]
    return TablierError(Text(f"La base de données ne répond pas : {said}", f"The database does not answer: {said}"))


async def _check_alone(services: Services) -> None:
    """Refuse to share the database without a bus. A process that was killed a moment ago is waited for; with SQLite a file lock tells
    at once that it is gone."""
    shared, sqlite = services.bus.shared, services.database.sqlite
    for _ in range(DEAD_AFTER // 100 + 10):
        if sqlite.lock_file(exclusive=not shared) if sqlite else shared or not await services.leases.others():
            return
        await asyncio.sleep(0.1)
    raise TablierError(
        Text(
            "Un autre serveur utilise cette base ; pour en avoir plusieurs, donnez --bus redis://…",
            "Another server uses this database; to have several, give --bus redis://…",
        )
    )


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket; a port that is in use is refused in words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise TablierError(
            Text(
                f"Impossible d'écouter sur {host}:{port} ({error.strerror}) ; choisissez un autre --port.",
                f"Cannot listen on {host}:{port} ({error.strerror}); choose another --port.",
            )
        ) from error
    return listener

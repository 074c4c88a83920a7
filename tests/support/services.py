"""A real PostgreSQL and a real Redis, started for the tests and gone with them."""

import asyncio
import os
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg

TIMEOUT = 120.0
"""Seconds to start, or to stop and remove hundreds of megabytes; a machine under load is slow."""
UNTIL_INPUT_ENDS = 'signal=$1; shift; "$@" >server.log 2>&1 & read -r _; kill -s "$signal" $!; wait; rm -rf "$PWD"'


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
        return True
    return False


def wait_for_port(port: int, seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not listens(port):
        if time.monotonic() > deadline:
            raise TimeoutError(f"nothing listens on {port}")
        time.sleep(0.05)


@contextmanager
def _server(folder: Path, command: list[str | Path], ready: Callable[[], bool], *, signal: str, **user: Any) -> Iterator[None]:
    """Run a server in a folder until the block ends, or this process does, even if it is killed; the folder goes with it.

    A shell waits for the end of its standard input, a pipe from this process. It has a session of its own: the SIGINT of a terminal or of
    `timeout` goes to the whole group and would stop the server under tests that still run.
    """
    shell = subprocess.Popen(
        ["sh", "-c", UNTIL_INPUT_ENDS, "sh", signal, *command], cwd=folder, stdin=subprocess.PIPE, start_new_session=True, **user
    )
    assert shell.stdin is not None
    try:
        deadline = time.monotonic() + TIMEOUT
        while not ready():
            if time.monotonic() > deadline:
                raise TimeoutError((folder / "server.log").read_text())
            time.sleep(0.05)
        yield
    finally:
        shell.stdin.close()
        shell.wait(TIMEOUT)


class Postgres:
    """One server; every test may have databases of its own in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"t{uuid.uuid4().hex[:12]}"
        asyncio.run(self._execute(f'CREATE DATABASE "{name}"'))
        return self._address(name)

    @contextmanager
    def database_on(self, disk: Path) -> Iterator[str]:
        """The address of a database whose files are on a disk of their own, until the block ends."""
        name = f"t{uuid.uuid4().hex[:12]}"
        asyncio.run(self._execute(f"CREATE TABLESPACE {name} LOCATION '{disk}'", f"CREATE DATABASE {name} TABLESPACE {name}"))
        try:
            yield self._address(name)
        finally:
            asyncio.run(self._execute(f"DROP DATABASE {name} WITH (FORCE)", f"DROP TABLESPACE {name}"))

    def _address(self, name: str) -> str:
        return f"postgresql+asyncpg://tablier@/{name}?host={self.folder}"

    async def _execute(self, *statements: str) -> None:
        connection = await asyncpg.connect(host=str(self.folder), user="tablier", database="postgres")
        for statement in statements:
            await connection.execute(statement)
        await connection.close()


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL behind a socket in its folder: no port that another program may take while it starts."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [Path(shutil.which("initdb") or "/nowhere/initdb")]
    programs = found[-1].parent
    user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}  # never runs as root
    with tempfile.TemporaryDirectory(prefix="tablier-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if user:
            shutil.chown(folder, "postgres", "postgres")
        initdb: list[str | Path] = [
            programs / "initdb",
            "-D",
            folder / "data",
            "-U",
            "tablier",
            "--auth=trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(initdb, check=True, capture_output=True, cwd=folder, **user)
        settings = ["listen_addresses=", f"unix_socket_directories={folder}", "fsync=off", "max_connections=200"]
        command: list[str | Path] = [
            programs / "postgres",
            "-D",
            folder / "data",
            *(word for setting in settings for word in ("-c", setting)),
        ]

        def ready() -> bool:
            return subprocess.run([programs / "pg_isready", "-q", "-h", folder], check=False).returncode == 0

        with _server(folder, command, ready, signal="QUIT", **user):
            yield Postgres(folder)


@contextmanager
def redis() -> Iterator[str]:
    """The address of a Redis that stores nothing."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="tablier-redis-", ignore_cleanup_errors=True) as name:
        command: list[str | Path] = [
            "redis-server",
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            name,
        ]
        with _server(Path(name), command, lambda: listens(port), signal="TERM"):
            yield f"redis://127.0.0.1:{port}/0"

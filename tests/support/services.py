"""A real PostgreSQL and a real Redis, started for the tests on free ports of this machine and gone with them."""

import asyncio
import os
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on {port}")


def _postgres_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [Path(shutil.which("initdb") or "/nowhere/initdb")]
    return found[-1].parent


class Postgres:
    """One server; every test may have databases of its own in it."""

    def __init__(self, port: int) -> None:
        self.port = port

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"t{uuid.uuid4().hex[:12]}"

        async def create() -> None:
            connection = await asyncpg.connect(host="127.0.0.1", port=self.port, user="tablier", database="postgres")
            await connection.execute(f'CREATE DATABASE "{name}"')
            await connection.close()

        asyncio.run(create())
        return f"postgresql+asyncpg://tablier@127.0.0.1:{self.port}/{name}"


@contextmanager
def postgres() -> Iterator[Postgres]:
    programs, port = _postgres_programs(), free_port()
    folder = Path(tempfile.mkdtemp(prefix="tablier-pg-"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        as_user = ["runuser", "-u", "postgres", "--"]
        shutil.chown(folder, "postgres", "postgres")
    data = folder / "data"
    subprocess.run(
        [*as_user, programs / "initdb", "-D", data, "-U", "tablier", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        check=True,
        capture_output=True,
        cwd="/",
    )
    settings = [f"port={port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={folder}", "fsync=off", "max_connections=200"]
    server = subprocess.Popen(
        [*as_user, programs / "postgres", "-D", data, *(word for setting in settings for word in ("-c", setting))],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
    )
    try:
        wait_for_port(port)
        while subprocess.run([programs / "pg_isready", "-h", "127.0.0.1", "-p", str(port)], capture_output=True, check=False).returncode:
            time.sleep(0.05)  # it listens before it answers
        yield Postgres(port)
    finally:
        subprocess.run([*as_user, programs / "pg_ctl", "-D", data, "-m", "immediate", "stop"], capture_output=True, cwd="/", check=False)
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis() -> Iterator[str]:
    """The address of a Redis that keeps nothing."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="tablier-redis-") as folder:
        server = subprocess.Popen(
            ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder],
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_for_port(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(20)

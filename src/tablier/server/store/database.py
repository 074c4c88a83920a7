"""The connection to the database, and what differs between SQLite and PostgreSQL."""

import asyncio
import fcntl
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

Result = TypeVar("Result")
READERS = 2
LONGEST_GOODBYE = 3.0
"""Seconds for which a database that is closed waits for the last answers."""


class Database:
    """Reads go to a pool; writes too, except that SQLite has one writer at a time and so queues here instead of failing.

    `read` and `write` give a connection to use step by step. What every move needs goes through `look_up` and `transact` instead: with
    SQLite each step would be a visit to another thread, and all of them together are one.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        pool = {} if self.sqlite else {"pool_size": 10, "max_overflow": 10}
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **pool)  # errors are logged; secrets are not
        self._one_writer = asyncio.Lock()
        self._held: int | None = None
        self._plain: sqlite3.Connection | None = None
        self._asked = 0
        if self.sqlite:
            self._quick = create_engine(make_url(url).set(drivername="sqlite"))
            self._writer, self._readers = ThreadPoolExecutor(1, "sqlite-writer"), ThreadPoolExecutor(READERS, "sqlite-reader")
            for engine in (self.engine.sync_engine, self._quick):
                event.listen(engine, "connect", _prepare_sqlite)
                event.listen(engine, "begin", _begin_sqlite)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to look things up."""
        async with self._under_way(), self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def _under_way(self) -> AsyncIterator[None]:
        """While something is asked of the database, it is not closed."""
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is durable when the block ends, or none."""
        if not self.sqlite:
            async with self._under_way(), self.engine.begin() as connection:
                yield connection
            return
        async with self._under_way(), self._one_writer, self.engine.connect() as connection:
            await connection.execution_options(tablier_write=True)
            async with connection.begin():
                yield connection

    async def transact(self, work: Callable[[Connection], Result]) -> Result:
        """Do this in one transaction: all of it is durable when this returns, or none."""
        if not self.sqlite:
            async with self._under_way(), self.engine.begin() as connection:
                return await connection.run_sync(work)

        def in_one_go() -> Result:
            with self._quick.connect().execution_options(tablier_write=True) as connection, connection.begin():
                return work(connection)

        async with self._one_writer:
            return await asyncio.get_running_loop().run_in_executor(self._writer, in_one_go)

    async def write_plainly(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """The same for what SQLite is asked hundreds of times a second: without the layers above it, which take ten times as long."""

        def in_one_go() -> Result:
            if self._plain is None:
                self._plain = sqlite3.connect(str(make_url(self.url).database))
                _prepare_sqlite(self._plain, None)
                self._plain.execute("PRAGMA wal_autocheckpoint=0")  # `tidy_up` does it, while others write
            self._plain.execute("BEGIN IMMEDIATE")
            try:
                result = work(self._plain)
            except BaseException:
                self._plain.execute("ROLLBACK")
                raise
            self._plain.execute("COMMIT")
            return result

        async with self._one_writer:
            return await asyncio.get_running_loop().run_in_executor(self._writer, in_one_go)

    async def look_up(self, work: Callable[[Connection], Result]) -> Result:
        """Look something up."""
        if not self.sqlite:
            async with self._under_way(), self.engine.connect() as connection:
                return await connection.run_sync(work)

        def in_one_go() -> Result:
            with self._quick.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, in_one_go)

    async def tidy_up(self) -> None:
        """Take what was written into the main file. SQLite would do so in the midst of a commit, and let a move wait for it."""
        if self.sqlite:
            await self.look_up(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").fetchall())

    def hold(self, *, alone: bool) -> bool:
        """Serve a SQLite file until this process ends, alone or together with others that do not mind; False when that cannot be."""
        if self._held is None:
            self._held = os.open(f"{make_url(self.url).database}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._held, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    async def close(self) -> None:
        """Let go of all connections, once what is asked has been answered."""
        deadline = time.monotonic() + LONGEST_GOODBYE
        while self._asked and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        await self.engine.dispose()
        if self._held is not None:
            os.close(self._held)
            self._held = None
        if self.sqlite:
            if self._plain is not None:
                self._writer.submit(self._plain.close)
            self._writer.shutdown()
            self._readers.shutdown()
            self._quick.dispose()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # an acknowledged move survives a power cut too
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    writes = connection.get_execution_options().get("tablier_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

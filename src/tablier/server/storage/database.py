"""The database: SQLite by default, PostgreSQL by URL."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from typing import Any, TypeVar

from sqlalchemy import Select, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tablier.server.storage.sqlite import WRITES, SqliteFile
from tablier.server.storage.statements import Execute, Parameters

Result = TypeVar("Result")
QUERY_TIMEOUT = 5.0
"""Seconds for a query or a transaction of PostgreSQL, with the wait for a connection: a database that hangs counts as one that is away."""
IDLE_TIMEOUT = 15_000
"""Milliseconds after which PostgreSQL ends a transaction that nothing more is heard of: its locks hold up the next owner."""
CLOSE_TIMEOUT = 3.0
"""Seconds for which `close` waits for queries that are under way."""


class Database:
    """`read` and `write` give a connection of SQLAlchemy; `fetch` and `transact` are for what every move and every request needs.

    With SQLite the latter two bypass SQLAlchemy, whose layers take ten times as long as SQLite itself. `checkouts` are the tasks that open
    a connection or return it to the pool; one that is cancelled itself, not only its caller, leaves the connection to the collector.
    """

    def __init__(self, url: str) -> None:
        self.sqlite = SqliteFile(str(make_url(url).database)) if url.startswith("sqlite") else None
        settings = {"server_settings": {"idle_in_transaction_session_timeout": str(IDLE_TIMEOUT)}}
        pool: dict[str, Any] = {} if self.sqlite else {"pool_size": 10, "max_overflow": 10, "connect_args": settings}
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **pool)  # errors are logged; secrets are not
        self._write_lock: AbstractAsyncContextManager[Any] = nullcontext()
        if self.sqlite:
            self._write_lock = self.sqlite.write_lock
            self.sqlite.configure(self.engine)
        self._active = 0
        self.checkouts: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def read(self, *, bounded: bool = True) -> AsyncIterator[AsyncConnection]:
        """A connection for queries; `TimeoutError` when a bounded block takes too long."""
        with self._count_active():
            async with self._limit(bounded), self._connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self, *, bounded: bool = True) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is durable when the block ends, or nothing. After a `TimeoutError` it may be either."""
        with self._count_active():
            async with self._limit(bounded), self._write_lock, self._connect() as connection:
                await connection.execution_options(**{WRITES: True})
                async with connection.begin():
                    yield connection

    async def fetch(self, statement: Select[Any], parameters: Parameters) -> Sequence[Any]:
        """The rows of a select."""
        if self.sqlite:
            return await self.sqlite.fetch(statement, parameters)
        async with self.read() as connection:
            rows: Sequence[Any] = (await connection.execute(statement, parameters)).all()
            return rows

    async def transact(self, work: Callable[[Execute], Result]) -> Result:
        """Run `work` in one transaction: all of it is durable when this returns, or nothing."""
        if self.sqlite:
            return await self.sqlite.transact(work)
        async with self.write() as connection:
            return await connection.run_sync(lambda inside: work(inside.execute))

    async def checkpoint(self) -> None:
        """Do the housekeeping that would otherwise delay a commit; nothing with PostgreSQL."""
        if self.sqlite:
            await self.sqlite.checkpoint()

    async def close(self) -> None:
        """Close all connections, after the queries that are under way."""
        deadline = time.monotonic() + CLOSE_TIMEOUT
        while (self._active or self.checkouts) and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        await self.engine.dispose()
        if self.sqlite:
            self.sqlite.close()

    def _limit(self, bounded: bool) -> asyncio.Timeout:
        """SQLite needs no limit: it is in this process, and gives up by itself."""
        return asyncio.timeout(QUERY_TIMEOUT if bounded and not self.sqlite else None)

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[AsyncConnection]:
        """A connection, which is returned to the pool even where the caller is cancelled meanwhile; `close` waits for that."""
        connection = self.engine.connect()
        opening = self._check_out(_open(connection))
        try:
            # Cancelled while it opens a file, the driver's thread would answer a loop that may be closed. A server that hangs is given up.
            await (asyncio.shield(opening) if self.sqlite else opening)
            yield connection
        finally:
            await asyncio.shield(self._check_out(_return(connection, opening)))

    def _check_out(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.checkouts.add(task)
        task.add_done_callback(self.checkouts.discard)
        return task

    @contextmanager
    def _count_active(self) -> Iterator[None]:
        self._active += 1
        try:
            yield
        finally:
            self._active -= 1


async def _open(connection: AsyncConnection) -> None:
    await connection.start()


async def _return(connection: AsyncConnection, opening: asyncio.Task[None]) -> None:
    await asyncio.wait((opening,))
    if not opening.cancelled() and opening.exception() is None:
        await connection.close()

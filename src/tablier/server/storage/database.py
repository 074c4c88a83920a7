"""The connection to the database, and what differs between SQLite and PostgreSQL."""

import asyncio
import fcntl
import json
import os
import re
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Insert, LargeBinary, Select, Update, event, make_url
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql.schema import ScalarElementColumnDefault

Result = TypeVar("Result")
Statement = Insert | Update | Select[Any]
Given = Mapping[str, Any]
Execute = Callable[[Statement, Given | Sequence[Given]], Any]
"""Runs a statement with what it is given, once or once for each; gives rows, and how many there were."""
READERS = 2
LONGEST_GOODBYE = 3.0
"""Seconds for which a database that is closed waits for the last answers."""


class Database:
    """Reads go to a pool; writes too, except that SQLite has one writer at a time and so queues here instead of failing.

    `read` and `write` give a connection to use step by step. What every move and every visitor needs goes through `look_up` and
    `transact` instead: with SQLite each step would be a visit to another thread, and the layers above it take ten times as long as it does.
    The moves themselves go `at_once` there.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = url.startswith("sqlite")
        pool = {} if self.sqlite else {"pool_size": 10, "max_overflow": 10}
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **pool)  # errors are logged; secrets are not
        self._one_writer = asyncio.Lock()
        self._held: int | None = None
        self._asked = 0
        if self.sqlite:
            self._plain = threading.local()
            self._connections: list[sqlite3.Connection] = []
            self._writer, self._readers = ThreadPoolExecutor(1, "sqlite-writer"), ThreadPoolExecutor(READERS, "sqlite-reader")
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)

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

    async def transact(self, work: Callable[[Execute], Result]) -> Result:
        """Do this in one transaction: all of it is durable when this returns, or none."""
        if not self.sqlite:
            async with self._under_way(), self.engine.begin() as connection:
                return await connection.run_sync(lambda inside: work(inside.execute))

        def in_one_go() -> Result:
            connection = self._plainly()
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(_executing(connection))
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
            return result

        async with self._one_writer:
            return await asyncio.get_running_loop().run_in_executor(self._writer, in_one_go)

    async def at_once(self, statement: str, given: Sequence[Any]) -> int:
        """Of SQLite alone: one statement that is a transaction by itself; tells how many rows it changed.

        From BEGIN to COMMIT the thread that writes waits several times for the interpreter, and everybody who moved waits with it.
        """
        async with self._one_writer:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._writer, lambda: self._plainly().execute(statement, given).rowcount)

    async def look_up(self, statement: Statement, given: Given) -> Sequence[Any]:
        """The rows that answer a question."""
        if self.sqlite:
            return await self._in_a_reader(lambda connection: list(_executing(connection)(statement, given)))
        async with self._under_way(), self.engine.connect() as connection:
            return (await connection.execute(statement, given)).all()

    async def tidy_up(self) -> None:
        """Take what was written into the main file. SQLite would do so in the midst of a commit, and let a move wait for it.

        Nearly all of it is done beside the writers; the rest between two of them, so that the file in between is written over from its
        beginning, which is quicker than to let it grow, and for ever.
        """
        if self.sqlite:
            await self._in_a_reader(_check_in)
            async with self._one_writer:
                await asyncio.get_running_loop().run_in_executor(self._writer, lambda: _check_in(self._plainly()))

    async def _in_a_reader(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: work(self._plainly()))

    def _plainly(self) -> sqlite3.Connection:
        """This thread's own connection, without the layers above it."""
        found: sqlite3.Connection | None = getattr(self._plain, "connection", None)
        if found is None:
            found = self._plain.connection = sqlite3.connect(str(make_url(self.url).database), check_same_thread=False)
            self._connections.append(found)
            _prepare_sqlite(found, None)
            found.execute("PRAGMA wal_autocheckpoint=0")  # `tidy_up` does it, while others write
        return found

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
            self._writer.shutdown()
            self._readers.shutdown()
            for connection in self._connections:
                connection.close()


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


def _check_in(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _executing(connection: sqlite3.Connection) -> Execute:
    """Statements as SQLite itself takes them.

    After every step (a row read, a row written) its thread waits for the interpreter, which may be busy: so all rows of an answer are
    read in one step, as JSON, and all that are new are written in one. A list that something is to be found in goes as JSON, too.
    """

    def execute(statement: Statement, given: Given | Sequence[Given]) -> Any:
        if isinstance(given, Mapping):
            text, constants = _in_sqlite(statement, tuple(given))
            plain = {name: json.dumps(value) if isinstance(value, list) else value for name, value in given.items()}
            done = connection.execute(text, {**constants, **plain})
            return _rows(statement, done.fetchone()[0]) if isinstance(statement, Select) else done
        text, constants = _in_sqlite(statement, tuple(given[0]))
        rows = [{**constants, **one} for one in given]
        if not isinstance(statement, Insert):
            return connection.executemany(text, rows)
        head, values = text.split(" VALUES ")
        names = re.findall(r":(\w+)", values)
        marks = f"({', '.join('?' * len(names))})"
        return connection.execute(f"{head} VALUES {', '.join([marks] * len(rows))}", [row[name] for row in rows for name in names])

    return execute


@cache
def _in_sqlite(statement: Statement, names: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """The text of a statement, and what it holds besides what it is given; putting it together takes longer than SQLite takes to answer."""
    columns = list(names) if isinstance(statement, Insert) else None
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="named"), column_keys=columns)
    constants = {name: value for name, value in compiled.params.items() if name not in names}
    text = re.sub(r"\(__\[POSTCOMPILE_(\w+)\]\)", r"(SELECT value FROM json_each(:\1))", str(compiled))
    if isinstance(statement, Insert):
        for column in statement.table.columns:
            if column.name in constants and isinstance(column.default, ScalarElementColumnDefault):
                constants[column.name] = column.default.arg
    if isinstance(statement, Select):
        count, binary = len(statement.selected_columns), _binary(statement)
        cells = ", ".join(f"iif(c{i} IS NULL, NULL, hex(c{i}))" if i in binary else f"c{i}" for i in range(count))
        names = tuple(f"c{i}" for i in range(count))
        text = f"WITH answer({', '.join(names)}) AS ({text}) SELECT json_group_array(json_array({cells})) FROM answer"
    return text, constants


@cache
def _binary(statement: Select[Any]) -> tuple[int, ...]:
    """Which columns of an answer are bytes, for which JSON has no room."""
    return tuple(i for i, column in enumerate(statement.selected_columns) if isinstance(column.type, LargeBinary))


def _rows(statement: Select[Any], answer: str) -> list[list[Any]]:
    rows: list[list[Any]] = msgspec.json.decode(answer)
    for i in _binary(statement):
        for row in rows:
            row[i] = None if row[i] is None else bytes.fromhex(row[i])
    return rows

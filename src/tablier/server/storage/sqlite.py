"""What only SQLite needs: plain connections in threads, statements compiled for it, checkpoints and a file lock."""

import asyncio
import fcntl
import json
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Insert, LargeBinary, Select, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from tablier.server.storage.statements import Execute, Parameters, Statement

Result = TypeVar("Result")
READERS = 2
WRITES = "tablier_write"
"""The execution option of a SQLAlchemy connection that will write: it takes SQLite's write lock when its transaction begins."""


class SqliteFile:
    """Plain connections to a SQLite file: one thread writes, some read.

    SQLite has one writer at a time; `write_lock` queues writers in this process, where SQLite would refuse them.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.write_lock = asyncio.Lock()
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock_file: int | None = None

    def configure(self, engine: AsyncEngine) -> None:
        """Set up the connections that SQLAlchemy opens to this file."""
        event.listen(engine.sync_engine, "connect", _set_pragmas)
        event.listen(engine.sync_engine, "begin", _begin)

    async def fetch(self, statement: Select[Any], parameters: Parameters) -> Sequence[Any]:
        """The rows of a select."""
        return await self._in_reader(lambda connection: list(_execute(connection, statement, parameters)))

    async def transact(self, work: Callable[[Execute], Result]) -> Result:
        """Run `work` in one transaction."""

        def run(connection: sqlite3.Connection) -> Result:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(lambda statement, parameters: _execute(connection, statement, parameters))
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite has rolled back by itself when the disk is full
                    connection.execute("ROLLBACK")
                raise
            return result

        return await self._in_writer(run)

    async def execute_single(self, sql: str, parameters: Sequence[Any]) -> int:
        """Run one statement that is a transaction by itself; returns how many rows it changed.

        Between BEGIN and COMMIT the writing thread would wait several times for the interpreter, and every move with it.
        """
        return await self._in_writer(lambda connection: connection.execute(sql, parameters).rowcount)

    async def checkpoint(self) -> None:
        """Move the write-ahead log into the main file; left to SQLite, this would happen within a commit.

        A reader moves nearly all of it while others write. The rest is moved between two writers, so that the log starts again from
        its beginning instead of growing for ever.
        """
        await self._in_reader(_checkpoint)
        await self._in_writer(_checkpoint)

    def lock_file(self, *, exclusive: bool) -> bool:
        """Lock the file until this process ends, alone or shared with other processes; False when another's lock prevents it."""
        if self._lock_file is None:
            self._lock_file = os.open(f"{self.path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._lock_file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Close the connections, after the queries that are under way, and release the lock."""
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None
        self._writer.shutdown()
        self._readers.shutdown()
        for connection in self._connections:
            connection.close()

    async def _in_writer(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        async with self.write_lock:
            return await asyncio.get_running_loop().run_in_executor(self._writer, lambda: work(self._connection()))

    async def _in_reader(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: work(self._connection()))

    def _connection(self) -> sqlite3.Connection:
        """The connection of the current thread."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._local.connection = sqlite3.connect(self.path, check_same_thread=False)
            self._connections.append(found)
            _set_pragmas(found, None)
            found.execute("PRAGMA wal_autocheckpoint=0")  # `checkpoint` does it
        return found


def _set_pragmas(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun here, not by the driver
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # an acknowledged move survives a power cut too
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin(connection: Any) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _checkpoint(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _execute(connection: sqlite3.Connection, statement: Statement, parameters: Parameters | Sequence[Parameters]) -> Any:
    """Run a statement in as few steps of SQLite as possible.

    After each step (a row read or written) the thread waits for the interpreter, which may be busy: so all rows of a select are read in
    one step, as JSON, and all rows of an insert are written in one.
    """
    if isinstance(parameters, Mapping):
        compiled = _compile(statement, tuple(parameters))
        plain = {name: json.dumps(value) if isinstance(value, list) else value for name, value in parameters.items()}
        cursor = connection.execute(compiled.sql, {**compiled.constants, **plain})
        return _decode_rows(cursor.fetchone()[0], compiled.binary) if isinstance(statement, Select) else cursor
    compiled = _compile(statement, tuple(parameters[0]))
    rows = [{**compiled.constants, **row} for row in parameters]
    if not isinstance(statement, Insert):
        return connection.executemany(compiled.sql, rows)
    head, values, tail = re.split(r" VALUES \(([^()]*)\)", compiled.sql)  # the tail says what to do with rows that are there
    names = re.findall(r":(\w+)", values)
    marks = f"({', '.join('?' * len(names))})"
    return connection.execute(f"{head} VALUES {', '.join([marks] * len(rows))}{tail}", [row[name] for row in rows for name in names])


class _Compiled(NamedTuple):
    """A statement as SQLite takes it; `binary` are the columns of a select that are bytes, which JSON carries as hexadecimal digits."""

    sql: str
    constants: dict[str, Any]
    binary: tuple[int, ...] = ()


@cache
def _compile(statement: Statement, names: tuple[str, ...]) -> _Compiled:
    """Compile a statement, once: this takes longer than SQLite takes to answer.

    A list parameter is passed as JSON; a select returns all rows as one JSON array.
    """
    columns = list(names) if isinstance(statement, Insert) else None
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="named"), column_keys=columns)
    constants = {name: value for name, value in compiled.params.items() if name not in names}
    sql = re.sub(r"\(__\[POSTCOMPILE_(\w+)\]\)", r"(SELECT value FROM json_each(:\1))", str(compiled))
    if isinstance(statement, Insert):
        for column in statement.table.columns:
            if column.name in constants and isinstance(column.default, ScalarElementColumnDefault):
                constants[column.name] = column.default.arg
    if not isinstance(statement, Select):
        return _Compiled(sql, constants)
    types = [column.type for column in statement.selected_columns]
    binary = tuple(i for i, kind in enumerate(types) if isinstance(kind, LargeBinary))
    cells = ", ".join(f"iif(c{i} IS NULL, NULL, hex(c{i}))" if i in binary else f"c{i}" for i in range(len(types)))
    found = ", ".join(f"c{i}" for i in range(len(types)))
    return _Compiled(f"WITH found({found}) AS ({sql}) SELECT json_group_array(json_array({cells})) FROM found", constants, binary)


def _decode_rows(encoded: str, binary: tuple[int, ...]) -> list[list[Any]]:
    rows: list[list[Any]] = msgspec.json.decode(encoded)
    for i in binary:
        for row in rows:
            row[i] = None if row[i] is None else bytes.fromhex(row[i])
    return rows

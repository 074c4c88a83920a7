"""The append-only log of the tables. Appends of many tables share a transaction; a process that lost its lease is fenced off."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

import structlog
from sqlalchemy import Update, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tablier.server.storage.batching import BatchedQuery, BatchTimer
from tablier.server.storage.database import Database
from tablier.server.storage.schema import seats, table_events, tables
from tablier.server.storage.statements import Execute, Parameters, Statement
from tablier.server.timestamps import now_ms

log = structlog.get_logger("tablier.log")
MAX_BATCH = 200
"""Appends in one transaction."""
MAX_LOGS = 30
"""Tables whose whole logs are read in one query."""
MAX_VERSION = 2**31 - 1
PATIENCE = 5.0
"""Seconds for which the appends of a failed batch are tried one by one; then the database counts as away for the rest."""
FAILING = 10_000
"""Milliseconds for which the database counts as unable to write after it failed to."""
DISK_FULL = "53100"
"""The code of PostgreSQL."""
ERRORS = (SQLAlchemyError, sqlite3.Error, OSError)
REFUSED = (IntegrityError, sqlite3.IntegrityError)
"""Errors after which nothing is committed for sure."""

# Made once: to compile a statement takes longer than SQLite takes to run it.
READ_EPOCHS = select(tables.c.id, tables.c.epoch).where(tables.c.id.in_(bindparam("wanted", expanding=True)))
SELECT_EPOCHS = READ_EPOCHS.with_for_update(read=True)
"""Locked, so that a new owner waits until this is committed; SQLite has one writer anyway and leaves it out."""
LOCK_TABLE = select(tables.c.epoch).where(tables.c.id == bindparam("wanted")).with_for_update()
"""Waits for every transaction that has locked the epoch to write, also for one whose client has given up."""
INSERT_ENTRIES = insert(table_events)
UPDATE_SEAT = (
    update(seats)
    .where(seats.c.table == bindparam("which"), seats.c.seat == bindparam("where"))
    .values(player=bindparam("player"), level=bindparam("level"))
)
INSERT_SEAT = insert(seats)
INSERT_IF_OWNED = (
    "INSERT INTO {log} ({columns}) SELECT * FROM (VALUES {rows}) WHERE NOT EXISTS "
    "(SELECT 1 FROM json_each(?) AS ours LEFT JOIN {tables} AS held "
    "ON held.id = json_extract(ours.value, '$[0]') WHERE held.epoch IS NOT json_extract(ours.value, '$[1]'))"
)
COLUMNS = (table_events.c.table, table_events.c.version, table_events.c.at, table_events.c.key, table_events.c.body)
SELECT_LOGS = (
    select(*COLUMNS)
    .where(table_events.c.table.in_(bindparam("wanted", expanding=True)))
    .order_by(table_events.c.table, table_events.c.version)
)
SELECT_ENTRIES = (
    select(*COLUMNS[1:])
    .where(table_events.c.table == bindparam("wanted"))
    .where(table_events.c.version > bindparam("after"), table_events.c.version <= bindparam("upto"))
    .order_by(table_events.c.version)
)


class Fenced(Exception):
    """Another process owns this table now; nothing was written."""


class AppendFailed(Exception):
    """The database refused the append; nothing was written."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One table event as it is stored."""

    version: int
    at: int
    key: str | None
    body: bytes


@dataclass(slots=True)
class Append:
    """Entries of one table that are written together, and what they change in the rows of the table and its seats."""

    table: str
    epoch: int
    entries: Sequence[LogEntry]
    row: Mapping[str, Any] = field(default_factory=dict)
    seats: Sequence[Mapping[str, Any]] = ()
    before: Sequence[tuple[Statement, Parameters | Sequence[Parameters]]] = ()
    """Statements to run first, when the table is new."""
    done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Log:
    """Reads and writes the log for all tables of a process; `on_commit` is told the size and the seconds of each batch."""

    def __init__(self, database: Database, on_commit: Callable[[int, float], None] = lambda appends, seconds: None) -> None:
        self.database, self.on_commit = database, on_commit
        self._waiting: list[Append] = []
        self._timer = BatchTimer(0.003, 0.005)
        self._logs = BatchedQuery(self._fetch_logs, MAX_LOGS)
        self._epochs = BatchedQuery(self._fetch_epochs)
        self._writer: asyncio.Task[None] | None = None
        self._unanswered: set[str] = set()
        """Tables with an append of which the database did not say whether it counts."""
        self._failed = (0, "")

    @property
    def trouble(self) -> str:
        """Why appends fail at present; "" when they do not."""
        failed_at, why = self._failed
        return why if now_ms() - failed_at < FAILING else ""

    @property
    def waiting(self) -> int:
        """How many appends wait for the next batch."""
        return len(self._waiting)

    def append(self, append: Append) -> "asyncio.Future[None]":
        """Queue an append; returns a future that is done when it is durable, or fails with `Fenced` or `AppendFailed`."""
        self._waiting.append(append)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        return append.done

    async def read_all(self, table: str) -> list[LogEntry]:
        """All entries of a table, in order; concurrent calls share a query."""
        return await self._logs(table) or []

    async def read(self, table: str, after: int = 0, upto: int = MAX_VERSION) -> list[LogEntry]:
        """The entries of a table after a version, in order. Where an append was not answered, this waits until it is known whether
        it counts, and fails when that takes too long."""
        given = {"wanted": table, "after": after, "upto": upto}
        if table in self._unanswered:
            rows: Sequence[Any] = await self.database.transact(lambda execute: _read_settled(execute, given))
            self._unanswered.discard(table)
        else:
            rows = await self.database.fetch(SELECT_ENTRIES, given)
        return [LogEntry(version, at, key, bytes(body)) for version, at, key, body in rows]

    async def epoch(self, table: str) -> int | None:
        """The epoch under which a table is written now; concurrent calls share a query."""
        return await self._epochs(table)

    async def _fetch_epochs(self, wanted: list[str]) -> dict[str, int]:
        return dict(map(tuple, await self.database.fetch(READ_EPOCHS, {"wanted": wanted})))

    async def _fetch_logs(self, wanted: list[str]) -> dict[str, list[LogEntry]]:
        found: dict[str, list[LogEntry]] = {}
        for table, version, at, key, body in await self.database.fetch(SELECT_LOGS, {"wanted": wanted}):
            found.setdefault(table, []).append(LogEntry(version, at, key, bytes(body)))
        return found

    async def _write_all(self) -> None:
        while self._waiting:
            await self._timer.wait()
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            self._timer.sent(len(batch))
            try:
                await self._write(batch)
            except Exception as error:
                log.warning("log.batch", entries=len(batch), error=str(error))
                await self._write_one_by_one(batch, uncertain=not isinstance(error, REFUSED))

    async def _write_one_by_one(self, batch: list[Append], *, uncertain: bool) -> None:
        """Write the appends of a failed batch separately, so that a bad one does not prevent the others. Where the answer of the
        database was lost, the batch may be committed: what is in the log already is not written again."""
        begun = time.perf_counter()
        if uncertain:
            self._unanswered.update(append.table for append in batch)
        for append in batch:
            try:
                if time.perf_counter() - begun > PATIENCE:
                    raise TimeoutError("the database is away")
                if not (uncertain and await self._is_stored(append)):
                    await self._write([append])
            except Exception as error:
                log.error("log.entry", table=append.table, error=str(error))
                self._note_failure(append, error)
                if not append.done.done():
                    append.done.set_exception(AppendFailed(str(error)))

    def _note_failure(self, append: Append, error: Exception) -> None:
        if isinstance(error, REFUSED):
            return
        self._unanswered.add(append.table)
        full = getattr(getattr(error, "orig", None), "sqlstate", "") == DISK_FULL
        self._failed = (now_ms(), "the disk is full" if full else "the database cannot be written")

    async def _is_stored(self, append: Append) -> bool:
        """Whether the log has these very entries; then the append is done."""
        first, last = append.entries[0].version, append.entries[-1].version
        stored = await self.read(append.table, first - 1, last)
        if stored == list(append.entries) and not append.done.done():
            append.done.set_result(None)
        return append.done.done()

    async def _write(self, batch: list[Append]) -> None:
        begun = time.perf_counter()
        epochs = await self._write_if_owned(batch) or await self.database.transact(lambda execute: _write_owned(execute, batch))
        self.on_commit(len(batch), time.perf_counter() - begun)
        self._failed = (0, "")
        for append in batch:
            if append.done.done():
                continue
            if epochs.get(append.table) == append.epoch:
                append.done.set_result(None)
            else:
                append.done.set_exception(Fenced(append.table))

    async def _write_if_owned(self, batch: list[Append]) -> dict[str, int]:
        """Write a batch of mere entries, the usual case, as one statement of SQLite; returns their epochs.

        Nothing is written, and {} returned, if there is more to write or another process owns one of the tables.
        """
        if not self.database.sqlite or any(append.row or append.seats or append.before for append in batch):
            return {}
        ours = [(append.table, append.epoch) for append in batch]
        rows = [(append.table, entry.version, entry.at, entry.key, entry.body) for append in batch for entry in append.entries]
        written = await self.database.sqlite.execute_single(_insert_if_owned(len(rows)), [*chain(*rows), json.dumps(ours)])
        return dict(ours) if written else {}


def _write_owned(execute: Execute, batch: list[Append]) -> dict[str, int]:
    """Write the appends whose epoch is the current one of their table; returns the current epochs."""
    for append in batch:
        for statement, parameters in append.before:
            execute(statement, parameters)
    epochs: dict[str, int] = dict(map(tuple, execute(SELECT_EPOCHS, {"wanted": [append.table for append in batch]})))
    owned = [append for append in batch if epochs.get(append.table) == append.epoch]
    rows = [
        {"table": append.table, "version": entry.version, "at": entry.at, "key": entry.key, "body": entry.body}
        for append in owned
        for entry in append.entries
    ]
    if rows:
        execute(INSERT_ENTRIES, rows)
    for append in owned:
        if append.row:
            execute(_update_table(tuple(append.row)), {"which": append.table, **append.row})
        for seat in append.seats:
            changed = {"which": append.table, "where": seat["seat"], "player": seat["player"], "level": seat["level"]}
            if not execute(UPDATE_SEAT, changed).rowcount:
                execute(INSERT_SEAT, {"table": append.table, **seat})
    return epochs


def _read_settled(execute: Execute, given: Parameters) -> list[Any]:
    """The entries of a table, after every transaction that may write it has ended."""
    execute(LOCK_TABLE, {"wanted": given["wanted"]})
    return list(execute(SELECT_ENTRIES, given))


@cache
def _insert_if_owned(rows: int) -> str:
    columns = ", ".join(f'"{column.name}"' for column in COLUMNS)
    return INSERT_IF_OWNED.format(log=table_events.name, columns=columns, rows=", ".join(["(?, ?, ?, ?, ?)"] * rows), tables=tables.name)


@cache
def _update_table(columns: tuple[str, ...]) -> Update:
    return update(tables).where(tables.c.id == bindparam("which")).values({name: bindparam(name) for name in columns})

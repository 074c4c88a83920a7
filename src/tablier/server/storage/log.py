"""The append-only log of the tables. Many tables' happenings become durable in one transaction; late owners are fenced off."""

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
from sqlalchemy.exc import SQLAlchemyError

from tablier.server.storage.batching import BatchedQuery, BatchTimer
from tablier.server.storage.database import Database, Execute, Given, Statement
from tablier.server.storage.schema import happenings, seats, tables

log = structlog.get_logger("tablier.log")
LARGEST_BATCH = 200
LATEST = 2**31 - 1
WHOLE_AT_ONCE = 30
"""Tables whose logs are read in one go."""

# Made once: putting a statement together takes longer than SQLite takes to answer it.
EPOCHS = (
    select(tables.c.id, tables.c.epoch)
    .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
    .with_for_update(read=True)  # a new owner waits until this is committed; SQLite has one writer anyway and leaves it out
)
KEEP = insert(happenings)
SEAT = (
    update(seats)
    .where(seats.c.table == bindparam("which"), seats.c.seat == bindparam("where"))
    .values(player=bindparam("player"), level=bindparam("level"))
)
NEW_SEAT = insert(seats)
IF_ALL_ARE_OURS = (
    "INSERT INTO {log} ({columns}) SELECT * FROM (VALUES {lines}) WHERE NOT EXISTS "
    "(SELECT 1 FROM json_each(?) AS ours LEFT JOIN {tables} AS held "
    "ON held.id = json_extract(ours.value, '$[0]') WHERE held.epoch IS NOT json_extract(ours.value, '$[1]'))"
)
WHOLE = (
    select(happenings.c.table, happenings.c.version, happenings.c.at, happenings.c.key, happenings.c.body)
    .where(happenings.c.table.in_(bindparam("wanted", expanding=True)))
    .order_by(happenings.c.table, happenings.c.version)
)
LINES = (
    select(happenings.c.version, happenings.c.at, happenings.c.key, happenings.c.body)
    .where(happenings.c.table == bindparam("wanted"), happenings.c.version > bindparam("after"), happenings.c.version <= bindparam("upto"))
    .order_by(happenings.c.version)
)


class Fenced(Exception):
    """Another process owns this table now; what was to be written is not."""


class NotKept(Exception):
    """The database could not keep it; nothing has changed."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One happening as it is kept."""

    version: int
    at: int
    key: str | None
    body: bytes


@dataclass(slots=True)
class Append:
    """Lines that belong together, and what they change in the row of their table."""

    table: str
    epoch: int
    lines: Sequence[LogEntry]
    row: Mapping[str, Any] = field(default_factory=dict)
    seated: Sequence[Mapping[str, Any]] = ()
    before: Sequence[tuple[Statement, Given | Sequence[Given]]] = ()
    """What must be there first, when the table is new."""
    done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Log:
    """Writes for all tables of a process."""

    def __init__(self, database: Database, committed: Callable[[int, float], None] = lambda entries, seconds: None) -> None:
        self.database, self.committed = database, committed
        self._waiting: list[Append] = []
        self._pace = BatchTimer(0.003, 0.005)
        self._whole = BatchedQuery(self._read_whole, WHOLE_AT_ONCE)
        self._writer: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many entries wait for the next batch."""
        return len(self._waiting)

    async def append(self, entry: Append) -> None:
        """Returns when it is durable; raises `Fenced` or `NotKept` when it is not."""
        await self.begin(entry)

    def begin(self, entry: Append) -> "asyncio.Future[None]":
        """The same, for one who has something to do meanwhile."""
        self._waiting.append(entry)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        return entry.done

    async def _write_all(self) -> None:
        while self._waiting:
            await self._pace.keep()
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            self._pace.goes(len(batch))
            try:
                await self._write(batch)
            except (SQLAlchemyError, sqlite3.Error, OSError) as error:
                log.warning("log.batch", entries=len(batch), error=str(error))
                await self._one_by_one(batch)

    async def _one_by_one(self, batch: list[Append]) -> None:
        """A batch that failed may hold one bad entry; the others shall not suffer for it."""
        for entry in batch:
            try:
                await self._write([entry])
            except (SQLAlchemyError, sqlite3.Error, OSError) as error:
                log.error("log.entry", table=entry.table, error=str(error))
                if not entry.done.done():
                    entry.done.set_exception(NotKept(str(error)))

    async def _write(self, batch: list[Append]) -> None:
        begun = time.perf_counter()
        epochs = await self._keep_if_ours(batch) or await self.database.transact(lambda execute: _keep(execute, batch))
        self.committed(len(batch), time.perf_counter() - begun)
        for entry in batch:
            if entry.done.done():
                continue
            if epochs.get(entry.table) == entry.epoch:
                entry.done.set_result(None)
            else:
                entry.done.set_exception(Fenced(entry.table))

    async def _keep_if_ours(self, batch: list[Append]) -> dict[str, int]:
        """Nearly always there are lines and nothing else, all of tables of ours: SQLite writes them in one statement. Else nothing is
        written, and no epoch known."""
        if not self.database.sqlite or any(entry.row or entry.seated or entry.before for entry in batch):
            return {}
        ours = [(entry.table, entry.epoch) for entry in batch]
        lines = [(entry.table, line.version, line.at, line.key, line.body) for entry in batch for line in entry.lines]
        kept = await self.database.at_once(_if_all_are_ours(len(lines)), [*chain(*lines), json.dumps(ours)])
        return dict(ours) if kept else {}

    async def whole(self, table: str) -> list[LogEntry]:
        """All lines of a table, in order."""
        return await self._whole(table) or []

    async def _read_whole(self, wanted: list[str]) -> dict[str, list[LogEntry]]:
        found: dict[str, list[LogEntry]] = {}
        for table, version, at, key, body in await self.database.look_up(WHOLE, {"wanted": wanted}):
            found.setdefault(table, []).append(LogEntry(version, at, key, bytes(body)))
        return found

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        """The lines of a table after a version, in order."""
        given = {"wanted": table, "after": after, "upto": LATEST if upto is None else upto}
        return [LogEntry(version, at, key, bytes(body)) for version, at, key, body in await self.database.look_up(LINES, given)]


def _keep(execute: Execute, batch: list[Append]) -> dict[str, int]:
    """Write what its table's owner may write; gives the epochs of all tables."""
    for entry in batch:
        for statement, given in entry.before:
            execute(statement, given)
    epochs: dict[str, int] = dict(map(tuple, execute(EPOCHS, {"wanted": [entry.table for entry in batch]})))
    good = [entry for entry in batch if epochs.get(entry.table) == entry.epoch]
    lines = [
        {"table": entry.table, "version": line.version, "at": line.at, "key": line.key, "body": line.body}
        for entry in good
        for line in entry.lines
    ]
    if lines:
        execute(KEEP, lines)
    for entry in good:
        if entry.row:
            execute(_change(tuple(entry.row)), {"which": entry.table, **entry.row})
        for seat in entry.seated:
            changed = {"which": entry.table, "where": seat["seat"], "player": seat["player"], "level": seat["level"]}
            if not execute(SEAT, changed).rowcount:
                execute(NEW_SEAT, {"table": entry.table, **seat})
    return epochs


@cache
def _if_all_are_ours(lines: int) -> str:
    columns = ", ".join(f'"{name}"' for name in ("table", "version", "at", "key", "body"))
    return IF_ALL_ARE_OURS.format(log=happenings.name, columns=columns, lines=", ".join(["(?, ?, ?, ?, ?)"] * lines), tables=tables.name)


@cache
def _change(columns: tuple[str, ...]) -> Update:
    return update(tables).where(tables.c.id == bindparam("which")).values({name: bindparam(name) for name in columns})

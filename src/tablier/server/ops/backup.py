"""Backups: the whole database as one compressed file of JSON lines, which can be restored into SQLite or PostgreSQL.

    {"tablier": "backup", "format": 1, "shape": "0001", "made": 1731700000000, "rows": {"player": 2, …}}
    ["player", {"id": …, "name": …}]
    …
    {"end": true, "sha256": "…"}        of all lines before it

A backup is a consistent snapshot, also while tables are being played.
"""

import base64
import contextlib
import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import LargeBinary, Table, func, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.storage.database import Database
from tablier.server.storage.migrate import latest_revision, upgrade_schema
from tablier.server.storage.schema import metadata
from tablier.server.timestamps import now_ms

FORMAT = 1
PORTION = 500
"""Rows read or written at a time."""

Progress = Callable[[int, int], None]
"""Called with the rows done and the rows in all."""


def _silent(done: int, rows: int) -> None:
    return


async def backup(url: str, target: Path, progress: Progress = _silent) -> int:
    """Write a new backup file, complete or not at all; returns the number of rows."""
    if target.exists():
        raise TablierError(Text(f"{target} existe déjà ; rien n'a été écrit.", f"{target} exists already; nothing was written."))
    require_database(url)
    database = Database(url)
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # it holds private data
        with os.fdopen(handle, "wb") as raw:
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
                rows = await _write(database, packed, progress)
            raw.flush()
            os.fsync(raw.fileno())
        _publish(draft, target)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()
        await database.close()
    return rows


async def _write(database: Database, packed: gzip.GzipFile, progress: Progress) -> int:
    digest, done = hashlib.sha256(), 0

    def put(value: Any) -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        digest.update(line)
        packed.write(line)

    async with database.engine.connect() as connection:
        if not database.sqlite:
            await connection.execution_options(isolation_level="REPEATABLE READ")  # a snapshot; readers of SQLite have one anyway
        async with connection.begin():
            counts = {table.name: await _count(connection, table) for table in metadata.sorted_tables}
            rows = sum(counts.values())
            put({"tablier": "backup", "format": FORMAT, "shape": latest_revision(), "made": now_ms(), "rows": counts})
            for table in metadata.sorted_tables:
                async with connection.stream(select(table).order_by(*table.primary_key)) as found:
                    async for portion in found.mappings().partitions(PORTION):
                        for row in portion:
                            put([table.name, {name: _to_json(value) for name, value in row.items()}])
                        done += len(portion)
                        progress(done, rows)
    packed.write(json.dumps({"end": True, "sha256": digest.hexdigest()}).encode() + b"\n")
    return rows


async def _count(connection: AsyncConnection, table: Table) -> int:
    return await connection.scalar(select(func.count()).select_from(table)) or 0


def _to_json(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes | memoryview) else value


def _publish(draft: Path, target: Path) -> None:
    """Give the complete file its name; never replaces another file."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        draft.rename(target)


async def restore(url: str, source: Path, progress: Progress = _silent) -> int:
    """Restore a backup into an empty database, all of it or nothing; returns the number of rows."""
    database = Database(url)
    try:
        with source.open("rb") as raw, gzip.GzipFile(fileobj=raw) as packed:
            lines = _verified_lines(packed)
            header = _check_header(next(lines, None))
            await upgrade_schema(database)
            async with database.write() as connection:
                await _require_empty(connection)
                return await _read(connection, lines, sum(header["rows"].values()), progress)
    except (EOFError, gzip.BadGzipFile, zlib.error, ValueError, KeyError, TypeError) as error:
        if isinstance(error, TablierError):
            raise
        raise _broken(source) from error
    finally:
        await database.close()


async def _read(connection: AsyncConnection, lines: Iterator[Any], rows: int, progress: Progress) -> int:
    waiting: list[dict[str, Any]] = []
    done, last = 0, ""
    for name, row in lines:
        if waiting and (name != last or len(waiting) >= PORTION):
            await connection.execute(insert(metadata.tables[last]), waiting)
            done, waiting = done + len(waiting), []
            progress(done, rows)
        waiting.append(_from_json(metadata.tables[name], row))
        last = name
    if waiting:
        await connection.execute(insert(metadata.tables[last]), waiting)
    done += len(waiting)
    if done != rows:
        raise ValueError(f"{done} rows instead of {rows}")
    progress(done, rows)
    return done


def _verified_lines(packed: gzip.GzipFile) -> Iterator[Any]:
    """All lines but the last, whose checksum must be that of the others."""
    digest = hashlib.sha256()
    for line in packed:
        value = json.loads(line)
        if isinstance(value, dict) and value.get("end"):
            if value["sha256"] != digest.hexdigest() or packed.read(1):
                raise ValueError("wrong checksum")
            return
        digest.update(line)
        yield value
    raise ValueError("the last line is missing")


def _check_header(header: Any) -> dict[str, Any]:
    if not isinstance(header, dict) or header.get("tablier") != "backup":
        raise TablierError(Text("Ce fichier n'est pas une sauvegarde de Tablier.", "This file is no backup of Tablier."))
    if header["format"] != FORMAT or header["shape"] != latest_revision():
        raise TablierError(
            Text(
                f"Cette sauvegarde est d'une autre version (forme {header['shape']}, ici {latest_revision()}) : "
                "restaurez-la avec le Tablier qui l'a faite, puis mettez-le à jour.",
                f"This backup is of another version (shape {header['shape']}, here {latest_revision()}): "
                "restore it with the Tablier that made it, then upgrade.",
            )
        )
    return header


def _from_json(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
    return {name: base64.b64decode(value) if name in binary and value is not None else value for name, value in row.items()}


async def _require_empty(connection: AsyncConnection) -> None:
    for table in metadata.sorted_tables:
        if await _count(connection, table):
            raise TablierError(Text("Cette base n'est pas vide ; rien n'a été changé.", "This database is not empty; nothing was changed."))


def _broken(source: Path) -> TablierError:
    return TablierError(
        Text(f"{source} est abîmé ou incomplet ; rien n'a été restauré.", f"{source} is damaged or incomplete; nothing was restored.")
    )


def require_database(url: str) -> None:
    """Refuse a SQLite file that does not exist; SQLite would create an empty one."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        raise TablierError(Text(f"Il n'y a pas de base {address.database}.", f"There is no database {address.database}."))

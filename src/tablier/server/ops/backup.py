"""Backups: the whole database as one compressed file of JSON lines, which `restore` reads into SQLite or PostgreSQL.

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
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Table, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.storage.database import Database
from tablier.server.storage.migrate import latest_revision
from tablier.server.storage.schema import metadata
from tablier.server.timestamps import now_ms

FORMAT = 1
PORTION = 500
"""Rows read at a time."""

Progress = Callable[[int, int], None]
"""Called with the rows done and the rows in all."""


def silent(done: int, rows: int) -> None:
    """Progress that is not shown."""


async def backup(url: str, target: Path, progress: Progress = silent) -> int:
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


def require_database(url: str) -> None:
    """Refuse a SQLite file that does not exist; SQLite would create an empty one."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        raise TablierError(Text(f"Il n'y a pas de base {address.database}.", f"There is no database {address.database}."))

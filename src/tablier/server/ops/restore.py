"""Restoring backups (`backup` describes their format).

A file is read twice, line by line and in bounded memory. First all of it is checked, so that a wrong file is refused before anything is
changed; then its rows are written in one transaction.
"""

import base64
import gzip
import hashlib
import json
import math
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import msgspec
from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, String, Table, func, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import BigInteger

from tablier.api.accounts import Choice
from tablier.api.challenges import DECLINE_REASONS
from tablier.api.jobs import AnyTask
from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.ops.backup import FORMAT, Progress, silent
from tablier.server.people.challenge_rows import decode_terms
from tablier.server.people.player_events import decode_event
from tablier.server.people.studies import decode_study
from tablier.server.storage.database import Database
from tablier.server.storage.migrate import latest_revision, upgrade_schema
from tablier.server.storage.schema import metadata

LONGEST_LINE = 4 << 20
"""Bytes; the largest request, and so the largest row, is far smaller."""
PORTION_ROWS, PORTION_BYTES = 500, 4 << 20
"""What is written at a time."""
UNREADABLE = (EOFError, gzip.BadGzipFile, zlib.error)
NO_BACKUP = Text("Ce fichier n'est pas une sauvegarde de Tablier.", "This file is not a Tablier backup.")
NOT_EMPTY = Text("Cette base n'est pas vide ; rien n'a été changé.", "This database is not empty; nothing was changed.")


class Row(NamedTuple):
    """One row of a backup, and the length of its line."""

    table: Table
    values: dict[str, Any]
    size: int


async def restore(url: str, source: Path, progress: Progress = silent) -> int:
    """Restore a backup into an empty database, all of it or nothing; returns the number of rows."""
    rows = sum(1 for _ in read_rows(source))
    created = _missing_file(url)
    database = Database(url)
    try:
        await upgrade_schema(database)
        async with database.write(bounded=False) as connection:
            await _require_empty(connection)
            await _insert_all(connection, read_rows(source), rows, progress)
    except BaseException as error:
        await database.close()
        for suffix in ("", "-wal", "-shm", "-journal") if created else ():
            Path(f"{created}{suffix}").unlink(missing_ok=True)
        if isinstance(error, SQLAlchemyError | sqlite3.Error | OSError):
            raise _not_written(error) from error
        raise
    await database.close()
    return rows


async def _insert_all(connection: AsyncConnection, found: Iterator[Row], rows: int, progress: Progress) -> None:
    portion: list[Row] = []
    done = size = 0
    for row in found:
        if portion and (row.table is not portion[0].table or len(portion) >= PORTION_ROWS or size >= PORTION_BYTES):
            await connection.execute(insert(portion[0].table), [one.values for one in portion])
            done, size, portion = done + len(portion), 0, []
            progress(done, rows)
        portion.append(row)
        size += row.size
    if portion:
        await connection.execute(insert(portion[0].table), [one.values for one in portion])
    progress(rows, rows)


async def _require_empty(connection: AsyncConnection) -> None:
    for table in metadata.sorted_tables:
        if await connection.scalar(select(func.count()).select_from(table)):
            raise TablierError(NOT_EMPTY)


def _missing_file(url: str) -> Path | None:
    """The SQLite file that restoring will create; None where there is one already, and with PostgreSQL."""
    address = make_url(url)
    path = Path(address.database or "") if address.get_backend_name() == "sqlite" else None
    return path if path is not None and not path.exists() else None


def _not_written(error: Exception) -> TablierError:
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        return TablierError(
            Text(
                "Deux lignes de la sauvegarde ont la même clé ; rien n'a été restauré.",
                "Two rows of the backup have the same key; nothing was restored.",
            )
        )
    said = " ".join(str(getattr(error, "orig", None) or error).split())[:200]
    return TablierError(
        Text(
            f"La base n'a pas pu être écrite ({said}) ; rien n'a été restauré.",
            f"The database could not be written ({said}); nothing was restored.",
        )
    )


# -- reading a file ----------------------------------------------------------------------------------------


def read_rows(source: Path) -> Iterator[Row]:
    """The rows of a backup, each checked; raises `TablierError` for the first thing that is wrong."""
    lines = _lines(source)
    digest = hashlib.sha256()
    expected: dict[str, int] | None = None
    for number, line in lines:
        if expected is None:
            expected = _check_header(line)
        elif isinstance(value := _parse(number, line), dict):
            _check_end(number, value, digest.hexdigest(), expected)
            if next(lines, None) is not None:
                _refuse(number + 1, "rien n'est attendu après la dernière ligne", "nothing is expected after the last line")
            return
        else:
            row = _row(number, value, len(line))
            expected[row.table.name] -= 1
            if expected[row.table.name] < 0:
                _refuse(number, f"plus de lignes de {row.table.name} qu'annoncé", f"more rows of {row.table.name} than announced")
            yield row
        digest.update(line)
    raise _damaged(source) if expected is not None else TablierError(NO_BACKUP)


def _lines(source: Path) -> Iterator[tuple[int, bytes]]:
    """The lines, numbered from 1, none of them too long."""
    number = 0
    try:
        with source.open("rb") as raw, gzip.GzipFile(fileobj=raw) as packed:
            while line := packed.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    most = LONGEST_LINE >> 20
                    _refuse(number, f"une ligne a au plus {most} Mo", f"a line has at most {most} MB")
                yield number, line
    except UNREADABLE as error:
        raise _damaged(source) from error


def _parse(number: int, line: bytes) -> Any:
    try:
        return json.loads(line.decode(), object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        _refuse(number, "ce n'est pas du JSON comme Tablier l'écrit", "this is no JSON as Tablier writes it")


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _check_header(line: bytes) -> dict[str, int]:
    """The number of rows of each table, as the first line tells it."""
    try:
        header = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise TablierError(NO_BACKUP) from error
    if not isinstance(header, dict) or header.get("tablier") != "backup":
        raise TablierError(NO_BACKUP)
    shape, here = str(header.get("shape"))[:20], latest_revision()
    if header.get("format") != FORMAT or shape != here:
        raise TablierError(
            Text(
                f"Cette sauvegarde est d'une autre version (forme {shape}, ici {here}) : "
                "restaurez-la avec le Tablier qui l'a faite, puis mettez-le à jour.",
                f"This backup is of another version (shape {shape}, here {here}): restore it with the Tablier that made it, then upgrade.",
            )
        )
    rows = header.get("rows")
    if (
        not isinstance(rows, dict)
        or set(rows) != set(metadata.tables)
        or not all(type(many) is int and many >= 0 for many in rows.values())
    ):
        _refuse(
            1,
            "le nombre de lignes de chaque table est attendu, et d'aucune autre",
            "the number of rows of each table and no other is expected",
        )
    return dict(rows)


def _check_end(number: int, end: dict[str, Any], digest: str, missing: dict[str, int]) -> None:
    if end != {"end": True, "sha256": digest}:
        _refuse(
            number, "la somme de contrôle n'est pas celle du fichier (il est abîmé)", "the checksum is not that of the file (it is damaged)"
        )
    for table, many in missing.items():
        if many:
            _refuse(number, f"il manque {many} lignes de {table}", f"{many} rows of {table} are missing")


def _row(number: int, value: Any, size: int) -> Row:
    match value:
        case [str(name), dict(cells)]:
            table = metadata.tables.get(name)
        case _:
            _refuse(
                number, 'une table et ses valeurs sont attendues, ["player", {…}]', 'a table and its values are expected, ["player", {…}]'
            )
    if table is None:
        _refuse(number, f"il n'y a pas de table {name[:40]!r}", f"there is no table {name[:40]!r}")
    names = {column.name for column in table.columns}
    for column in sorted(names ^ set(cells)):
        if column in names:
            _refuse(number, f"il manque {name}.{column}", f"{name}.{column} is missing")
        _refuse(number, f"{name} n'a pas de colonne {column[:40]!r}", f"{name} has no column {column[:40]!r}")
    return Row(table, {column.name: _cell(number, column, cells[column.name]) for column in table.columns}, size)


# -- values ------------------------------------------------------------------------------------------------


def _cell(number: int, column: Column[Any], value: Any) -> Any:
    """A value as the database takes it."""
    if value is None and column.nullable:
        return None
    read, fr, en = next((read, fr, en) for kind, read, fr, en in KINDS if isinstance(column.type, kind))
    where = f"{column.table.name}.{column.name}"
    try:
        found = read(column, value)
        if where in CONTENTS:
            CONTENTS[where](found)
    except (ValueError, TypeError, msgspec.MsgspecError, RecursionError):
        _refuse(number, f"{where} n'est pas {fr}", f"{where} is not {en}")
    return found


def _binary(column: Column[Any], value: Any) -> bytes:
    return base64.b64decode(value, validate=True)


def _boolean(column: Column[Any], value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError
    return value


def _integer(column: Column[Any], value: Any) -> int:
    bits = 63 if isinstance(column.type, BigInteger) else 31
    if type(value) is not int or not -(1 << bits) <= value < 1 << bits:
        raise TypeError
    return value


def _float(column: Column[Any], value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise TypeError
    return float(value)


def _string(column: Column[Any], value: Any) -> str:
    longest = getattr(column.type, "length", None)
    if not isinstance(value, str) or "\0" in value or (longest is not None and len(value) > longest):
        raise TypeError
    value.encode()  # no half of a surrogate pair
    return value


KINDS: tuple[tuple[type, Callable[[Column[Any], Any], Any], str, str], ...] = (
    (LargeBinary, _binary, "ce qu'un Tablier y écrit, en base64", "what Tablier writes there, in base64"),
    (Boolean, _boolean, "true ou false", "true or false"),
    (Integer, _integer, "un entier que la base peut contenir", "an integer that the database can hold"),
    (Float, _float, "un nombre", "a number"),
    (String, _string, "un texte que la base peut contenir", "a text that the database can hold"),
)


def _matching(pattern: str) -> Callable[[Any], Any]:
    def check(value: str) -> None:
        if not re.fullmatch(pattern, value):
            raise ValueError

    return check


CONTENTS: dict[str, Callable[[Any], Any]] = {
    "challenge.body": decode_terms,
    "challenge.reason": _matching("|".join(DECLINE_REASONS)),
    "challenge.state": _matching("waiting|accepted|declined|withdrawn|lapsed"),
    "game_table.state": _matching("open|playing|over"),
    "game_table.ranks": _matching(r"[1-9](-[1-9])*"),
    "job.body": msgspec.json.Decoder(AnyTask).decode,
    "player.accepts": _matching("all|accounts|none"),
    "player.settings": msgspec.json.Decoder(dict[str, Choice]).decode,
    "study.body": decode_study,
    "table_event.body": decode_event,
}
"""What must also be readable, because the server reads it later."""


# -- refusals ----------------------------------------------------------------------------------------------


def _refuse(number: int, fr: str, en: str) -> NoReturn:
    raise TablierError(Text(f"Ligne {number} : {fr}. Rien n'a été restauré.", f"Line {number}: {en}. Nothing was restored."))


def _damaged(source: Path) -> TablierError:
    return TablierError(
        Text(f"{source} est abîmé ou incomplet ; rien n'a été restauré.", f"{source} is damaged or incomplete; nothing was restored.")
    )

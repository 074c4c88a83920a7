"""Logs of what takes long: one line of JSON that says what the log is of, then one for each result; of a match, each finished game.

A result is synced to disk before it counts. A line cut off by a crash is dropped, the log of something else is refused, and the
file is locked against a second writer.
"""

import errno
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tablier.arena.fingerprint import engine_fingerprint
from tablier.arena.game import Report
from tablier.arena.plan import Plan
from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.search.data_files import lock


class BadJournal(TablierError):
    """A log that cannot be resumed."""


class LogFile:
    """An open log: a header, which says what the log is of, and `rows`. What is added is on the disk before it counts."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.rows: list[dict[str, Any]] = []
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            self._lock()
            self._resume(header)
        except BaseException:
            self.close()
            raise

    def write(self, data: dict[str, Any]) -> None:
        """Append a row and sync it to disk."""
        line = (json.dumps(data, ensure_ascii=False) + "\n").encode()
        try:
            if os.write(self._file, line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError as error:
            error.filename = str(self.path)
            raise

    def close(self) -> None:
        """Close the file and release the lock."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _lock(self) -> None:
        if not lock(self._file):
            raise BadJournal(
                Text(
                    f"{self.path.name} : une autre commande y écrit en ce moment.",
                    f"{self.path.name}: another command is writing to it right now.",
                )
            )

    def _resume(self, header: dict[str, Any]) -> None:
        lines = self._complete_lines()
        if not lines:
            self.write(header)
            return
        self._compare(_parsed(lines[0], 1, self.path), header)
        self.rows = [_parsed(line, number, self.path) for number, line in enumerate(lines[1:], 2)]

    def _complete_lines(self) -> list[bytes]:
        """The complete lines; an incomplete last line is truncated from the file."""
        text = self.path.read_bytes()
        complete = _complete(text)
        if len(complete) < len(text):
            os.ftruncate(self._file, len(complete))
        return complete.splitlines()

    def _compare(self, header: dict[str, Any], expected: dict[str, Any]) -> None:
        if header != expected:
            differ = ", ".join(name for name in expected if header.get(name) != expected[name])
            raise BadJournal(
                Text(
                    f"{self.path.name} est le journal d'une autre rencontre ({differ}) : choisissez un autre fichier.",
                    f"{self.path.name} is the log of another match ({differ}): choose another file.",
                )
            )


class Journal(LogFile):
    """The log of a match. `reports` are its games by number."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.reports: dict[int, Report] = {}
        super().__init__(path, _header(plan))

    def add(self, report: Report) -> None:
        """Append a game and sync it to disk."""
        self.write(asdict(report))
        self.reports[report.number] = report

    def _resume(self, header: dict[str, Any]) -> None:
        super()._resume(header)
        for number, row in enumerate(self.rows, 2):
            report = _report(row, number, self.path)
            self.reports[report.number] = report


def read_reports(path: Path) -> Iterator[Report]:
    """The games of a log in the order in which they ended; the log may still be open."""
    for number, line in enumerate(_complete(path.read_bytes()).splitlines()[1:], 2):
        yield _report(_parsed(line, number, path), number, path)


def _complete(text: bytes) -> bytes:
    return text[: text.rfind(b"\n") + 1]


def _header(plan: Plan) -> dict[str, Any]:
    """The identity of a match: its plan and the engines' fingerprint.

    The number of games may grow, and games may be adjudicated or not, as their records say.
    """
    header: dict[str, Any] = json.loads(json.dumps(asdict(plan)))
    del header["games"], header["adjudicate"]
    return {**header, "engines": engine_fingerprint(plan.game)}


def _parsed(line: bytes, number: int, path: Path) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise _unreadable(number, path)
    return data


def _report(data: dict[str, Any], number: int, path: Path) -> Report:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    try:
        return Report(**fields)
    except TypeError:
        raise _unreadable(number, path) from None


def _unreadable(number: int, path: Path) -> BadJournal:
    return BadJournal(
        Text(
            f"{path.name}, ligne {number} : ce n'est pas le journal d'une rencontre.",
            f"{path.name}, line {number}: this is no log of a match.",
        )
    )

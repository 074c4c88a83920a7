"""Reading and writing records: a file is either the old one or the new one, never half of each."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from tablier import Match, read_record, write_json, write_text
from tablier.cli import messages as m
from tablier.cli.language import fault
from tablier.core.record import LONGEST


def save(match: Match[Any, Any], name: str) -> Path:
    """Write the match into a file, as JSON when its name ends so; the old content stays until the new is complete."""
    path = _path(name)
    text = write_json(match) + "\n" if path.suffix.lower() == ".json" else write_text(match)
    target = path.resolve() if path.is_symlink() else path
    if target.is_dir():
        raise fault(m.IS_FOLDER, file=name)
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("x", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(target)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()
    return path


def load(name: str) -> Match[Any, Any]:
    """The match of a file; `-` reads what is piped in."""
    return read_record(read(name))


def read(name: str) -> str:
    """The text of a file, as much of it as a record may have and a little more."""
    path = None if name == "-" else _path(name)
    try:
        if path is None:
            return sys.stdin.read(LONGEST + 1)
        with path.open(encoding="utf-8") as source:
            return source.read(LONGEST + 1)
    except UnicodeDecodeError as error:
        raise fault(m.NOT_TEXT, file=name) from error


def is_foreign(name: str) -> bool:
    """True when a file is there that does not look like a record, so that nothing else is overwritten by a slip."""
    path = _path(name)
    if not path.exists():
        return False
    try:
        start = path.read_bytes()[:200].decode("utf-8", "replace").lstrip()
    except OSError:
        return False
    return not start.startswith(("[Tablier", "{")) and start != ""


def exists(name: str) -> bool:
    """True when there is something of that name already."""
    return _path(name).exists()


def _path(name: str) -> Path:
    if not name or "\0" in name:
        raise fault(m.NO_FILE_NAME)
    try:
        return Path(name).expanduser()
    except RuntimeError:  # no such user: then the tilde is a plain letter
        return Path(name)

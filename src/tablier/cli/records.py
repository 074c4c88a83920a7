"""Records in files, written atomically."""

import contextlib
import os
import sys
from pathlib import Path

from tablier import read_record, write_json, write_text
from tablier.cli import messages as m
from tablier.cli.language import user_error
from tablier.cli.view import AnyMatch
from tablier.core.record import LONGEST


def save_record(match: AnyMatch, name: str) -> None:
    """Write the match to a file, as JSON when its name ends so; the old content stays until the new is complete."""
    path = _path(name)
    text = write_json(match) + "\n" if path.suffix.lower() == ".json" else write_text(match)
    target = path.resolve() if path.is_symlink() else path
    if target.is_dir():
        raise user_error(m.IS_FOLDER, file=name)
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


def load_record(name: str) -> AnyMatch:
    """The match of a file; `-` is the standard input."""
    path = None if name == "-" else _path(name)
    try:
        if path is None:
            return read_record(sys.stdin.read(LONGEST + 1))
        with path.open(encoding="utf-8") as source:
            return read_record(source.read(LONGEST + 1))
    except UnicodeDecodeError as error:
        raise user_error(m.NOT_TEXT, file=name) from error


def is_other_file(name: str) -> bool:
    """True for an existing file that is no record and must not be overwritten by mistake."""
    path = _path(name)
    if not path.exists():
        return False
    try:
        start = path.read_bytes()[:200].decode("utf-8", "replace").lstrip()
    except OSError:
        return False
    return not start.startswith(("[Tablier", "{")) and start != ""


def exists(name: str) -> bool:
    """True when there is a file of that name."""
    return _path(name).exists()


def _path(name: str) -> Path:
    if not name or "\0" in name:
        raise user_error(m.NO_FILE_NAME)
    try:
        return Path(name).expanduser()
    except RuntimeError:  # no such user: the tilde is part of the name
        return Path(name)

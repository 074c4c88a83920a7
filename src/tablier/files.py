"""Files that are there whole or not at all, whatever stops the program that writes them."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

ASIDE = ".writing"
"""How the name of a file ends that is not complete yet."""


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file written aside, which takes its place once it is complete; it is removed where writing fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}{ASIDE}")
    try:
        with named_errors(path):
            with aside.open("xb") as out:
                yield out
                out.flush()
                os.fsync(out.fileno())
            aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file aside and let it take its place."""
    with replacing(path) as out:
        out.write(data)


@contextmanager
def named_errors(path: Path) -> Iterator[None]:
    """Have errors of the system name the file: those of writing do not, as where a disk is full."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise

"""One process builds a set at a time; a second one waits for it and finds its file."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tablier.files import ASIDE

try:
    import fcntl
except ImportError:  # not on Windows: no lock there
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(path: Path, waits: Callable[[], None]) -> Iterator[None]:
    """Hold the right to build a file; while another process has it, wait after `waits`. What a killed one left aside is removed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_suffix(".lock")
    with _locked(lock, waits):
        try:
            for left in path.parent.glob(f"{path.stem}.*{ASIDE}"):
                left.unlink(missing_ok=True)
            yield
        finally:
            lock.unlink(missing_ok=True)


@contextmanager
def _locked(lock: Path, waits: Callable[[], None]) -> Iterator[None]:
    if fcntl is None:
        yield
        return
    told = False
    while True:
        with lock.open("wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | (0 if told else fcntl.LOCK_NB))
            except BlockingIOError:
                waits()
                told = True
                continue
            if _stands(file, lock):
                yield
                return


def _stands(file: BinaryIO, lock: Path) -> bool:
    """Whether a lock still has its name: its holder before may have removed it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), lock.stat())
    except FileNotFoundError:
        return False

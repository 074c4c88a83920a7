"""Notes when the host of a virtual machine takes a core or the disk away.

A process with real-time priority on each core sleeps for two milliseconds again and again. Nothing in this machine can make it wait;
when it comes back late all the same, the core itself was away, and everything on it stood still. Another makes a page of a file durable
every 20 ms: when that takes long, so does every commit.
"""

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

NAP, LATE = 0.002, 0.02
PAGE, BETWEEN_PAGES = 4_096, 0.02


class Pauses(NamedTuple):
    """Pauses in milliseconds."""

    cores: list[float]
    disk: list[float]


@contextmanager
def noted_pauses(folder: Path) -> Iterator[Pauses]:
    """The pauses of all cores and of the disk of a folder, filled in at the end; no cores where the system gives no real-time priority."""
    cores = os.sched_getaffinity(0) if hasattr(os, "SCHED_FIFO") else set[int]()
    watchers = [_watcher("core", str(core)) for core in cores]
    disk = _watcher("disk", str(folder / "pauses"))
    pauses = Pauses([], [])
    try:
        yield pauses
    finally:
        for watcher in watchers:
            pauses.cores.extend(map(float, watcher.communicate()[0].split()))
        pauses.disk.extend(map(float, disk.communicate()[0].split()))


def _watcher(*words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, __file__, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def watch_core(core: int) -> None:
    """Note the pauses of a core until standard input is closed."""
    os.sched_setaffinity(0, {core})
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        return
    last = time.perf_counter()
    while not select.select([0], [], [], NAP)[0]:
        now = time.perf_counter()
        if now - last > NAP + LATE:
            print(round(1000 * (now - last - NAP), 1), flush=True)
        last = now


def watch_disk(path: str) -> None:
    """Note how long a page takes to be durable, where that is long, until standard input is closed."""
    with open(path, "wb", buffering=0) as file:
        while not select.select([0], [], [], BETWEEN_PAGES)[0]:
            file.seek(0)
            file.write(os.urandom(PAGE))
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took = time.perf_counter() - begun
            if took > LATE:
                print(round(1000 * took, 1), flush=True)


if __name__ == "__main__":
    watch_core(int(sys.argv[2])) if sys.argv[1] == "core" else watch_disk(sys.argv[2])

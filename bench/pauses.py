"""Notes when the host of a virtual machine takes a core away.

A process with real-time priority on each core sleeps for two milliseconds again and again. Nothing in this machine can make it wait;
when it comes back late all the same, the core itself was away, and everything on it stood still.
"""

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

NAP, LATE = 0.002, 0.02


@contextmanager
def noted_pauses() -> Iterator[list[float]]:
    """The pauses of all cores in milliseconds, filled in at the end; empty where the system gives no real-time priority."""
    cores = os.sched_getaffinity(0) if hasattr(os, "SCHED_FIFO") else set[int]()
    watchers = [subprocess.Popen([sys.executable, __file__, str(core)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) for core in cores]
    pauses: list[float] = []
    try:
        yield pauses
    finally:
        for watcher in watchers:
            said, _ = watcher.communicate()
            pauses += map(float, said.split())


def watch(core: int) -> None:
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


if __name__ == "__main__":
    watch(int(sys.argv[1]))

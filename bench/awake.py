"""Keeps the cores of this machine awake while something is measured.

A core that has nothing to do goes to sleep and takes a while to come back. The core of a virtual machine may come back much later:
its host lends it to others meanwhile, and takes both cores of this one away for 10 to 30 ms now and then. A process on each core that
runs only when nothing else wants it keeps the core here and takes nothing from what is measured.

A host that limits the processor time of its machines stops one that never sleeps for 100 ms several times a minute (bench/pauses.py
counts it). That is nothing beside a computation of seconds, and ruins a measurement of latencies: bench/server.py lets the cores sleep.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_awake() -> Iterator[None]:
    """While this lasts no core sleeps, where the system can do that."""
    cores = os.sched_getaffinity(0) if hasattr(os, "SCHED_IDLE") else set[int]()
    wakeful = [subprocess.Popen([sys.executable, __file__, str(core)], start_new_session=True) for core in cores]
    try:
        yield
    finally:
        for one in wakeful:
            one.kill()
            one.wait()


def stay_awake(core: int, parent: int) -> None:
    """Do nothing on a core, but do it; end when the one who asked for it has."""
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    while os.getppid() == parent:
        for _ in range(1_000_000):
            pass


if __name__ == "__main__":
    stay_awake(int(sys.argv[1]), os.getppid())

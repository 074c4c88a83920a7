"""The servers that tests start: an interrupt of the whole group leaves them running, the death of the test process ends them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.support.services import TIMEOUT, listens

HOLDER = """
import signal, time
from tests.support.services import redis
signal.signal(signal.SIGINT, signal.SIG_IGN)
with redis() as url:
    print(url, flush=True)
    time.sleep(600)
"""


def test_a_server_survives_an_interrupt_and_ends_with_its_tests():
    root = Path(__file__).parents[3]
    path = os.pathsep.join([str(root), *sys.path])
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True, start_new_session=True, env={**os.environ, "PYTHONPATH": path}
    ) as holder:
        assert holder.stdout is not None
        port = int(holder.stdout.readline().split(":")[2].split("/")[0])
        os.killpg(holder.pid, signal.SIGINT)
        time.sleep(0.2)  # as long as a server takes to stop
        assert listens(port)
        holder.kill()
    deadline = time.monotonic() + TIMEOUT
    while listens(port):
        assert time.monotonic() < deadline
        time.sleep(0.05)

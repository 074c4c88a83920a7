"""Ctrl-C ends a search early at any moment, and what it found is kept."""

import os
import signal
import time

from tablier.cli.engine_thread import ThreadResult, run_in_thread
from tablier.search.stop import Stop


def test_ctrl_c_is_heard_from_the_first_moment_of_the_thread():
    def work(stop: Stop) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        while not stop.is_set():
            time.sleep(0.001)
        return "found"

    before = signal.getsignal(signal.SIGINT)
    for _ in range(100):
        assert run_in_thread(work) == ThreadResult("found", True)
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_ends_the_wait_for_a_result_that_came_soon():
    def work(stop: Stop) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return "found"

    assert run_in_thread(work, at_least=3600) == ThreadResult("found", True)

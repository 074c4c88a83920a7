"""Ctrl-C while a process of a match is spawned, and again while processes end."""

import subprocess
import sys

SCRIPT = """
import os, signal, sys
from multiprocessing import util
from tablier import arena

spawn = util.spawnv_passfds

def spawn_and_interrupt(path, words, kept):
    process = spawn(path, words, kept)
    if any("spawn_main" in str(word) for word in words):
        os.kill(os.getpid(), signal.SIGINT)
    return process

util.spawnv_passfds = spawn_and_interrupt
if __name__ == "__main__":
    try:
        arena.run("makyek", ("random", "random"), 4, log=sys.argv[1], executor=arena.ProcessExecutor(1), watch=lambda score: None)
    except KeyboardInterrupt:
        print("interrupted")
"""


TWICE = """
import os, signal, sys
from concurrent.futures import ProcessPoolExecutor
from tablier import arena

shutdown = ProcessPoolExecutor.shutdown

def interrupt_after_a_game(score):
    if score.reports:
        os.kill(os.getpid(), signal.SIGINT)

def interrupted_shutdown(pool, *arguments, **named):
    os.kill(os.getpid(), signal.SIGINT)
    shutdown(pool, *arguments, **named)
    print("processes have ended")

ProcessPoolExecutor.shutdown = interrupted_shutdown
if __name__ == "__main__":
    try:
        arena.run("makyek", ("random", "random"), 4, log=sys.argv[1], executor=arena.ProcessExecutor(1), watch=interrupt_after_a_game)
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_a_second_ctrl_c_waits_until_the_processes_have_ended(tmp_path):
    """Without that a process may never be told to end, and the program waits for it for ever."""
    (tmp_path / "match.py").write_text(TWICE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, tmp_path / "match.py", tmp_path / "match.jsonl"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("processes have ended\ninterrupted\n", "", 0)


def test_ctrl_c_while_a_process_is_spawned_prints_no_traceback(tmp_path):
    (tmp_path / "match.py").write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, tmp_path / "match.py", tmp_path / "match.jsonl"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)

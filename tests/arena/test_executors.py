"""Ctrl-C while a process of a match is spawned."""

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


def test_ctrl_c_while_a_process_is_spawned_prints_no_traceback(tmp_path):
    (tmp_path / "match.py").write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, tmp_path / "match.py", tmp_path / "match.jsonl"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)

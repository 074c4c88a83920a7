"""The program run inside the test process, in a process of its own, or at a pseudo-terminal."""

import codecs
import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablier.cli.main import main

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tablier"]
PATIENCE = 20


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS")}
    return kept | {"PYTHONPATH": str(ROOT / "src"), "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "80"} | changes


def piped(*words: str, typed: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], input=typed, capture_output=True, encoding="utf-8", timeout=PATIENCE, env=environment(**changes)
    )


class Terminal:
    """The program at a pseudo-terminal: type lines, press keys, wait for output."""

    def __init__(self, *words: str, **changes: str) -> None:
        pid, self.master = pty.fork()
        if pid == 0:
            os.execvpe(COMMAND[0], [*COMMAND, *words], environment(**changes))
        self.pid, self.seen = pid, ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a character may be split between two reads

    def type(self, line: str, end: str = "\r") -> None:
        os.write(self.master, f"{line}{end}".encode())

    def press(self, key: str) -> None:
        os.write(self.master, key.encode())

    def press_at_prompt(self, key: str) -> None:
        """Press a key once the program waits for input: readline prints the prompt before it listens for signals."""
        asleep = 0
        deadline = time.monotonic() + PATIENCE
        while asleep < 3 and time.monotonic() < deadline:
            state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
            asleep = asleep + 1 if state == "S" else 0
            time.sleep(0.01)
        self.press(key)

    def interrupt(self) -> None:
        os.kill(self.pid, signal.SIGINT)

    def expect(self, words: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while words not in self.seen:
            if time.monotonic() > deadline or not self._read():
                os.kill(self.pid, signal.SIGKILL)
                pytest.fail(f"{words!r} not in:\n{self.seen}")
        self.seen = self.seen.partition(words)[2]

    def _read(self) -> bool:
        ready, _, _ = select.select([self.master], [], [], PATIENCE)
        try:
            new = os.read(self.master, 65536) if ready else b""
        except OSError:  # the program has ended
            return False
        self.seen += self.decoder.decode(new)
        return bool(new)

    def leave(self) -> int:
        while self._read():
            pass
        deadline = time.monotonic() + PATIENCE
        while os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                pytest.fail(f"still there after:\n{self.seen}")
            time.sleep(0.01)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.master)
        assert "Traceback" not in self.seen
        return os.waitstatus_to_exitcode(status)


@dataclass
class Done:
    code: object
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str, typed: str = "") -> Done:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
    with pytest.raises(SystemExit) as left:
        main(list(words))
    out, err = capsys.readouterr()
    return Done(left.value.code, out, err)

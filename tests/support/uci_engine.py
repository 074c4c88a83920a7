"""`tablier uci` as a process, spoken to over pipes as chess programs do."""

import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"
PATIENCE = 20


class UciEngine:
    """A running engine; its lines are read by a thread."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tablier", "uci"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": str(SRC)},
        )
        self.lines = queue.Queue[str]()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def tell(self, *lines: str) -> None:
        """Send commands."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start: str) -> list[str]:
        """All lines up to the first that begins with `start`."""
        seen: list[str] = []
        while not seen or not seen[-1].startswith(start):
            seen.append(self.lines.get(timeout=PATIENCE))
        return seen

    def ask(self, *lines: str) -> list[str]:
        """Send commands; what is answered up to `readyok`."""
        self.tell(*lines, "isready")
        return self.until("readyok")[:-1]

    def leave(self) -> int:
        """Close the input, wait for the end, and give the exit code; nothing may have been written to stderr."""
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        with self.process.stderr, self.process.stdout:
            assert self.process.stderr.read() == ""
        return code

    def close(self) -> None:
        """End it, if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.leave()

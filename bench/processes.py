"""The processes of the server bench: a server, and clients that obey line by line."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

HERE = Path(__file__).parent
QUIET = {"TABLIER_RATE": "0", "TABLIER_LOG": "warning"}
"""No limit on how often one visitor may ask: here they all come from one address."""


class Run:
    """A process of the bench, and what the system says about it."""

    def __init__(self, words: list[str], log: Path, **environment: str) -> None:
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env={**os.environ, **environment}, start_new_session=True
            )
        self.log = log

    @property
    def memory(self) -> float:
        """Resident memory in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return next(float(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far, by all threads."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def wait_for(self, url: str, seconds: float = 60) -> None:
        """Wait until it answers."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urlopen(url, timeout=2) as answer:
                    if answer.status < 500:
                        return
            except OSError:
                time.sleep(0.02)
        raise SystemExit(f"{url} does not answer:\n{self.log.read_text(errors='replace')[-2000:]}")

    def end(self) -> None:
        """At once."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Clients:
    """A process of clients that obeys line by line."""

    def __init__(self, who: str, port: int, seed: int, log: Path) -> None:
        self.log = log
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, str(HERE / "clients.py"), who, str(port), str(seed)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    def tell(self, do: str, **words: Any) -> None:
        """Begin something."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"do": do, **words}) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """What became of it."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"clients ended:\n{self.log.read_text(errors='replace')[-2000:]}")
        return dict(json.loads(line))

    def end(self) -> None:
        """At once."""
        self.process.kill()
        self.process.wait()


@contextmanager
def running(*words: str, log: Path, **environment: str) -> Iterator[Run]:
    """A server process, for a while."""
    run = Run(list(words), log, **environment)
    try:
        yield run
    finally:
        run.end()


@contextmanager
def crowd(who: str, port: int, count: int, log: Path) -> Iterator[list[Clients]]:
    """Client processes, for a while."""
    there = [Clients(who, port, seed, log) for seed in range(count)]
    try:
        yield there
    finally:
        for one in there:
            one.end()


def all_of(clients: list[Clients], do: str, **words: Any) -> list[dict[str, Any]]:
    """Run the same act for all clients."""
    for one in clients:
        one.tell(do, **words)
    return [one.answer() for one in clients]


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def tablier(folder: Path, port: int) -> list[str]:
    """The command that serves: one web process, SQLite, no engines."""
    command = [sys.executable, "-c", "from tablier.cli.main import main; main()", "serve"]
    return [*command, "--folder", str(folder), "--port", str(port), "--engines", "0"]


def say(text: str) -> None:
    """Progress."""
    print(f"   {text}", flush=True)


def sum_errors(found: list[dict[str, Any]]) -> dict[str, int]:
    """All errors of all clients."""
    total: dict[str, int] = {}
    for one in found:
        for what, count in one["errors"].items():
            total[what] = total.get(what, 0) + count
    return total

"""Real server processes for the tests: started, killed without warning, started again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Protocol

from tests.support.services import free_port


class Process(Protocol):
    """The part of `subprocess.Popen` that is used here."""

    @property
    def pid(self) -> int: ...
    def send_signal(self, number: int, /) -> None: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class ServerProcess:
    """`tablier serve` as a process of its own."""

    def __init__(self, folder: Path, *arguments: str, port: int | None = None, **environment: str) -> None:
        self.folder, self.arguments, self.environment = folder, arguments, environment
        self.port = port or free_port()
        self.process: Process | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def command(self) -> list[str]:
        return ["serve", "--folder", str(self.folder), "--port", str(self.port), *self.arguments]

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = self._launch(self.folder / "server.log", {**os.environ, "TABLIER_RATE": "0", **self.environment})
        self.wait_until_ready()

    def _launch(self, log: Path, environment: dict[str, str]) -> Process:
        start = [sys.executable, "-c", "from tablier.cli.main import main; main()"]
        with log.open("ab") as file:
            return subprocess.Popen([*start, *self.command], stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=environment)

    def wait_until_ready(self, seconds: float = 40.0) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log[-2000:]}")
            if self._is_ready():
                return
            time.sleep(0.05)
        self.kill()  # else it would outlive the test run
        raise TimeoutError(self.log[-2000:])

    def _is_ready(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=1)  # httpx would read its certificates each time
        try:
            connection.request("GET", "/ready")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As a careful host does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


@contextmanager
def run_server(folder: Path, *arguments: str, **environment: str) -> Iterator[ServerProcess]:
    running = ServerProcess(folder, *arguments, port=None, **environment)
    try:
        yield running
    finally:
        if running.process is not None and running.process.poll() is None:
            running.stop()

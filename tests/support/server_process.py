"""Real server processes for the tests: started, killed without warning, started again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.support.services import free_port


class HouseProcess:
    """`tablier serve` as a process of its own."""

    def __init__(self, folder: Path, *arguments: str, port: int | None = None, **environment: str) -> None:
        self.folder, self.arguments, self.environment = folder, arguments, environment
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    "from tablier.cli.main import main; main()",
                    "serve",
                    "--folder",
                    str(self.folder),
                    "--port",
                    str(self.port),
                    *self.arguments,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "TABLIER_RATE": "0", **self.environment},
            )
        self.wait_until_ready()

    def wait_until_ready(self, seconds: float = 40.0) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log[-2000:]}")
            try:
                if httpx.get(f"{self.url}/ready", timeout=1).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
        self.kill()  # nobody else would
        raise TimeoutError(self.log[-2000:])

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
def house(folder: Path, *arguments: str, **environment: str) -> Iterator[HouseProcess]:
    running = HouseProcess(folder, *arguments, port=None, **environment)
    try:
        yield running
    finally:
        if running.process is not None and running.process.poll() is None:
            running.stop()

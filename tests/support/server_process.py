"""Real server processes for the tests: started, killed without warning, started again."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.support.services import free_port

PRELOADED = ["tablier.cli.main", "tablier.cli.commands.serve", "tablier.server.main", "alembic.command"]
"""Imported once for all servers of a test process: imports are nearly all of the second of computing that a start takes."""


class ServerProcess:
    """`tablier serve` as a process of its own, forked from one that has imported all."""

    def __init__(self, folder: Path, *arguments: str, port: int | None = None, **environment: str) -> None:
        self.folder, self.arguments, self.environment = folder, arguments, environment
        self.port = port or free_port()
        self.process: ForkedProcess | None = None
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
        environment = {**os.environ, "TABLIER_RATE": "0", **self.environment}
        self.process = ForkedProcess(self.command, str(self.folder / "server.log"), environment)
        self.wait_until_ready()

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


class ForkedProcess:
    """A process of the `tablier` command, with the part of the interface of `subprocess.Popen` that is used here."""

    def __init__(self, command: list[str], log: str, environment: dict[str, str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        self._process: ForkServerProcess = context.Process(target=_run, args=(command, log, environment))
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def poll(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; returns the exit code."""
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise TimeoutError(f"process {self.pid} does not end")
        return code


def _run(command: list[str], log: str, environment: dict[str, str]) -> None:
    from tablier.cli.main import main  # here, because the process that forks has it already

    with open(log, "ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the process that forks ignores it
    sys.argv = ["tablier", *command]
    main()


@contextmanager
def run_server(folder: Path, *arguments: str, **environment: str) -> Iterator[ServerProcess]:
    running = ServerProcess(folder, *arguments, port=None, **environment)
    try:
        yield running
    finally:
        if running.process is not None and running.process.poll() is None:
            running.stop()

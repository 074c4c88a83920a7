"""A server process that starts in a fraction of the time, because it is forked after the imports."""

import multiprocessing
import os
import signal
import sys
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.support.server_process import ServerProcess


class ForkedServer(ServerProcess):
    """`tablier serve` as a process of its own, forked from one that has imported all."""

    def _launch(self, log: Path, environment: dict[str, str]) -> "ForkedProcess":
        return ForkedProcess(self.command, str(log), environment)


class ForkedProcess:
    """The part of `subprocess.Popen` that `ServerProcess` uses."""

    def __init__(self, command: list[str], log: str, environment: dict[str, str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tablier.cli.main", "tablier.cli.commands.serve", "tablier.server.main", __name__])
        self._process: ForkServerProcess = context.Process(target=_serve, args=(command, log, environment))
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def send_signal(self, number: int) -> None:
        """Send a signal."""
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


def _serve(command: list[str], log: str, environment: dict[str, str]) -> None:
    from tablier.cli.main import main  # here, because the process that forks has it already

    with open(log, "ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the process that forks ignores it
    sys.argv = ["tablier", *command]
    main()

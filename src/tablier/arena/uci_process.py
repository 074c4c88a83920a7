"""A UCI program as a process. Every wait has a timeout, because the program may hang."""

import contextlib
import queue
import re
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.search.analysis import MATE

START_TIMEOUT = 20.0
"""Seconds to load and to answer `uci`."""

QUIT_TIMEOUT = 2.0
"""Seconds to exit after `quit`."""

STOP_TIMEOUT = 1.0
"""Seconds to answer `stop` with a move."""

_OPTION = re.compile(r"option name (.+?) type \w+(.*)")

_SCORE = re.compile(r"info .*\bscore (cp|mate) (-?\d+)")


class EngineFailed(TablierError):
    """A program does not start, does not answer, exits, or answers with an illegal move."""


class UciProcess:
    """One running program. `options` are those it offers, each with the values it lists; `score` is what it said of its last move."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = Path(command[0]).name if command else "?"
        self.options: dict[str, tuple[str, ...]] = {}
        self.score: int | None = None
        self._process = self._start(command)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._handshake()
        except EngineFailed:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._process.poll() is None

    def set_option(self, name: str, value: str) -> None:
        """Set an option; one that the program does not offer is refused, as UCI would ignore it."""
        if name.lower() not in {option.lower() for option in self.options}:
            raise EngineFailed(Text(f"{self.name} n'a pas d'option « {name[:40]} ».", f"{self.name} has no option '{name[:40]}'."))
        self._send(f"setoption name {name} value {value}")

    def ready(self) -> None:
        """Wait for `readyok`."""
        self._send("isready")
        self._expect("readyok", START_TIMEOUT)

    def new_game(self) -> None:
        """Send `ucinewgame`."""
        self._send("ucinewgame")
        self.ready()

    def best_move(self, position: str, go: str, seconds: float) -> str:
        """The move for a position; after `seconds` the program is sent `stop`, and killed if it does not answer that."""
        self.score = None
        self._send(position)
        self._send(go)
        try:
            line = self._read_until("bestmove", seconds)
        except TimeoutError:
            self._send("stop")
            line = self._expect("bestmove", STOP_TIMEOUT)
        return (*line.split(), "")[1]

    def close(self) -> None:
        """Send `quit`; kill the process if it does not exit."""
        with contextlib.suppress(EngineFailed, ValueError):
            self._send("quit")
        with contextlib.suppress(OSError):
            self._stdin.close()
        try:
            self._process.wait(QUIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(QUIT_TIMEOUT)
        if not self._reader.is_alive():
            self._stdout.close()

    # -- pipes ------------------------------------------------------------------------------------------

    def _start(self, command: Sequence[str]) -> subprocess.Popen[str]:
        try:
            return subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C at the terminal must not reach it
            )
        except (OSError, IndexError) as error:
            raise EngineFailed(
                Text(f"Le programme « {self.name} » ne démarre pas : {error}.", f"The program '{self.name}' does not start: {error}.")
            ) from error

    def _handshake(self) -> None:
        self._send("uci")
        self._expect("uciok", START_TIMEOUT)
        self.ready()

    def _send(self, line: str) -> None:
        try:
            self._stdin.write(line + "\n")
            self._stdin.flush()
        except OSError:
            raise self._exit_error() from None

    def _expect(self, word: str, seconds: float) -> str:
        """The next line that begins with a word; kill the program if it does not come in time."""
        try:
            return self._read_until(word, seconds)
        except TimeoutError:
            self._process.kill()
            self._process.wait()
            raise EngineFailed(
                Text(f"{self.name} ne répond pas : « {word} » attendu.", f"{self.name} does not answer: '{word}' expected.")
            ) from None

    def _read_until(self, word: str, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        while True:
            line = self._next(deadline)
            self._note(line)
            if line.split(maxsplit=1)[:1] == [word]:
                return line

    def _note(self, line: str) -> None:
        """Remember the name, the options and the score that a line declares."""
        if line.startswith("id name "):
            self.name = line.removeprefix("id name ")
        elif found := _OPTION.fullmatch(line):
            self.options[found[1]] = tuple(re.findall(r" var (\S+)", found[2]))
        elif found := _SCORE.match(line):
            self.score = int(found[2]) if found[1] == "cp" else (-MATE if found[2].startswith("-") else MATE)

    def _next(self, deadline: float) -> str:
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._lines.put(None)  # for the next call
            raise self._exit_error()
        return line

    def _read(self) -> None:
        """Read lines in a thread: the only portable way to wait for one with a timeout."""
        with contextlib.suppress(ValueError):
            for line in self._stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _exit_error(self) -> EngineFailed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_TIMEOUT)
        code = self._process.poll()
        return EngineFailed(Text(f"{self.name} s'est arrêté (code {code}).", f"{self.name} has stopped (code {code})."))

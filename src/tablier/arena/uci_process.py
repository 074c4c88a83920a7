"""A program that speaks UCI, as a process: started, asked, waited for within bounds, ended. Never trusted to answer."""

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

STARTING = 20.0
"""Seconds for a program to load and to say what it can do."""

LEAVING = 2.0
"""Seconds for it to go when asked to."""

LAST_WORD = 1.0
"""Seconds for its move after `stop`."""

_OPTION = re.compile(r"option name (.+?) type \w+(.*)")


class EngineFailed(TablierError):
    """A program that does not start, does not answer, dies, or answers nonsense."""


class UciProcess:
    """The conversation with one process. `options` are those it offers, each with the values it lists."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = Path(command[0]).name if command else "?"
        self.options: dict[str, tuple[str, ...]] = {}
        self._process = self._launch(command)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._introduce()
        except EngineFailed:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        """True while the process runs."""
        return self._process.poll() is None

    def set_option(self, name: str, value: str) -> None:
        """Choose one of its options; one it does not offer is refused here, as there it would only be ignored."""
        if name.lower() not in {option.lower() for option in self.options}:
            raise EngineFailed(Text(f"{self.name} n'a pas d'option « {name[:40]} ».", f"{self.name} has no option '{name[:40]}'."))
        self._send(f"setoption name {name} value {value}")

    def ready(self) -> None:
        """Wait until it has done all it was told."""
        self._send("isready")
        self._answer("readyok", STARTING)

    def new_game(self) -> None:
        """Tell it that the next position belongs to another game."""
        self._send("ucinewgame")
        self.ready()

    def best(self, position: str, go: str, seconds: float) -> str:
        """The move it finds in a position; after so many seconds it is stopped, and ended if even that does not help."""
        self._send(position)
        self._send(go)
        try:
            line = self._until("bestmove", seconds)
        except TimeoutError:
            self._send("stop")
            line = self._answer("bestmove", LAST_WORD)
        return (*line.split(), "")[1]

    def close(self) -> None:
        """Ask it to leave; make it leave if it does not."""
        with contextlib.suppress(EngineFailed, ValueError):
            self._send("quit")
        with contextlib.suppress(OSError):
            self._stdin.close()
        try:
            self._process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(LEAVING)
        if not self._reader.is_alive():
            self._stdout.close()

    # -- the wire ---------------------------------------------------------------------------------------

    def _launch(self, command: Sequence[str]) -> subprocess.Popen[str]:
        try:
            return subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C in the terminal is for us, not for it
            )
        except (OSError, IndexError) as error:
            raise EngineFailed(
                Text(f"Le programme « {self.name} » ne démarre pas : {error}.", f"The program '{self.name}' does not start: {error}.")
            ) from error

    def _introduce(self) -> None:
        self._send("uci")
        self._answer("uciok", STARTING)
        self.ready()

    def _send(self, line: str) -> None:
        try:
            self._stdin.write(line + "\n")
            self._stdin.flush()
        except OSError:
            raise self._died() from None

    def _answer(self, word: str, seconds: float) -> str:
        """The line that begins with a word; a program that does not say it in time is ended."""
        try:
            return self._until(word, seconds)
        except TimeoutError:
            self._process.kill()
            self._process.wait()
            raise EngineFailed(
                Text(f"{self.name} ne répond pas : « {word} » attendu.", f"{self.name} does not answer: '{word}' expected.")
            ) from None

    def _until(self, word: str, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        while True:
            line = self._next(deadline)
            self._learn(line)
            if line.split(maxsplit=1)[:1] == [word]:
                return line

    def _learn(self, line: str) -> None:
        """What a program tells of itself on the way."""
        if line.startswith("id name "):
            self.name = line.removeprefix("id name ")
        elif found := _OPTION.fullmatch(line):
            self.options[found[1]] = tuple(re.findall(r" var (\S+)", found[2]))

    def _next(self, deadline: float) -> str:
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._lines.put(None)  # whoever asks next is told as well
            raise self._died()
        return line

    def _read(self) -> None:
        """In a thread of its own, as only this lets a line be waited for with a bound, on every system."""
        with contextlib.suppress(ValueError):
            for line in self._stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _died(self) -> EngineFailed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVING)
        code = self._process.poll()
        return EngineFailed(Text(f"{self.name} s'est arrêté (code {code}).", f"{self.name} has stopped (code {code})."))

"""A progress line at an interactive terminal; it is erased at the end."""

import sys
import time

from tablier.cli.view import make_console

REFRESH = 0.1
"""Seconds between two updates."""


class ProgressLine:
    """One line of the error stream that is overwritten; as a context manager it is erased on exit."""

    def __init__(self) -> None:
        self.console = make_console(stderr=True)
        self.shown = self.console.is_terminal and not self.console.is_dumb_terminal
        self._next, self._used = 0.0, False

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, words: str) -> None:
        """Replace the line, unless it was replaced a moment ago."""
        if self.shown and time.monotonic() >= self._next:
            self._next, self._used = time.monotonic() + REFRESH, True
            sys.stderr.write(f"\r{words[: self.console.width - 1]}\x1b[K")
            sys.stderr.flush()

    def clear(self) -> None:
        """Erase the line."""
        if self._used:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._next, self._used = 0.0, False

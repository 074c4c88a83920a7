"""A line that tells what is waited for, at a person's terminal and nowhere else. It leaves no trace."""

import sys
import time

from tablier.cli.table.view import make_console

PACE = 0.1
"""Seconds between two changes of the line."""


class Notice:
    """The last line of the error stream, written over and over."""

    def __init__(self) -> None:
        self.console = make_console(stderr=True)
        self.shown = self.console.is_terminal and not self.console.is_dumb_terminal
        self._next, self._used = 0.0, False

    def show(self, words: str) -> None:
        """Say it in place of what was said before, unless that was but a moment ago."""
        if self.shown and time.monotonic() >= self._next:
            self._next, self._used = time.monotonic() + PACE, True
            sys.stderr.write(f"\r{words[: self.console.width - 1]}\x1b[K")
            sys.stderr.flush()

    def clear(self) -> None:
        """Leave no trace."""
        if self._used:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._next, self._used = 0.0, False

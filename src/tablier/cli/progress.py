"""A progress line at an interactive terminal; it is erased at the end, and says after Ctrl-C that work can be resumed."""

import sys
import time
from typing import Self

import typer

from tablier.cli.errors import INTERRUPTED
from tablier.cli.messages import common as m
from tablier.cli.view import View, make_console

REFRESH = 0.1
"""Seconds between two updates."""


class ProgressLine:
    """One line of the error stream that is overwritten; as a context manager it is erased on exit."""

    def __init__(self) -> None:
        self.console = make_console(stderr=True)
        self.shown = self.console.is_terminal and not self.console.is_dumb_terminal
        self._next, self._used = 0.0, False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
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


class ResumableProgress(ProgressLine):
    """Progress of work that the same command resumes: after Ctrl-C it says so, and exits with the code for it."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        super().__exit__(kind, *error)
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self.view.print_message(m.GOES_ON_FROM_HERE)
            raise typer.Exit(INTERRUPTED) from None

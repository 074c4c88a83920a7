"""Input lines: typed at a terminal with TAB completion, or piped in by a script."""

import sys
from collections.abc import Callable, Iterable
from glob import escape, glob
from types import ModuleType

from rich.console import Console
from rich.text import Text as Coloured

readline: ModuleType | None
try:
    import readline
except ImportError:  # not on every system; then there is no completion
    readline = None

Completions = Callable[[str, str], Iterable[str]]
"""The words that may complete a line, given what stands before the last word, and that word."""


class Keyboard:
    """Reads one line at a time; `EOFError` at the end of the input."""

    def __init__(self, console: Console, completions: Completions) -> None:
        self.console, self.completions = console, completions
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._matches: list[str] = []
        if self.interactive and readline is not None:
            readline.set_completer(self.complete)
            readline.set_completer_delims(" ")  # a move is one word, with all its signs
            libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def ask(self, prompt: str) -> str:
        """The next line. Piped lines are echoed, so that the output reads like a session."""
        if self.interactive:
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.print(Coloured(prompt + "".join(c for c in line.strip() if c.isprintable())))
        return line.strip()

    def complete(self, word: str, state: int) -> str | None:
        """The completer of readline: the completion number `state` of a word."""
        if state == 0:
            line = readline.get_line_buffer()[: readline.get_begidx()] if readline else ""
            self._matches = sorted({found for found in self.completions(line, word) if found.startswith(word)})
        return self._matches[state] if state < len(self._matches) else None


def files_with_prefix(prefix: str) -> list[str]:
    """The files whose path begins with `prefix`."""
    return glob(f"{escape(prefix)}*")

"""Where the player's lines come from: a person at a terminal, with TAB completion, or a script that pipes them in."""

import sys
from collections.abc import Callable, Iterable
from glob import escape, glob
from types import ModuleType

from rich.console import Console
from rich.text import Text as Coloured

readline: ModuleType | None
try:
    import readline
except ImportError:  # not every system has it; then lines are typed without completion
    readline = None

Offers = Callable[[str, str], Iterable[str]]
"""The words that may follow what is typed so far, given the beginning of the last one."""


class Keyboard:
    """Asks for a line at a time. `EOFError` tells that there are no more."""

    def __init__(self, console: Console, offers: Offers) -> None:
        self.console, self.offers = console, offers
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._matches: list[str] = []
        if self.interactive and readline is not None:
            readline.set_completer(self.complete)
            readline.set_completer_delims(" ")  # a move is one word, whatever signs it is written with
            libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def ask(self, prompt: str) -> str:
        """The next line. What a script pipes in is shown, so that its output reads like a session."""
        if self.interactive:
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.print(Coloured(prompt + "".join(c for c in line.strip() if c.isprintable())))
        return line.strip()

    def complete(self, word: str, state: int) -> str | None:
        """What readline asks for: the offers that begin with the word, one by one."""
        if state == 0:
            line = readline.get_line_buffer()[: readline.get_begidx()] if readline else ""
            self._matches = sorted({offer for offer in self.offers(line, word) if offer.startswith(word)})
        return self._matches[state] if state < len(self._matches) else None


def files_beginning(start: str) -> list[str]:
    """The files whose path begins so."""
    return glob(f"{escape(start)}*")

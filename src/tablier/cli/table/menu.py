"""At a terminal the collection is a counter: pick a game and a partner, and sit down."""

from tablier import games
from tablier.cli import messages as m
from tablier.cli.arguments import find_class
from tablier.cli.language import phrase
from tablier.cli.table.keyboard import Keyboard
from tablier.cli.table.view import View
from tablier.core.errors import TablierError

LEVELS = [str(level) for level in range(1, 9)]


def chosen(view: View) -> list[str]:
    """The words of a `play` command that a person at a terminal has chosen; none when they leave, or when nobody is there."""
    keyboard = Keyboard(view.console, lambda line, word: [*games()])
    if not keyboard.interactive:
        return []
    try:
        name = _game(view, keyboard)
        return ["play", name, *_partner(view, keyboard)] if name else []
    except (EOFError, KeyboardInterrupt):
        view.line()
        return []


def _game(view: View, keyboard: Keyboard) -> str:
    while True:
        name = keyboard.ask(phrase(m.WHICH_GAME, view.lang))
        try:
            return find_class(name).info.id if name else ""
        except TablierError as error:
            view.line(error.say(view.lang))


def _partner(view: View, keyboard: Keyboard) -> list[str]:
    while True:
        level = keyboard.ask(phrase(m.WHICH_PARTNER, view.lang))
        if not level:
            return []
        if level in LEVELS:
            return ["--level", level]

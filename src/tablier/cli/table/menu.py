"""The questions that follow the collection at an interactive terminal: which game, against which level."""

from tablier import games
from tablier.cli.arguments import find_class
from tablier.cli.language import format_text
from tablier.cli.messages import table as m
from tablier.cli.table.keyboard import Keyboard
from tablier.cli.table.opponents import elos_of, levels_of
from tablier.cli.view import View
from tablier.core.errors import TablierError
from tablier.games import AnyGame


def choose_game(view: View) -> list[str]:
    """The `play` command that a person chooses, as words; empty when they leave, or for a script."""
    keyboard = Keyboard(view.console, lambda line, word: [*games()])
    if not keyboard.interactive:
        return []
    try:
        game = _ask_game(view, keyboard)
        return ["play", game.info.id, *_ask_level(view, keyboard, game)] if game is not None else []
    except (EOFError, KeyboardInterrupt):
        view.print_line()
        return []


def _ask_game(view: View, keyboard: Keyboard) -> AnyGame | None:
    while name := keyboard.ask(format_text(m.WHICH_GAME, view.lang)):
        try:
            return find_class(name)()
        except TablierError as error:
            view.print_line(error.say(view.lang))
    return None


def _ask_level(view: View, keyboard: Keyboard, game: AnyGame) -> list[str]:
    levels = levels_of(game)
    if elos := elos_of(game):
        view.print_message(m.ELO_OF_LEVELS, "dim", levels=", ".join(f"{level} ({elos[level]})" for level in levels if level in elos))
    while level := keyboard.ask(format_text(m.WHICH_PARTNER, view.lang, first=levels[0], last=levels[-1])):
        if level in map(str, levels):
            return ["--level", level]
    return []

"""What commands have in common on their line: which game, which options, which position, which language."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from tablier import game as game_of
from tablier import games
from tablier.cli import messages as m
from tablier.cli.language import fault, of_locale
from tablier.cli.table.keywords import fold
from tablier.cli.table.view import View
from tablier.core.game import Game
from tablier.core.text import LANGS, Lang

AnyGame = Game[Any, Any]

GameName = Annotated[str, typer.Argument(metavar=m.META_GAME.fr, help=m.ARG_GAME.fr, show_default=False)]
MoveText = Annotated[str, typer.Argument(metavar=m.META_MOVE.fr, help=m.ARG_MOVE.fr, show_default=False)]
ClauseName = Annotated[str, typer.Option("--clause", metavar=m.META_CLAUSE.fr, help=m.OPT_CLAUSE.fr, show_default=False)]
Boards = Annotated[bool, typer.Option("--boards/--no-boards", help=m.OPT_BOARDS.fr, show_default=False)]
Choices = Annotated[list[str] | None, typer.Option("--option", "-o", metavar=m.META_OPTION.fr, help=m.OPT_OPTION.fr, show_default=False)]
PositionText = Annotated[str, typer.Option("--position", "-p", metavar=m.META_POSITION.fr, help=m.OPT_POSITION.fr, show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help=m.OPT_JSON.fr, show_default=False)]


def _known_language(value: str | None) -> str | None:
    if value is not None and value not in LANGS:
        raise typer.BadParameter(value[:20])
    return value


LangChoice = Annotated[
    str | None, typer.Option("--lang", metavar="fr|en", help=m.OPT_LANG.fr, show_default=False, callback=_known_language)
]


def language(context: typer.Context, asked: str | None = None) -> Lang:
    """The language of this command: its own `--lang`, else what the whole line settled, else the locale's."""
    settled = asked or context.find_root().obj
    return next((lang for lang in LANGS if lang == settled), of_locale())


def view_of(context: typer.Context, asked: str | None) -> View:
    """The terminal, spoken to in the right language."""
    return View(language(context, asked))


def find_class(name: str) -> type[AnyGame]:
    """The game of an id or of a name, as people may write it; `UnknownGame` lists those there are."""
    known = games()
    wanted = _bare(name)
    found = [cls for key, cls in known.items() if wanted in {_bare(key), *map(_bare, cls.info.name)}]
    return found[0] if wanted and found else type(game_of(name))


def find_game(name: str, choices: Iterable[str] | None) -> AnyGame:
    """The game with the options of the command line."""
    return find_class(name)(**read_options(choices))


def read_options(choices: Iterable[str] | None) -> dict[str, str]:
    """`name=value` pairs; a word that is none is refused with the form to use."""
    options: dict[str, str] = {}
    for choice in choices or ():
        name, equals, value = choice.partition("=")
        if not equals or not name.strip():
            raise fault(m.OPTION_FORM, word=choice[:40])
        options[name.strip()] = value.strip()
    return options


def find_position(game: AnyGame, text: str) -> Any:
    """The position of the command line, or the opening."""
    return game.load(text) if text else game.start()


def _bare(name: str) -> str:
    return "".join(letter for letter in fold(name) if letter.isalnum())

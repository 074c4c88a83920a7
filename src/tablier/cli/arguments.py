"""Arguments and options that several commands share, and what their values mean."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from tablier import Match, games
from tablier import game as game_of
from tablier.cli.language import fold, locale_language, user_error
from tablier.cli.messages import common as m
from tablier.cli.records import exists, load_record
from tablier.cli.view import AnyMatch, View
from tablier.core.game import OptionValue
from tablier.core.text import LANGS, Lang, Text
from tablier.games import AnyGame


def argument(metavar: Text, help_text: Text, **settings: Any) -> Any:
    """A positional argument; Typer is given the French, and help pages translate it."""
    return typer.Argument(metavar=metavar.fr, help=help_text.fr, show_default=False, **settings)


def option(name: str, help_text: Text, metavar: Text | str | None = None, **settings: Any) -> Any:
    """An option, by its names separated by blanks."""
    shown = metavar.fr if isinstance(metavar, Text) else metavar
    return typer.Option(*name.split(), metavar=shown, help=help_text.fr, show_default=False, **settings)


def _check_language(value: str | None) -> str | None:
    if value is not None and value not in LANGS:
        raise typer.BadParameter(value[:20])
    return value


def complete_game(incomplete: str) -> list[str]:
    """The games whose ids begin so."""
    return [name for name in games() if name.startswith(incomplete)]


def _complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """The options of the game that the line names, each with its values."""
    named = (games().get(word or "") for word in (context.params.get("name"), *context.args))
    choices = next((cls.choices for cls in named if cls is not None), ())
    words = [f"{choice.id}={value}" for choice in choices for value in choice.ids or ("",)]
    return [word for word in words if word.startswith(incomplete)]


GameName = Annotated[str, argument(m.META_GAME, m.ARG_GAME, autocompletion=complete_game)]
GameOptions = Annotated[list[str] | None, option("--option -o", m.OPT_OPTION, m.META_OPTION, autocompletion=_complete_option)]
PositionText = Annotated[str, option("--position -p", m.OPT_POSITION, m.META_POSITION)]
GameOrRecord = Annotated[str, argument(m.META_GAME, m.ARG_GAME_STUDIED, autocompletion=complete_game)]
RecordOption = Annotated[str, option("--record", m.OPT_RECORD, m.META_FILE)]
RecordFile = Annotated[str, argument(m.META_FILE, m.ARG_RECORD)]
GameNumber = Annotated[int, option("--number", m.OPT_NUMBER, "N", min=1)]
Ply = Annotated[int | None, option("--ply", m.OPT_PLY, "N", min=0)]
Seconds = Annotated[float | None, option("--seconds", m.OPT_SECONDS, "S", min=0.01)]
Nodes = Annotated[int | None, option("--nodes", m.OPT_NODES, "N", min=1)]
Depth = Annotated[int | None, option("--depth", m.OPT_DEPTH, "N", min=1, max=64)]
GameCount = Annotated[int, option("--games", m.OPT_GAMES, "N", min=1)]
Workers = Annotated[int | None, option("--workers", m.OPT_WORKERS, "N", min=1)]
RayAddress = Annotated[str, option("--ray", m.OPT_RAY, m.META_ADDRESS)]
SelfPlayNodes = Annotated[int, option("--nodes", m.OPT_SELF_NODES, "N", min=1)]
TestNodes = Annotated[int, option("--match-nodes", m.OPT_PROOF_NODES, "N", min=1)]
MatchSeed = Annotated[int, option("--seed", m.OPT_MATCH_SEED, "N", min=0)]
ResultsFolder = Annotated[str, option("--results", m.OPT_RESULTS, m.META_FOLDER)]
ServerFolder = Annotated[str, option("--folder", m.OPT_FOLDER, "DIR")]
DatabaseUrl = Annotated[str, option("--database", m.OPT_DATABASE, "URL")]
AsJson = Annotated[bool, option("--json", m.OPT_JSON)]
LangOption = Annotated[str | None, option("--lang", m.OPT_LANG, "fr|en", callback=_check_language)]


def language(context: typer.Context, asked: str | None = None) -> Lang:
    """The language of a command: its own `--lang`, else that of the whole line, else of the locale."""
    chosen = asked or context.find_root().obj
    return next((lang for lang in LANGS if lang == chosen), locale_language())


def view_of(context: typer.Context, asked: str | None) -> View:
    """The terminal in the language of a command."""
    return View(language(context, asked))


def find_class(name: str) -> type[AnyGame]:
    """The game of an id or of a name in either language; `UnknownGame` lists the games."""
    wanted = _normalised(name)
    found = [cls for key, cls in games().items() if wanted in {_normalised(key), *map(_normalised, cls.info.name)}]
    return found[0] if wanted and found else type(game_of(name))


def find_game(name: str, options: Iterable[str] | None) -> AnyGame:
    """The game with the options of the command line."""
    return find_class(name)(**parse_options(options))


def parse_options(words: Iterable[str] | None) -> dict[str, str]:
    """`name=value` pairs as a dictionary."""
    options: dict[str, str] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise user_error(m.OPTION_FORM, word=word[:40])
        options[name.strip()] = value.strip()
    return options


def changed_options(rules: AnyGame) -> dict[str, OptionValue]:
    """The options that differ from the game's defaults."""
    defaults = type(rules)().options
    return {name: value for name, value in rules.options.items() if value != defaults[name]}


def find_position(game: AnyGame, text: str) -> Any:
    """The position of a text; the start for none."""
    return game.load(text) if text else game.start()


def load_match(file: str, name: str, options: list[str] | None, number: int = 1) -> AnyMatch:
    """A match of a file, which must be of the named game, if any; a record of our own has its own options."""
    wanted = find_class(name).info.id if name else ""
    match = load_record(file, number, parse_options(options))
    if wanted and match.game.info.id != wanted:
        raise user_error(m.OTHER_GAME, file=file, found=match.game.info.id, wanted=wanted)
    return match


def rewind(match: AnyMatch, ply: int | None) -> AnyMatch:
    """The match as it was after `ply` moves; unchanged for None."""
    if ply is not None and ply > len(match.entries):
        raise user_error(m.NO_SUCH_PLY, ply=ply, last=len(match.entries))
    while ply is not None and len(match.entries) > ply:
        match.undo()
    return match


def find_match(name: str, options: list[str] | None, position: str, record: str, ply: int | None, number: int = 1) -> AnyMatch:
    """The match of a record, or a new one from a position. A name that is no game's and a file's is that of a record."""
    if name and not record and name not in games() and exists(name):
        name, record = "", name
    if record:
        if position:
            raise user_error(m.POSITION_OR_RECORD)
        return rewind(load_match(record, name, options, number), ply)
    if ply is not None:
        raise user_error(m.PLY_WITHOUT_RECORD)
    if not name:
        raise user_error(m.STUDY_WHAT)
    game = find_game(name, options)
    return Match(game, find_position(game, position))


def _normalised(name: str) -> str:
    return "".join(letter for letter in fold(name) if letter.isalnum())

"""The `tablier` program: its commands, and the collection when none is given."""

import contextlib
import io
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, NoReturn

import typer
from typer.completion import get_completion_inspect_parameters

from tablier import __version__, games
from tablier.cli.arguments import LangOption, language, option, view_of
from tablier.cli.errors import USAGE_ERROR, USER_ERROR, describe_os_error, describe_usage_error
from tablier.cli.help_page import Command, Group
from tablier.cli.language import format_text, requested_language
from tablier.cli.messages import common as m
from tablier.cli.messages import engines, hosting, openings, puzzles, table
from tablier.cli.view import View, clean, make_console
from tablier.core.errors import TablierError
from tablier.core.text import Lang

COMMANDS = {
    "play": ("play", table.HELP_PLAY),
    "rules": ("rules", table.HELP_RULES),
    "moves": ("position", table.HELP_MOVES),
    "explain": ("position", table.HELP_EXPLAIN),
    "perft": ("perft", table.HELP_PERFT),
    "replay": ("replay", table.HELP_REPLAY),
    "convert": ("convert", table.HELP_CONVERT),
    "analyse": ("analyse", engines.HELP_ANALYSE),
    "hint": ("analyse", engines.HELP_HINT),
    "endings": ("endings", engines.HELP_ENDINGS),
    "puzzle": ("puzzle", puzzles.HELP_PUZZLE),
    "puzzles": ("puzzles", puzzles.HELP_PUZZLES),
    "openings": ("openings", openings.HELP_OPENINGS),
    "bench": ("bench", engines.HELP_BENCH),
    "uci": ("uci", engines.HELP_UCI),
    "arena": ("arena", engines.HELP_ARENA),
    "ladder": ("arena", engines.HELP_LADDER),
    "tune": ("tune", engines.HELP_TUNE),
    "train": ("train", engines.HELP_TRAIN),
    "serve": ("serve", hosting.HELP_SERVE),
    "bot": ("bot", hosting.HELP_BOT),
    "verify-dice": ("verify_dice", hosting.HELP_VERIFY_DICE),
    "worker": ("worker", hosting.HELP_WORKER),
    "backup": ("maintenance", hosting.HELP_BACKUP),
    "restore": ("maintenance", hosting.HELP_RESTORE),
    "audit": ("maintenance", hosting.HELP_AUDIT),
    "completion": ("completion", m.HELP_COMPLETION),
}
"""By its name, the module of a command below `commands` and its help; the function has the name of the command."""
COMPLETE = "_TABLIER_COMPLETE"
"""Set by a shell that asks what a line could go on with; see `commands.completion`."""


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The program with some of its commands; only their modules are imported."""
    app = typer.Typer(cls=Group, add_completion=False, help=m.HELP_TABLIER.fr, invoke_without_command=True)
    app.callback()(tablier)
    for name in names:
        module, help_text = COMMANDS[name]
        loaded = import_module(f"tablier.cli.commands.{module}")
        if hasattr(loaded, "app"):  # a command of several
            app.add_typer(loaded.app, name=name)
        else:
            app.command(name, cls=Command, help=help_text.fr)(getattr(loaded, name.replace("-", "_")))
    return app


def _needed(words: list[str]) -> Iterable[str]:
    """The commands that a line needs: the one that it names, or all where they are listed."""
    if COMPLETE in os.environ:
        return COMMANDS
    named = next((word for word in words if word in COMMANDS), None)
    if named is not None:
        return (named,)
    return COMMANDS if "--help" in words else ()


Version = Annotated[bool, option("--version", m.OPT_VERSION)]


def tablier(context: typer.Context, version: Version = False, lang: LangOption = None) -> None:
    """Print the collection when there is no command."""
    if lang is not None:
        context.obj = language(context, lang)
    if version:
        view_of(context, lang).print_raw(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        from tablier.cli.table.menu import choose_game

        view = view_of(context, lang)
        print_collection(view)
        if words := choose_game(view):
            raise typer.Exit(_run([*words, "--lang", view.lang], view.lang))


def print_collection(view: View) -> None:
    """Print every game with its players, options and summary, and the commands to start with."""
    from tablier.cli.table.rule_sheet import option_text

    view.print_message(m.COLLECTION, "bold")
    for name, cls in games().items():
        view.print_line()
        view.print_line(f"{name:<10} {cls.info.name.say(view.lang)} ({_players(cls, view.lang)})", "bold", indent=2)
        view.print_line(cls.info.summary.say(view.lang), indent=13)
        for choice in cls.choices:
            view.print_line(f"--option {option_text(choice, view.lang)}", "dim", indent=13)
    first = next(iter(games()), "")
    view.print_line()
    view.print_message(m.WHAT_NEXT, game=first)


def _players(cls: type, lang: Lang) -> str:
    """The numbers of players that the options allow."""
    from tablier.testing import variants

    counts = sorted({len(variant.seats) for variant in variants(cls)})
    number = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    return format_text(m.PLAYERS, lang, number=number)


def main(words: list[str] | None = None) -> NoReturn:
    """Run a command line and exit: 0 done, 1 a user error, 2 a usage error; neither prints a traceback."""
    words = sys.argv[1:] if words is None else words
    lang = requested_language(words)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an invalid byte or a terminal without Unicode must not end a game
    sys.exit(_run(words, lang))


def _run(words: list[str], lang: Lang) -> int:
    try:
        if COMPLETE in os.environ:
            get_completion_inspect_parameters()  # registers the shells
        code = typer.main.get_command(make_app(_needed(words))).main(words, prog_name="tablier", standalone_mode=False, obj=lang)
        return code if isinstance(code, int) else 0
    except TablierError as error:
        _print_error(error.say(lang))
        return USER_ERROR
    except OSError as error:
        with contextlib.suppress(OSError):
            _print_error(describe_os_error(error, lang))
        return USER_ERROR
    except typer.Abort:  # the input ended at a question
        return USER_ERROR
    except Exception as error:
        # Typer's usage errors have no public base class in all its versions; all have this method.
        if not hasattr(error, "format_message"):
            raise
        _print_error(describe_usage_error(error, lang, COMMANDS))
        _print_error(format_text(m.SEE_HELP, lang))
        return USAGE_ERROR


def _print_error(words: str) -> None:
    make_console(stderr=True).print(clean(words), soft_wrap=True)

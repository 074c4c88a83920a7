"""The `tablier` program: its commands, and the collection when none is given."""

import contextlib
import io
import sys
from typing import Annotated, NoReturn

import typer

from tablier import __version__, games
from tablier.cli import messages as m
from tablier.cli.arguments import LangOption, language, option, view_of
from tablier.cli.commands.analyse import analyse, hint
from tablier.cli.commands.arena import arena, ladder
from tablier.cli.commands.bench import bench
from tablier.cli.commands.endings import app as endings
from tablier.cli.commands.maintenance import audit, backup, restore
from tablier.cli.commands.perft import perft
from tablier.cli.commands.play import play
from tablier.cli.commands.position import explain, moves
from tablier.cli.commands.replay import replay
from tablier.cli.commands.rules import rules
from tablier.cli.commands.serve import serve
from tablier.cli.commands.tune import tune
from tablier.cli.commands.uci import uci
from tablier.cli.commands.verify_dice import verify_dice
from tablier.cli.commands.worker import worker
from tablier.cli.errors import USAGE_ERROR, USER_ERROR, describe_os_error, describe_usage_error
from tablier.cli.help_page import Command, Group
from tablier.cli.language import format_text, requested_language
from tablier.cli.table.menu import choose_game
from tablier.cli.table.rule_sheet import option_text
from tablier.cli.view import View, clean, make_console
from tablier.core.errors import TablierError
from tablier.core.text import Lang
from tablier.testing import variants

app = typer.Typer(cls=Group, add_completion=False, help=m.HELP_TABLIER.fr, invoke_without_command=True)
for command, help_text in (
    (play, m.HELP_PLAY),
    (rules, m.HELP_RULES),
    (moves, m.HELP_MOVES),
    (explain, m.HELP_EXPLAIN),
    (perft, m.HELP_PERFT),
    (replay, m.HELP_REPLAY),
    (analyse, m.HELP_ANALYSE),
    (hint, m.HELP_HINT),
    (bench, m.HELP_BENCH),
    (uci, m.HELP_UCI),
    (arena, m.HELP_ARENA),
    (ladder, m.HELP_LADDER),
    (tune, m.HELP_TUNE),
    (serve, m.HELP_SERVE),
    (verify_dice, m.HELP_VERIFY_DICE),
    (worker, m.HELP_WORKER),
    (backup, m.HELP_BACKUP),
    (restore, m.HELP_RESTORE),
    (audit, m.HELP_AUDIT),
):
    app.command(cls=Command, help=help_text.fr)(command)
app.add_typer(endings, name="endings")

Version = Annotated[bool, option("--version", m.OPT_VERSION)]


@app.callback()
def tablier(context: typer.Context, version: Version = False, lang: LangOption = None) -> None:
    """Print the collection when there is no command."""
    if lang is not None:
        context.obj = language(context, lang)
    if version:
        view_of(context, lang).print_raw(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        view = view_of(context, lang)
        print_collection(view)
        if words := choose_game(view):
            raise typer.Exit(_run([*words, "--lang", view.lang], view.lang))


def print_collection(view: View) -> None:
    """Print every game with its players, options and summary, and the commands to start with."""
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
        code = typer.main.get_command(app).main(words, prog_name="tablier", standalone_mode=False, obj=lang)
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
        _print_error(describe_usage_error(error, lang))
        _print_error(format_text(m.SEE_HELP, lang))
        return USAGE_ERROR


def _print_error(words: str) -> None:
    make_console(stderr=True).print(clean(words), soft_wrap=True)

"""The `tablier` command: the collection, and the words that may follow."""

import contextlib
import io
import sys
from typing import Annotated, NoReturn

import typer

from tablier import __version__, games
from tablier.cli import messages as m
from tablier.cli.arguments import LangChoice, language, view_of
from tablier.cli.commands.analyse import analyse, hint
from tablier.cli.commands.arena import arena, ladder
from tablier.cli.commands.bench import bench
from tablier.cli.commands.law import explain, moves, perft
from tablier.cli.commands.maintenance import audit, backup, restore
from tablier.cli.commands.play import play
from tablier.cli.commands.replay import replay
from tablier.cli.commands.rules import option_text, rules
from tablier.cli.commands.serve import serve
from tablier.cli.commands.tune import tune
from tablier.cli.commands.uci import uci
from tablier.cli.commands.verify_dice import verify_dice
from tablier.cli.commands.worker import worker
from tablier.cli.errors import put_oserror, put_usage
from tablier.cli.help_page import Command, Group
from tablier.cli.language import of_words, phrase
from tablier.cli.table.menu import chosen
from tablier.cli.table.view import View, clean, make_console
from tablier.core.errors import TablierError
from tablier.core.text import Lang
from tablier.testing import variants

USER_ERROR, USAGE_ERROR = 1, 2

app = typer.Typer(cls=Group, add_completion=False, help=m.HELP_TABLIER.fr, invoke_without_command=True)
for command, told in (
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
    app.command(cls=Command, help=told.fr)(command)

Version = Annotated[bool, typer.Option("--version", help=m.OPT_VERSION.fr, show_default=False)]


@app.callback()
def tablier(context: typer.Context, version: Version = False, lang: LangChoice = None) -> None:
    """Show the collection when nothing else is asked for."""
    if lang is not None:
        context.obj = language(context, lang)
    if version:
        view_of(context, lang).raw(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        view = view_of(context, lang)
        tell_collection(view)
        if words := chosen(view):
            raise typer.Exit(_run([*words, "--lang", view.lang], view.lang))


def tell_collection(view: View) -> None:
    """Every game with its players, its options and a sentence on it; then what to type next."""
    view.tell(m.COLLECTION, "bold")
    for name, cls in games().items():
        view.line()
        view.line(f"{name:<10} {cls.info.name.say(view.lang)} ({_players(cls, view.lang)})", "bold", indent=2)
        view.line(cls.info.summary.say(view.lang), indent=13)
        for option in cls.choices:
            view.line(f"--option {option_text(option, view.lang)}", "dim", indent=13)
    first = next(iter(games()), "")
    view.line()
    view.tell(m.WHAT_NEXT, game=first)


def _players(cls: type, lang: Lang) -> str:
    """How many may play, whatever the options."""
    counts = sorted({len(variant.seats) for variant in variants(cls)})
    number = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    return phrase(m.PLAYERS, lang, number=number)


def main(words: list[str] | None = None) -> NoReturn:
    """Run a command line and exit: 0 done, 1 what was asked cannot be, 2 the line itself is wrong. Never a traceback for either."""
    words = sys.argv[1:] if words is None else words
    lang = of_words(words)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an odd byte or a poor terminal must not end a game
    sys.exit(_run(words, lang))


def _run(words: list[str], lang: Lang) -> int:
    try:
        code = typer.main.get_command(app).main(words, prog_name="tablier", standalone_mode=False, obj=lang)
        return code if isinstance(code, int) else 0
    except TablierError as error:
        _complain(error.say(lang))
        return USER_ERROR
    except OSError as error:
        with contextlib.suppress(OSError):
            _complain(put_oserror(error, lang))
        return USER_ERROR
    except typer.Abort:  # the input ended while something was being asked
        return USER_ERROR
    except Exception as error:
        # Typer's usage errors have no public base class that all its versions share; this method they all have.
        if not hasattr(error, "format_message"):
            raise
        _complain(put_usage(error, lang))
        _complain(phrase(m.SEE_HELP, lang))
        return USAGE_ERROR


def _complain(words: str) -> None:
    make_console(stderr=True).print(clean(words), soft_wrap=True)

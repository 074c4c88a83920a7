"""Help pages in the language of the command line, as Typer writes its own in English only."""

from typing import Any

import typer
from rich.table import Table as Grid
from rich.text import Text as Coloured
from typer.core import TyperCommand, TyperGroup

from tablier.cli.arguments import language
from tablier.cli.language import locale_language, translate
from tablier.cli.messages import common as m
from tablier.cli.view import View
from tablier.core.text import LANGS, Lang, Text


class Command(TyperCommand):
    """A Typer command with this help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the page and leave the formatter empty."""
        print_help(ctx)


class Group(TyperGroup):
    """The Typer group of all commands with this help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the page and leave the formatter empty."""
        print_help(ctx)


def print_help(context: typer.Context) -> None:
    """Print usage, description, arguments, options and subcommands."""
    lang = _page_language(context)
    view, command = View(lang), context.command
    params: list[Any] = list(command.params)
    arguments = [p for p in params if p.param_type_name == "argument"]
    options = [p for p in params if p.param_type_name == "option"]
    commands: dict[str, Any] = getattr(command, "commands", {})
    usage = [context.command_path, *(_form(p, lang) for p in arguments), m.USAGE_OPTIONS.say(lang)]
    usage += [m.USAGE_COMMAND.say(lang)] if commands else []
    view.print_message(m.USAGE, "bold", line=" ".join(usage))
    view.print_line()
    view.print_line(translate(command.help, lang))
    _section(view, m.SECTION_ARGUMENTS, [(_form(p, lang), translate(p.help, lang)) for p in arguments])
    rows = [(_names(p, lang), translate(p.help, lang)) for p in options]
    _section(view, m.SECTION_OPTIONS, [*rows, ("--help", m.OPT_HELP.say(lang))])
    _section(view, m.SECTION_COMMANDS, [(name, translate(sub.help, lang)) for name, sub in commands.items()])


def _page_language(context: typer.Context) -> Lang:
    """The language of a valid `--lang` of this command, else of the line or the locale."""
    asked = context.params.get("lang")
    return language(context, asked) if asked in (*LANGS, None) else locale_language()


def _form(param: Any, lang: Lang) -> str:
    form = translate(param.metavar, lang) or param.name.upper()
    return form if param.required else f"[{form}]"


def _names(param: Any, lang: Lang) -> str:
    names = ", ".join(param.opts) + "".join(f" / {name}" for name in param.secondary_opts)
    return f"{names} {translate(param.metavar, lang) or ''}".rstrip()


def _section(view: View, title: Text, rows: list[tuple[str, str]]) -> None:
    if not rows:
        return
    view.print_line()
    view.print_message(title, "bold")
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for name, words in rows:
        grid.add_row(Coloured(name, no_wrap=True), Coloured(words))
    view.print_drawing(grid)

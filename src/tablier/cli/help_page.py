"""The help pages, in the language of the line. Typer would write its own words in English only."""

from typing import Any

import typer
from rich.table import Table as Grid
from rich.text import Text as Coloured
from typer.core import TyperCommand, TyperGroup

from tablier.cli import messages as m
from tablier.cli.arguments import language
from tablier.cli.language import of_locale, phrase, said
from tablier.cli.table.view import View
from tablier.core.text import LANGS, Lang, Text


class Command(TyperCommand):
    """A command whose help page is ours."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the page; what Typer prints after it is empty."""
        help_page(ctx)


class Group(TyperGroup):
    """The command without a word after it, and the list of those there are."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the page; what Typer prints after it is empty."""
        help_page(ctx)


def help_page(context: typer.Context) -> None:
    """Usage, what the command does, its arguments and options, its commands."""
    lang = _asked(context)
    view, command = View(lang), context.command
    params: list[Any] = list(command.params)
    arguments = [p for p in params if p.param_type_name == "argument"]
    options = [p for p in params if p.param_type_name == "option"]
    commands: dict[str, Any] = getattr(command, "commands", {})
    usage = [context.command_path, *(_form(p, lang) for p in arguments), m.USAGE_OPTIONS.say(lang)]
    usage += [m.USAGE_COMMAND.say(lang)] if commands else []
    view.tell(m.USAGE, "bold", line=" ".join(usage))
    view.line()
    view.line(said(command.help, lang))
    _section(view, m.SECTION_ARGUMENTS, [(_form(p, lang), said(p.help, lang)) for p in arguments])
    rows = [(_names(p, lang), said(p.help, lang)) for p in options]
    _section(view, m.SECTION_OPTIONS, [*rows, ("--help", m.OPT_HELP.say(lang))])
    _section(view, m.SECTION_COMMANDS, [(name, said(sub.help, lang)) for name, sub in commands.items()])


def _asked(context: typer.Context) -> Lang:
    """The language of a page: a `--lang` already read, else that of the line or the locale."""
    asked = context.params.get("lang")
    return language(context, asked) if asked in (*LANGS, None) else of_locale()


def _form(param: Any, lang: Lang) -> str:
    form = said(param.metavar, lang) or param.name.upper()
    return form if param.required else f"[{form}]"


def _names(param: Any, lang: Lang) -> str:
    names = ", ".join(param.opts) + "".join(f" / {name}" for name in param.secondary_opts)
    return f"{names} {said(param.metavar, lang) or ''}".rstrip()


def _section(view: View, title: Text, rows: list[tuple[str, str]]) -> None:
    if not rows:
        return
    view.line()
    view.line(phrase(title, view.lang), "bold")
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for name, words in rows:
        grid.add_row(Coloured(name, no_wrap=True), Coloured(words))
    view.show(grid)

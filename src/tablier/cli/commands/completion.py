"""`tablier completion`: what a shell needs to complete commands, options and games."""

from enum import StrEnum
from typing import Annotated

import typer
from typer.completion import get_completion_script

from tablier.cli import messages as m
from tablier.cli.arguments import LangOption, argument, view_of


class Shell(StrEnum):
    """The shells that are known."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


ShellName = Annotated[Shell, argument(m.META_SHELL, m.ARG_SHELL)]


def completion(context: typer.Context, shell: ShellName, lang: LangOption = None) -> None:
    """Print the script that a shell reads."""
    script = get_completion_script(prog_name="tablier", complete_var="_TABLIER_COMPLETE", shell=shell.value)
    view_of(context, lang).print_raw(script)

"""`tablier completion`: what a shell needs to complete commands, options and games."""

from enum import StrEnum
from typing import Annotated

import typer

from tablier.cli.arguments import LangOption, argument, view_of
from tablier.cli.messages import common as m


class Shell(StrEnum):
    """The shells that are known."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


SCRIPTS = {
    Shell.BASH: """\
_tablier_completion() {
    local IFS=$'\\n'
    COMPREPLY=( $( env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD _TABLIER_COMPLETE=complete_bash "$1" ) )
}
complete -o default -F _tablier_completion tablier""",
    Shell.ZSH: """\
#compdef tablier
_tablier_completion() {
    eval $(env _TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" _TABLIER_COMPLETE=complete_zsh tablier)
}
compdef _tablier_completion tablier""",
    Shell.FISH: """\
complete --command tablier --no-files --arguments \\
"(env _TABLIER_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=get-args _TYPER_COMPLETE_ARGS=(commandline -cp) tablier)" --condition \\
"env _TABLIER_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=is-args _TYPER_COMPLETE_ARGS=(commandline -cp) tablier\"""",
}
"""Each asks the program itself, as Typer answers such questions."""

ShellName = Annotated[Shell, argument(m.META_SHELL, m.ARG_SHELL)]


def completion(context: typer.Context, shell: ShellName, lang: LangOption = None) -> None:
    """Print the script that a shell reads."""
    view_of(context, lang).print_raw(SCRIPTS[shell])

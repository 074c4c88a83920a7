"""`tablier rules`: the clauses of a game with the examples that prove them."""

from typing import Annotated

import typer

from tablier.cli.arguments import GameName, GameOptions, LangOption, find_game, option, view_of
from tablier.cli.messages import table as m
from tablier.cli.table.rule_sheet import find_clauses, print_clauses, print_options

ClauseName = Annotated[str, option("--clause", m.OPT_CLAUSE, m.META_CLAUSE)]
Boards = Annotated[bool, option("--boards/--no-boards", m.OPT_BOARDS)]


def rules(
    context: typer.Context,
    name: GameName,
    options: GameOptions = None,
    clause: ClauseName = "",
    boards: Boards = True,
    lang: LangOption = None,
) -> None:
    """Print the rules of a game, in the words of the options chosen."""
    view = view_of(context, lang)
    game = find_game(name, options)
    find_clauses(game, clause)
    view.print_line(game.info.name.say(view.lang), "bold")
    view.print_line(game.info.summary.say(view.lang))
    view.print_message(m.SOURCE, "dim", source=game.info.source)
    print_clauses(view, game, only=clause, boards=boards)
    if not clause:
        print_options(view, game)

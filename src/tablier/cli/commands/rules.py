"""`tablier rules`: a game's clauses in reading order, with the examples that prove them drawn as diagrams."""

from typing import Any

import typer
from rich.table import Table as Grid

from tablier.cli import messages as m
from tablier.cli.arguments import Boards, ClauseName, GameName, LangChoice, find_class, view_of
from tablier.cli.language import fault, phrase
from tablier.cli.table.keywords import fold
from tablier.cli.table.view import KINDS, View
from tablier.core.game import Game, Option
from tablier.core.law import Clause, Example
from tablier.core.text import Lang, Text
from tablier.render.speech import say_event, say_outcome
from tablier.render.text import Mark, board_width
from tablier.testing import Shown, show

AnyGame = Game[Any, Any]


def rules(context: typer.Context, name: GameName, clause: ClauseName = "", boards: Boards = True, lang: LangChoice = None) -> None:
    """Show the rules of a game."""
    view = view_of(context, lang)
    game = find_class(name)()
    find_clauses(game, clause)
    view.line(game.info.name.say(view.lang), "bold")
    view.line(game.info.summary.say(view.lang))
    view.tell(m.SOURCE, "dim", source=game.info.source)
    tell_clauses(view, game, only=clause, boards=boards)
    if not clause:
        tell_options(view, game)


def tell_clauses(view: View, game: AnyGame, *, only: str = "", boards: bool = True) -> None:
    """The clauses with their numbers, all of them or those that a word names."""
    for number, clause in find_clauses(game, only):
        view.line()
        kind = KINDS[clause.kind].say(view.lang)
        view.line(f"[{kind}] {clause.text.say(view.lang)}", "bold", lead=f"{number:>2}. ")
        view.line(clause.id, "dim", indent=4)
        if clause.why:
            view.line(phrase(m.WHY_RULED, view.lang, why=clause.why), indent=4)
        if boards:
            for example in clause.examples:
                tell_example(view, game, example)


def find_clauses(game: AnyGame, only: str) -> list[tuple[int, Clause]]:
    """The clauses that a word names, with their numbers; all of them for no word."""
    chosen = [(number, clause) for number, clause in enumerate(game.clauses, 1) if _named(clause, number, only)]
    if not chosen:
        raise fault(m.NO_SUCH_CLAUSE, word=only[:40], clauses=", ".join(clause.id for clause in game.clauses))
    return chosen


def _named(clause: Clause, number: int, word: str) -> bool:
    return not word or fold(word) in (str(number), fold(clause.id), fold(clause.id.rpartition(".")[2]))


def tell_example(view: View, game: AnyGame, example: Example) -> None:
    """A diagram: the position, what is tried, and what comes of it."""
    shown = show(game, example)
    moves = example.moves.split()

    def caption(message: Text, style: str = "", **values: object) -> None:
        view.line(phrase(message, view.lang, **values), style, indent=4)

    view.line()
    if example.options:
        caption(m.EXAMPLE_WITH, "dim", options=", ".join(f"{name}={value}" for name, value in example.options))
    if len(moves) > 1:
        caption(m.EXAMPLE_AFTER, "dim", moves=" ".join(moves[:-1]))
    if not shown.move:
        view.show(view.board(shown.game, shown.game.scene(shown.before)), indent=4)
    elif shown.refusal is not None:
        caption(m.EXAMPLE_REFUSED, "red", move=shown.move, because=shown.refusal.because.id)
        cells = dict.fromkeys(shown.refusal.cells, Mark.REFUSED)
        view.show(view.board(shown.game, shown.game.scene(shown.before), cells), indent=4)
    else:
        _before_and_after(view, shown)
    if shown.outcome is not None:
        caption(m.EXAMPLE_END, result=say_outcome(shown.game, shown.outcome, view.lang), because=shown.outcome.because.id)


def _before_and_after(view: View, shown: Shown) -> None:
    game = shown.game
    before, after = game.scene(shown.before), game.scene(shown.after)
    cells = dict.fromkeys((cell for event in shown.events for cell in (event.cell, event.to) if cell), Mark.LAST)
    boards = view.board(game, before), view.board(game, after, cells)
    said = view.joined(f"{say_event(game, event, view.lang)} ({event.because.id})" for event in shown.events)
    form = m.EXAMPLE_MOVE if said else m.EXAMPLE_DECLARED
    view.line(phrase(form, view.lang, move=shown.move, events=said), indent=4)
    if not cells:
        view.show(boards[0], indent=4)
    elif 2 * max(board_width(game, scene, ascii_only=view.ascii_only) for scene in (before, after)) + 10 <= view.console.width:
        grid = Grid.grid(padding=(0, 4, 0, 0))
        grid.add_row(*boards)
        view.show(grid, indent=4)
    else:
        view.show(*boards, indent=4)


def tell_options(view: View, game: AnyGame) -> None:
    """What tables may choose, and what is chosen when nobody does."""
    view.line()
    if not game.choices:
        view.tell(m.NO_OPTIONS, "dim")
        return
    view.tell(m.OPTIONS, "bold")
    for option in game.choices:
        view.line(phrase(m.NAMED, view.lang, name=option.name, value=option_text(option, view.lang)), indent=2)
        view.line(option.help.say(view.lang), "dim", indent=4)
        for value in option.values:
            view.line(phrase(m.NAMED, view.lang, name=value.id, value=value.name), indent=4)
            if value.help:
                view.line(value.help.say(view.lang), "dim", indent=6)


def option_text(option: Option, lang: Lang) -> str:
    """An option as one types it, and its other values: `quiet=100 (2…1000)`."""
    values = ", ".join(option.ids) or f"{option.low}…{option.high}"
    return phrase(m.OPTION, lang, id=option.id, default=option.default, values=values)

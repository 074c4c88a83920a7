"""Rule sheets at the terminal: clauses with their examples as diagrams, and options."""

from rich.table import Table as Grid

from tablier.cli.language import fold, format_text, user_error
from tablier.cli.messages import common
from tablier.cli.messages import table as m
from tablier.cli.view import KINDS, View
from tablier.core.game import Option
from tablier.core.law import Clause, Example
from tablier.core.text import Lang
from tablier.games import AnyGame
from tablier.render.speech import say_event, say_outcome
from tablier.render.text import Mark, board_width
from tablier.testing import Shown, show


def print_clauses(view: View, game: AnyGame, *, only: str = "", boards: bool = True) -> None:
    """Print the clauses with their numbers: all, or those that a word names."""
    for number, clause in find_clauses(game, only):
        view.print_line()
        kind = KINDS[clause.kind].say(view.lang)
        view.print_line(f"[{kind}] {clause.text.say(view.lang)}", "bold", lead=f"{number:>2}. ")
        view.print_line(clause.id, "dim", indent=4)
        if clause.why:
            view.print_message(m.WHY_RULED, indent=4, why=clause.why)
        if boards:
            for example in clause.examples:
                print_example(view, game, example)


def find_clauses(game: AnyGame, only: str) -> list[tuple[int, Clause]]:
    """The clauses that a word names, with their numbers; all for no word."""
    chosen = [(number, clause) for number, clause in enumerate(game.clauses, 1) if _is_named(clause, number, only)]
    if not chosen:
        raise user_error(m.NO_SUCH_CLAUSE, word=only[:40], clauses=", ".join(clause.id for clause in game.clauses))
    return chosen


def _is_named(clause: Clause, number: int, word: str) -> bool:
    return not word or fold(word) in (str(number), fold(clause.id), fold(clause.id.rpartition(".")[2]))


def print_example(view: View, game: AnyGame, example: Example) -> None:
    """Print a diagram: the position, the moves and their effects."""
    shown = show(game, example)
    moves = example.moves.split()
    view.print_line()
    if example.options:
        view.print_message(m.EXAMPLE_WITH, "dim", indent=4, options=", ".join(f"{name}={value}" for name, value in example.options))
    if len(moves) > 1:
        view.print_message(m.EXAMPLE_AFTER, "dim", indent=4, moves=" ".join(moves[:-1]))
    if not shown.move:
        view.print_drawing(view.draw(shown.game, shown.game.scene(shown.before)), indent=4)
    elif shown.refusal is not None:
        view.print_message(m.EXAMPLE_REFUSED, "red", indent=4, move=shown.move, because=shown.refusal.because.id)
        cells = dict.fromkeys(shown.refusal.cells, Mark.REFUSED)
        view.print_drawing(view.draw(shown.game, shown.game.scene(shown.before), cells), indent=4)
    else:
        _print_before_and_after(view, shown)
    if shown.outcome is not None:
        view.print_message(
            m.EXAMPLE_END, indent=4, result=say_outcome(shown.game, shown.outcome, view.lang), because=shown.outcome.because.id
        )


def _print_before_and_after(view: View, shown: Shown) -> None:
    game = shown.game
    before, after = game.scene(shown.before), game.scene(shown.after)
    cells = dict.fromkeys((cell for event in shown.events for cell in (event.cell, event.to) if cell), Mark.LAST)
    boards = view.draw(game, before), view.draw(game, after, cells)
    said = view.join_sentences(f"{say_event(game, event, view.lang)} ({event.because.id})" for event in shown.events)
    view.print_message(m.EXAMPLE_MOVE if said else m.EXAMPLE_DECLARED, indent=4, move=shown.move, events=said)
    if not cells:
        view.print_drawing(boards[0], indent=4)
    elif 2 * max(board_width(game, scene, ascii_only=view.ascii_only) for scene in (before, after)) + 10 <= view.console.width:
        grid = Grid.grid(padding=(0, 4, 0, 0))
        grid.add_row(*boards)
        view.print_drawing(grid, indent=4)
    else:
        view.print_drawing(*boards, indent=4)


def print_options(view: View, game: AnyGame) -> None:
    """Print the options with their values and defaults."""
    view.print_line()
    if not game.choices:
        view.print_message(m.NO_OPTIONS, "dim")
        return
    view.print_message(m.OPTIONS, "bold")
    for option in game.choices:
        view.print_message(common.NAMED, indent=2, name=option.name, value=option_text(option, view.lang))
        view.print_line(option.help.say(view.lang), "dim", indent=4)
        for value in option.values:
            view.print_message(common.NAMED, indent=4, name=value.id, value=value.name)
            if value.help:
                view.print_line(value.help.say(view.lang), "dim", indent=6)


def option_text(option: Option, lang: Lang) -> str:
    """An option as it is typed, with its values: `quiet=100 (2…1000)`."""
    values = ", ".join(option.ids) or f"{option.low}…{option.high}"
    return format_text(m.OPTION, lang, id=option.id, default=option.default, values=values)

"""Legal moves as a numbered list, grouped by their first cell when there are many."""

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text as Coloured

from tablier.cli.messages import table as m
from tablier.cli.view import AnyMatch, View, pack_lines

UNGROUPED = 16
"""Up to this many moves are not grouped."""
LISTED = 200
"""Above this many, only the number of moves of each group is printed."""


def list_moves(view: View, match: AnyMatch, moves: Sequence[Any]) -> list[Any]:
    """Print the moves with their numbers; returns them in that order."""
    game, pos = match.game, match.position
    groups: dict[str, list[Any]] = {}
    for move in moves:
        clicks = game.gesture(move)
        groups.setdefault((*clicks.ordered, *sorted(clicks.unordered), "")[0], []).append(move)
    shown = [move for group in groups.values() for move in group]
    if len(shown) > LISTED and len(groups) > 1:
        view.print_message(m.MOVES_BY_CELL, "bold", count=len(shown))
        view.print_message(m.LIST, indent=2, items=", ".join(f"{head} ({len(group)})" for head, group in groups.items()))
        return []
    numbers = {move: number for number, move in enumerate(shown, 1)}
    view.print_message(m.MOVES, "bold", count=len(shown))

    texts = {move: game.write(pos, move) for move in shown}
    width = max(map(len, texts.values()), default=0)

    def items(group: Sequence[Any]) -> list[str]:
        return [f"{numbers[move]:>3} {texts[move]:<{width}}" for move in group]

    if len(shown) <= UNGROUPED or len(groups) == 1:
        view.print_drawing(Columns([Coloured(item) for item in items(shown)], padding=(0, 2)))
        return shown
    grid = Grid.grid(padding=(0, 1, 0, 0))
    room = view.console.width - max(map(len, groups)) - 4
    for head, group in groups.items():
        grid.add_row(Coloured(head, style="bold"), Coloured("\n".join(pack_lines(items(group), room))))
    view.print_drawing(grid)
    return shown

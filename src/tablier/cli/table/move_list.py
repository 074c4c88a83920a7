"""Legal moves as a numbered list, together by what they begin with when there are many."""

from collections.abc import Sequence
from typing import Any

from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text as Coloured

from tablier.cli import messages as m
from tablier.cli.language import phrase
from tablier.cli.table.view import View, packed
from tablier.core.match import Match

FEW = 16
"""Up to this many moves are shown in one go."""
TOO_MANY = 200
"""From this many on, only how many begin with each cell."""


def list_moves(view: View, match: Match[Any, Any], moves: Sequence[Any]) -> list[Any]:
    """Show the moves with their numbers, and give them back in the order shown."""
    game, pos = match.game, match.position
    groups: dict[str, list[Any]] = {}
    for move in moves:
        clicks = game.gesture(move)
        groups.setdefault((*clicks.ordered, *sorted(clicks.unordered), "")[0], []).append(move)
    shown = [move for group in groups.values() for move in group]
    if len(shown) > TOO_MANY and len(groups) > 1:
        view.tell(m.MOVES_BY_CELL, "bold", count=len(shown))
        view.line(phrase(m.LIST, view.lang, items=", ".join(f"{head} ({len(group)})" for head, group in groups.items())), indent=2)
        return []
    numbers = {move: number for number, move in enumerate(shown, 1)}
    view.tell(m.MOVES, "bold", count=len(shown))

    texts = {move: game.write(pos, move) for move in shown}
    width = max(map(len, texts.values()), default=0)

    def items(group: Sequence[Any]) -> list[str]:
        return [f"{numbers[move]:>3} {texts[move]:<{width}}" for move in group]

    if len(shown) <= FEW or len(groups) == 1:
        view.show(Columns([Coloured(item) for item in items(shown)], padding=(0, 2)))
        return shown
    grid = Grid.grid(padding=(0, 1, 0, 0))
    room = view.console.width - max(map(len, groups)) - 4
    for head, group in groups.items():
        grid.add_row(Coloured(head, style="bold"), Coloured("\n".join(packed(items(group), room))))
    view.show(grid)
    return shown

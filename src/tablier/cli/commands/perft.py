"""`tablier perft`: the number of move sequences of a length."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tablier.cli.arguments import GameName, GameOptions, LangOption, PositionText, argument, find_game, find_position, option, view_of
from tablier.cli.errors import INTERRUPTED
from tablier.cli.language import format_text
from tablier.cli.messages import table as m
from tablier.cli.progress import ProgressLine
from tablier.games import AnyGame
from tablier.testing import perft as count_sequences

LONGEST = 64
"""More than can ever be counted."""
SequenceLength = Annotated[int, argument(m.META_DEPTH, m.ARG_DEPTH, min=0, max=LONGEST)]
Divide = Annotated[bool, option("--divide", m.OPT_DIVIDE)]
PORTION = 2
"""The length that is counted without a pause for Ctrl-C."""


def perft(
    context: typer.Context,
    name: GameName,
    depth: SequenceLength,
    position: PositionText = "",
    options: GameOptions = None,
    divide: Divide = False,
    lang: LangOption = None,
) -> None:
    """Count the move sequences of a length."""
    view = view_of(context, lang)
    game = find_game(name, options)
    pos = find_position(game, position)
    legal = game.legal(pos) if depth else ()
    total = 0 if depth else 1
    with ProgressLine() as progress:
        try:
            for done, move in enumerate(legal):
                before = total
                for number in _portions(game, game.apply(pos, move).after, depth - 1):
                    total += number
                    progress.show(format_text(m.PERFT_PROGRESS, view.lang, done=done, moves=len(legal), count=total))
                if divide:
                    progress.clear()
                    view.print_raw(f"{game.write(pos, move)}: {total - before}")
        except KeyboardInterrupt:
            progress.clear()
            view.print_message(m.PERFT_PARTIAL, count=total, depth=depth)
            raise typer.Exit(INTERRUPTED) from None
    view.print_raw(str(total))


def _portions(game: AnyGame, pos: Any, depth: int) -> Iterator[int]:
    """The count in portions, so that an interrupted count is known."""
    if depth <= PORTION:
        yield count_sequences(game, pos, depth)
        return
    for move in game.legal(pos):
        yield from _portions(game, game.apply(pos, move).after, depth - 1)

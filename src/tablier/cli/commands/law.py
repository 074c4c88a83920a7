"""`tablier moves`, `explain` and `perft`: the law asked from the command line."""

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tablier.cli import messages as m
from tablier.cli.arguments import AsJson, Choices, GameName, LangChoice, MoveText, PositionText, find_game, find_position, view_of
from tablier.cli.language import phrase
from tablier.cli.progress import Notice
from tablier.cli.table.explanation import explain_move
from tablier.cli.table.view import View
from tablier.core.actors import CHANCE
from tablier.core.game import Game
from tablier.testing import perft as count

AnyGame = Game[Any, Any]
Depth = Annotated[int, typer.Argument(min=0, metavar=m.META_DEPTH.fr, help=m.ARG_DEPTH.fr, show_default=False)]
Divide = Annotated[bool, typer.Option("--divide", help=m.OPT_DIVIDE.fr, show_default=False)]
INTERRUPTED = 130
PORTION = 2
"""The length that is counted in one go; a Ctrl-C waits no longer than that."""


def moves(
    context: typer.Context,
    name: GameName,
    position: PositionText = "",
    option: Choices = None,
    as_json: AsJson = False,
    lang: LangChoice = None,
) -> None:
    """List the legal moves of a position."""
    view = view_of(context, lang)
    game = find_game(name, option)
    pos = find_position(game, position)
    steps = {game.write(pos, move): game.dump(game.apply(pos, move).after) for move in game.legal(pos)}
    if as_json:
        actor = game.actor(pos)
        view.raw(
            json.dumps(
                {
                    "game": game.info.id,
                    "options": dict(game.options),
                    "position": game.dump(pos),
                    "actor": "chance" if actor is CHANCE else actor,
                    "moves": [{"move": move, "position": after} for move, after in steps.items()],
                },
                ensure_ascii=False,
                indent=1,
            )
        )
        return
    width = max(map(len, steps), default=0)
    for move, after in steps.items():
        view.raw(f"{move:<{width}}  {after}")
    outcome = game.outcome(pos)
    if outcome is not None:
        view.outcome(game, outcome)


def explain(
    context: typer.Context, name: GameName, move: MoveText, position: PositionText = "", option: Choices = None, lang: LangChoice = None
) -> None:
    """Say what a move does, clause by clause, or why it is refused."""
    view = view_of(context, lang)
    game = find_game(name, option)
    explain_move(view, game, find_position(game, position), move)


def perft(
    context: typer.Context,
    name: GameName,
    depth: Depth,
    position: PositionText = "",
    option: Choices = None,
    divide: Divide = False,
    lang: LangChoice = None,
) -> None:
    """Count the move sequences of a length."""
    view = view_of(context, lang)
    game = find_game(name, option)
    pos = find_position(game, position)
    progress = Progress(view)
    try:
        for move, number in _counts(game, pos, depth, progress):
            if divide:
                progress.clear()
                view.raw(f"{move}: {number}")
    except KeyboardInterrupt:
        progress.clear()
        view.tell(m.PERFT_PARTIAL, count=progress.total, depth=depth)
        raise typer.Exit(INTERRUPTED) from None
    progress.clear()
    view.raw(str(progress.total))


class Progress:
    """How far a count has come."""

    def __init__(self, view: View) -> None:
        self.lang, self.total = view.lang, 0
        self.notice = Notice()

    def add(self, number: int, done: int, moves: int) -> None:
        """Count some more."""
        self.total += number
        self.notice.show(phrase(m.PERFT_PROGRESS, self.lang, done=done, moves=moves, count=self.total))

    def clear(self) -> None:
        """Leave no trace."""
        self.notice.clear()


def _counts(game: AnyGame, pos: Any, depth: int, progress: Progress) -> Iterator[tuple[str, int]]:
    """The count behind each first move."""
    if depth == 0:
        progress.add(1, 0, 0)
        return
    legal = game.legal(pos)
    for done, move in enumerate(legal):
        before = progress.total
        for part in _parts(game, game.apply(pos, move).after, depth - 1):
            progress.add(part, done, len(legal))
        yield game.write(pos, move), progress.total - before


def _parts(game: AnyGame, pos: Any, depth: int) -> Iterator[int]:
    """The count in small portions, so that it is known at any time how far it has come."""
    if depth <= PORTION:
        yield count(game, pos, depth)
        return
    for move in game.legal(pos):
        yield from _parts(game, game.apply(pos, move).after, depth - 1)

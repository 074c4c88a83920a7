"""`tablier moves` and `explain`: the legal moves of a position, and one move by the law."""

import json
from typing import Annotated

import typer

from tablier.cli.arguments import AsJson, GameName, GameOptions, LangOption, PositionText, argument, find_game, find_position, view_of
from tablier.cli.messages import table as m
from tablier.cli.table.explanation import explain_move
from tablier.core.actors import CHANCE

MoveText = Annotated[str, argument(m.META_MOVE, m.ARG_MOVE)]


def moves(
    context: typer.Context,
    name: GameName,
    position: PositionText = "",
    options: GameOptions = None,
    as_json: AsJson = False,
    lang: LangOption = None,
) -> None:
    """List the legal moves of a position."""
    view = view_of(context, lang)
    game = find_game(name, options)
    pos = find_position(game, position)
    steps = {game.write(pos, move): game.dump(game.apply(pos, move).after) for move in game.legal(pos)}
    if as_json:
        actor = game.actor(pos)
        data = {
            "game": game.info.id,
            "options": dict(game.options),
            "position": game.dump(pos),
            "actor": "chance" if actor is CHANCE else actor,
            "moves": [{"move": move, "position": after} for move, after in steps.items()],
        }
        view.print_raw(json.dumps(data, ensure_ascii=False, indent=1))
        return
    width = max(map(len, steps), default=0)
    for move, after in steps.items():
        view.print_raw(f"{move:<{width}}  {after}")
    outcome = game.outcome(pos)
    if outcome is not None:
        view.print_outcome(game, outcome)


def explain(
    context: typer.Context,
    name: GameName,
    move: MoveText,
    position: PositionText = "",
    options: GameOptions = None,
    lang: LangOption = None,
) -> None:
    """Explain a move: its effects, clause by clause, or why it is refused."""
    game = find_game(name, options)
    explain_move(view_of(context, lang), game, find_position(game, position), move)

"""Explanation of a move: its effects with their clauses, or why it is refused."""

from typing import Any

from tablier.cli.messages import common
from tablier.cli.messages import table as m
from tablier.cli.view import View
from tablier.core.actors import CHANCE
from tablier.games import AnyGame
from tablier.render.text import Mark


def explain_move(view: View, game: AnyGame, pos: Any, text: str) -> None:
    """Print the effects of a move, or why it is refused."""
    move = game.parse(text.strip())
    refusal = game.why_not(pos, move)
    if refusal is not None:
        view.print_refusal(game, game.scene(pos), text, refusal)
        return
    actor, step = game.turn(pos), game.apply(pos, move)
    who = common.CHANCE if actor is CHANCE else game.seats[actor].name
    view.print_message(m.LEGAL, "bold", move=game.write(pos, move), who=who)
    view.print_events(game, step.events)
    for clause in game.notes(pos, move):
        view.print_line(view.quote_clause(clause), indent=2, lead=view.bullet)
    cells = [cell for event in step.events for cell in (event.cell, event.to) if cell]
    view.print_drawing(view.draw(game, game.scene(step.after), dict.fromkeys(cells, Mark.LAST)))
    outcome = game.outcome(step.after)
    if outcome is not None:
        view.print_outcome(game, outcome)

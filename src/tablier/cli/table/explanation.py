"""One move in words: what it does and by which clauses, or why it is refused."""

from typing import Any

from tablier.cli import messages as m
from tablier.cli.table.view import View
from tablier.core.actors import CHANCE
from tablier.core.game import Game
from tablier.render.text import Mark


def explain_move(view: View, game: Game[Any, Any], pos: Any, text: str) -> bool:
    """Tell what the law makes of a move; True when it is legal."""
    move = game.parse(text.strip())
    scene = game.scene(pos)
    refusal = game.why_not(pos, move)
    if refusal is not None:
        view.refusal(game, scene, text, refusal)
        return False
    actor, step = game.turn(pos), game.apply(pos, move)
    who = m.CHANCE if actor is CHANCE else game.seats[actor].name
    view.tell(m.LEGAL, "bold", move=game.write(pos, move), who=who)
    view.events(game, step.events)
    cells = [cell for event in step.events for cell in (event.cell, event.to) if cell]
    view.show(view.board(game, game.scene(step.after), dict.fromkeys(cells, Mark.LAST)))
    outcome = game.outcome(step.after)
    if outcome is not None:
        view.outcome(game, outcome)
    return True

"""Openings: a few random plies, kept when they leave the game open."""

from typing import Any

from tablier.arena.plan import Plan
from tablier.core.actors import CHANCE
from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.search.analysis import Limits
from tablier.search.engine import Engine

BALANCED = 80
"""Hundredths of a piece that one side may be ahead by."""

LOOK = Limits(nodes=1_000)
TRIES = 40
"""Attempts at a balanced opening; then the most balanced one seen is taken, so that a sharp game has openings too."""


def opening(rules: AnyGame, plan: Plan, number: int, judge: Engine) -> tuple[str, ...]:
    """The moves, dice included, of an opening; the same for the same seed and number."""
    best: tuple[float, tuple[str, ...]] | None = None
    for attempt in range(TRIES):
        match = _random_plies(rules, plan, number, attempt)
        if match.outcome is not None:
            continue
        lead = _lead(match, judge)
        if lead <= BALANCED:
            return match.moves
        best = min(best or (lead, match.moves), (lead, match.moves))
    return best[1] if best else ()


def _random_plies(rules: AnyGame, plan: Plan, number: int, attempt: int) -> Match[Any, Any]:
    chance = plan.chance("opening", number, attempt)
    match: Match[Any, Any] = Match(rules)
    decisions = 0
    while match.outcome is None and (decisions < plan.plies or match.actor is CHANCE):
        if match.actor is CHANCE:
            match.roll(chance.random())
        else:
            match.play(chance.choice(match.legal()))
            decisions += 1
    return match


def _lead(match: Match[Any, Any], judge: Engine) -> float:
    """How far the position is from even. With more than two seats their rotation alone makes openings fair."""
    if len(match.game.seats) != 2:
        return 0
    judge.new_game()
    return abs(judge.analyse(match, LOOK).lines[0].score)

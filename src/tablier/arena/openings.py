"""Openings of a match: a few random plies that leave the position balanced."""

from typing import Any

from tablier.arena.plan import Plan
from tablier.core.actors import CHANCE
from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.search.analysis import Limits
from tablier.search.engine import Engine

BALANCED = 80
"""The largest advantage of either side, in hundredths of a piece."""

EVALUATION = Limits(nodes=1_000)
TRIES = 40
"""Attempts at a balanced opening; then the most balanced one is taken, so that a sharp game has openings too."""


def opening(rules: AnyGame, plan: Plan, number: int, engine: Engine) -> tuple[str, ...]:
    """The moves, dice included, of an opening; the same for the same seed and number."""
    best: tuple[float, tuple[str, ...]] | None = None
    for attempt in range(TRIES):
        match = _random_plies(rules, plan, number, attempt)
        if match.outcome is not None:
            continue
        imbalance = _imbalance(match, engine)
        if imbalance <= BALANCED:
            return match.moves
        best = min(best or (imbalance, match.moves), (imbalance, match.moves))
    return best[1] if best else ()


def _random_plies(rules: AnyGame, plan: Plan, number: int, attempt: int) -> Match[Any, Any]:
    rng = plan.rng("opening", number, attempt)
    match: Match[Any, Any] = Match(rules)
    decisions = 0
    while match.outcome is None and (decisions < plan.plies or match.actor is CHANCE):
        if match.actor is CHANCE:
            match.roll(rng.random())
        else:
            match.play(rng.choice(match.legal()))
            decisions += 1
    return match


def _imbalance(match: Match[Any, Any], engine: Engine) -> float:
    """The absolute score; 0 with more than two seats, where their rotation alone makes openings fair."""
    if len(match.game.seats) != 2:
        return 0
    engine.new_game()
    return abs(engine.analyse(match, EVALUATION).lines[0].score)

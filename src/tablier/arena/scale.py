"""The Elo of the levels of a game, from its ladder."""

from tablier.arena.elo import elo
from tablier.arena.ladders import Ladder

LEVEL_1 = 500
"""The Elo that level 1 of every game is given: only differences are measured."""


def elo_of_levels(ladder: Ladder) -> dict[int, int]:
    """The Elo of the levels that the rungs of a ladder join to level 1.

    A drawn game is added to each match, so that a clean sweep has a number too.
    """
    found = {1: float(LEVEL_1)}
    for rung in sorted(ladder.rungs, key=lambda rung: rung.level):
        if rung.below in found:
            games = rung.wins + rung.draws + rung.losses
            found[rung.level] = found[rung.below] + elo((rung.score * games + 0.5) / (games + 1))
    return {level: round(value) for level, value in found.items()}

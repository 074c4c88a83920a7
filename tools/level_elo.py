"""Write the Elo of the levels of every game, for `UCI_Elo`, from the matches in bench/results/ladder to the standard output.

    python tools/level_elo.py > src/tablier/adapters/uci/level_elo.json

Only differences are measured: level 1 of every game is given the same number. A drawn game is added to each match, so that a clean
sweep has a number too.
"""

import json
from pathlib import Path

from tablier.arena.elo import elo
from tablier.arena.ladders import RESULTS, Ladder, load_ladders

LEVEL_1 = 500
"""The Elo that level 1 is given."""


def elo_of_levels(ladder: Ladder) -> dict[int, int]:
    """The Elo of every level of a ladder."""
    rated, found = float(LEVEL_1), {1: LEVEL_1}
    for rung in sorted(ladder.rungs, key=lambda rung: rung.level):
        games = rung.wins + rung.draws + rung.losses
        rated += elo((rung.score * games + 0.5) / (games + 1))
        found[rung.level] = round(rated)
    return found


if __name__ == "__main__":
    ladders = load_ladders(Path(__file__).parents[1] / RESULTS)
    print(json.dumps({ladder.game: elo_of_levels(ladder) for ladder in ladders if not ladder.options}, indent=1))

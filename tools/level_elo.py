"""Write the Elo of the levels of every game from the matches in bench/results/ladder to the standard output.

python tools/level_elo.py > src/tablier/search/level_elo.json
"""

import json
from pathlib import Path

from tablier.arena.ladders import RESULTS, load_ladders
from tablier.arena.scale import elo_of_levels

if __name__ == "__main__":
    ladders = load_ladders(Path(__file__).parents[1] / RESULTS)
    print(json.dumps({ladder.game: elo_of_levels(ladder) for ladder in ladders if not ladder.options}, indent=1))

"""Write the golden games of tests/playthroughs: for every variant the shortest of some games between weak engines.

Run it when a rule has changed on purpose, and read the difference before you commit it.
"""

import random
import sys
from pathlib import Path
from typing import Any

from tablier import CHANCE, Game, Match, games
from tablier.search.levels import LevelPlayer
from tablier.testing import narrate, variants

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
TRIES = 4
LONGEST = 1500
LEVEL = 3
SLIPS = 0.15
"""How often a player plays a random move."""


def played_game(game: Game[Any, Any], seed: int) -> Match[Any, Any]:
    """A game between two weak levels: purposeful enough to end, odd enough to meet many rules."""
    rng = random.Random(seed)
    match = Match(game, tags={"Event": "Golden game"})
    players = [LevelPlayer(game, LEVEL, seed + seat) for seat in range(len(game.seats))]
    while match.outcome is None and len(match.entries) < LONGEST:
        actor = match.actor
        if actor is CHANCE:
            match.roll(rng.random())
        elif rng.random() < SLIPS:
            match.play(rng.choice(match.legal()))
        elif isinstance(actor, int):
            match.play(players[actor].choose(match))
    return match


def main(wanted: list[str]) -> None:
    """Write the games of the ids given, or of all."""
    for name, cls in games().items():
        if wanted and name not in wanted:
            continue
        for game in variants(cls):
            finished = [m for m in (played_game(game, seed) for seed in range(TRIES)) if m.outcome is not None]
            match = min(finished, key=lambda m: len(m.entries))
            changed = [f"{k}_{v}" for k, v in game.options.items() if v != cls().options[k]]
            path = FOLDER / f"{'-'.join([name, *changed])}.txt"
            path.write_text(narrate(match), encoding="utf-8")
            print(f"{path.name}: {len(match.entries)} entries, {match.outcome.because.id if match.outcome else ''}")


if __name__ == "__main__":
    main(sys.argv[1:])

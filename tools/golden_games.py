"""Writes the golden games of tests/playthroughs anew: for every variant the shortest of some games between greedy players.

Run it when a rule has changed on purpose, and read the difference before you commit it.
"""

import random
import sys
from pathlib import Path
from typing import Any

from tablier import CHANCE, Game, Match, games
from tablier.core.play import Verb
from tablier.testing import narrate, variants

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
TRIES = 12
LONGEST = 1500


def greedy_game(game: Game[Any, Any], seed: int) -> Match[Any, Any]:
    """A game between players who take what they can, most of the time."""
    rng = random.Random(seed)
    match = Match(game, tags={"Event": "Golden game"})
    while match.outcome is None and len(match.entries) < LONGEST:
        if match.actor is CHANCE:
            match.roll(rng.random())
            continue
        legal = rng.sample(match.legal(), len(match.legal()))
        if rng.random() < 0.8:
            legal.sort(key=lambda move: _gain(match, move), reverse=True)
        match.play(legal[0])
    return match


def _gain(match: Match[Any, Any], move: Any) -> int:
    step = match.game.apply(match.position, move)
    ended = match.game.outcome(step.after)
    if ended is not None and not ended.drawn:
        return 100 if match.actor in ended.winners else -100
    return sum(event.verb in (Verb.REMOVE, Verb.ALTER) for event in step.events)


def main(wanted: list[str]) -> None:
    """Write the games of the ids given, or of all."""
    for name, cls in games().items():
        if wanted and name not in wanted:
            continue
        for game in variants(cls):
            finished = [m for m in (greedy_game(game, seed) for seed in range(TRIES)) if m.outcome is not None]
            match = min(finished, key=lambda m: len(m.entries))
            changed = [f"{k}_{v}" for k, v in game.options.items() if v != cls().options[k]]
            path = FOLDER / f"{'-'.join([name, *changed])}.txt"
            path.write_text(narrate(match), encoding="utf-8")
            print(f"{path.name}: {len(match.entries)} entries, {match.outcome.because.id if match.outcome else ''}")


if __name__ == "__main__":
    main(sys.argv[1:])

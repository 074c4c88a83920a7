"""Levels 1 to 8: from a partner for somebody who has just read the rules to all that can be found in a second.

Weak levels err as people do: they look a move or two ahead and see what they see a little wrong; they do not throw dice for
blunders. With the same seed a level below 8 plays the same game again.
"""

import random
from dataclasses import dataclass
from typing import Any

from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.search.alphabeta import Stop
from tablier.search.engine import Engine
from tablier.search.finding import samples
from tablier.search.limits import Limits
from tablier.search.samples import SampleEngine
from tablier.search.tree import TreeEngine

STRONGEST = 8


@dataclass(frozen=True, slots=True)
class Level:
    """How a level thinks: `effort` with every move seen through `noise`, or, without noise, within limits."""

    effort: int = 0
    noise: float = 0.0
    limits: Limits | None = None


TREE = {
    1: Level(1, 150), 2: Level(1, 60), 3: Level(2, 50), 4: Level(3, 30), 5: Level(4, 12),
    6: Level(limits=Limits(nodes=6_000)), 7: Level(limits=Limits(nodes=40_000)), 8: Level(limits=Limits(seconds=1.0)),
}
"""Depth and noise in hundredths of a piece, then nodes; set by hand, and measured by `tablier ladder`."""

SAMPLES = {
    1: Level(12, 150), 2: Level(40, 60), 3: Level(120, 30), 4: Level(400, 10), 5: Level(limits=Limits(nodes=1_200)),
    6: Level(limits=Limits(nodes=4_000)), 7: Level(limits=Limits(nodes=15_000)), 8: Level(limits=Limits(seconds=1.0)),
}
"""Simulations and noise."""


def engine_for(rules: AnyGame, *, threads: int = 1) -> Engine:
    """The engine that suits a game: a tree where it is known well enough, else samples."""
    return SampleEngine(rules) if samples(rules) else TreeEngine(rules, threads=threads)


class LevelPlayer:
    """Plays a game at a level, the same way again with the same seed."""

    def __init__(self, rules: AnyGame, level: int, seed: int = 0, *, threads: int = 1, engine: Engine | None = None) -> None:
        self.engine = engine or engine_for(rules, threads=threads)
        self.level = (SAMPLES if samples(rules) else TREE)[level]
        self.random = random.Random(seed)

    def choose(self, match: Match[Any, Any], stop: Stop | None = None) -> str:
        """The text of the move to play; when stopped, the best found so far, or any move where nothing was found."""
        if self.level.limits is not None:
            return self.engine.analyse(match, self.level.limits, stop=stop).lines[0].moves[0]
        opinions = self.engine.rough(match, self.level.effort, self.random.getrandbits(32), stop)
        if not opinions:
            return match.game.write(match.position, match.legal()[0])
        return max(opinions, key=lambda move: opinions[move] + self.random.gauss(0, self.level.noise))

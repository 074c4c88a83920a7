"""Levels 1 to 8: from a partner for somebody who has just read the rules to all that can be found in a second.

Weak levels err as people do: they look a move or two ahead and see what they see a little wrong; they do not throw dice for
blunders. With the same seed a level below 8 plays the same game again.
"""

import random
from typing import Any

from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.search.alphabeta import Stop
from tablier.search.analysis import Level, Limits, win_chance
from tablier.search.engine import Engine
from tablier.search.mcts_engine import SampleEngine
from tablier.search.registry import knowledge_of, samples
from tablier.search.tree_engine import TreeEngine

STRONGEST = 8

TREE = {
    1: Level(1, 500),
    2: Level(1, 180),
    3: Level(2, 120),
    4: Level(2, 30),
    5: Level(limits=Limits(nodes=1_000)),
    6: Level(limits=Limits(nodes=10_000)),
    7: Level(limits=Limits(nodes=100_000)),
    STRONGEST: Level(limits=Limits(seconds=1.0)),
}
"""Depth and noise in hundredths of a piece, then nodes; chosen by matches, and measured by `tablier ladder`.

What is known of a game may have other ones, where these steps are too low or too high for it."""

SAMPLES = {
    1: Level(12, 150),
    2: Level(40, 60),
    3: Level(120, 30),
    4: Level(400, 10),
    5: Level(limits=Limits(nodes=800)),
    6: Level(limits=Limits(nodes=2_500)),
    7: Level(limits=Limits(nodes=8_000)),
    STRONGEST: Level(limits=Limits(seconds=1.0)),
}
"""Simulations and noise, then simulations: a start for games of which nothing is known, by hand."""


def engine_for(rules: AnyGame, *, threads: int = 1) -> Engine:
    """The engine that suits a game: a tree where it is known well enough, else samples."""
    return SampleEngine(rules) if samples(rules) else TreeEngine(rules, threads=threads)


def level_of(rules: AnyGame, number: int) -> Level:
    """How a level of a game thinks."""
    usual = SAMPLES if samples(rules) else TREE
    return knowledge_of(rules).levels.get(number, usual[number])


class LevelPlayer:
    """Plays a game at a level, the same way again with the same seed."""

    def __init__(self, rules: AnyGame, level: int, seed: int = 0, *, threads: int = 1, engine: Engine | None = None) -> None:
        self.engine = engine or engine_for(rules, threads=threads)
        self.level = level_of(rules, level)
        self.random = random.Random(seed)

    def choose(self, match: Match[Any, Any], stop: Stop | None = None) -> str:
        """The text of the move to play; when stopped, the best found so far, or any move where nothing was found."""
        return self.decide(match, stop)[0]

    def decide(self, match: Match[Any, Any], stop: Stop | None = None) -> tuple[str, float | None]:
        """The move to play, and how likely it seems to win; None where there was nothing to look at."""
        if len(legal := match.legal()) == 1:
            return match.game.write(match.position, legal[0]), None
        if self.level.limits is not None:
            best = self.engine.analyse(match, self.level.limits, stop=stop).lines[0]
            return best.moves[0], best.win_chance
        opinions = self.engine.rough(match, self.level.effort, self.random.getrandbits(32), stop)
        if not opinions:
            return match.game.write(match.position, legal[0]), None
        chosen = max(opinions, key=lambda move: opinions[move] + self.random.gauss(0, self.level.noise))
        return chosen, win_chance(round(max(opinions.values())))

"""Levels 1 to 8: from a partner for a beginner to the strongest play within a second.

Weak levels err as people do: they miss long captures, far pieces and quiet threats, and play what looks best to them (`sight`); they
never play at random. With the same seed a level without a clock plays the same game again. Where a game has no kernel here, the engine
over the law fills the first levels only.
"""

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.kernels import has_kernel
from tablier.search.analysis import Level, Limits, win_chance
from tablier.search.engine import Engine
from tablier.search.law_engine import LawEngine
from tablier.search.sight import ATTENTION, Sight, choose_seen

if TYPE_CHECKING:
    from tablier.search.stop import Stop

STRONGEST = 8

SEEN = {1: Level(2, sight=0), 2: Level(2, sight=2), 3: Level(2, sight=5), 4: Level(2, sight=12)}
"""Plies and sight; chosen by matches, and measured by `tablier ladder`, as are the levels of the tree.

An evaluation may have other levels, where these steps are too small or too large for its game."""

TREE = SEEN | {
    5: Level(limits=Limits(nodes=600)),
    6: Level(limits=Limits(nodes=4_000)),
    7: Level(limits=Limits(nodes=40_000)),
    STRONGEST: Level(limits=Limits(seconds=1.0)),
}

MCTS = SEEN | {
    5: Level(limits=Limits(nodes=800)),
    6: Level(limits=Limits(nodes=2_500)),
    7: Level(limits=Limits(nodes=8_000)),
    STRONGEST: Level(limits=Limits(seconds=1.0)),
}
"""A start for games without an evaluation, by hand."""

LAW = {1: Level(2, sight=3), 2: SEEN[4], 3: Level(limits=Limits(seconds=1.0))}
"""Of the engine over the law, which takes all of a second at the end: as many steps as a small game has."""


class NoLevel(TablierError):
    """The game has no engine of this level here."""


def engine_for(rules: AnyGame, *, threads: int = 1) -> Engine:
    """The strongest engine there is for a game: over its kernel where it has one, else over its law."""
    if not has_kernel(rules):
        return LawEngine(rules)
    from tablier.search.mcts_engine import MctsEngine  # compiled, like its kernel
    from tablier.search.registry import uses_mcts
    from tablier.search.tree_engine import TreeEngine

    return MctsEngine(rules) if uses_mcts(rules) else TreeEngine(rules, threads=threads)


def levels_of(rules: AnyGame) -> tuple[int, ...]:
    """The levels that a game has here, the weakest first."""
    return tuple(sorted(_levels(rules)))


def level_of(rules: AnyGame, number: int) -> Level:
    """How a level of a game thinks; `NoLevel` where the game does not have it."""
    levels = _levels(rules)
    if number not in levels:
        name, last = rules.info.name, max(levels)
        raise NoLevel(
            Text(
                f"{name.fr} n'a pas de niveau {number} ici ; ils vont de 1 à {last}.",
                f"{name.en} has no level {number} here; they are 1 to {last}.",
            )
        )
    return levels[number]


def _levels(rules: AnyGame) -> Mapping[int, Level]:
    if not has_kernel(rules):
        return LAW
    from tablier.search.registry import evaluation_of, uses_mcts  # compiled, like its kernel

    return (MCTS if uses_mcts(rules) else TREE) | dict(evaluation_of(rules).levels)


class LevelPlayer:
    """Plays a game at a level, the same way again with the same seed."""

    def __init__(self, rules: AnyGame, level: int, seed: int = 0, *, threads: int = 1, engine: Engine | None = None) -> None:
        self.engine = engine or engine_for(rules, threads=threads)
        self.level = level_of(rules, level)
        self.random = random.Random(seed)

    def choose(self, match: Match[Any, Any], stop: "Stop | None" = None) -> str:
        """The text of the move to play; when stopped, the best found so far, or the first legal one where nothing was found."""
        return self.decide(match, stop)[0]

    def decide(self, match: Match[Any, Any], stop: "Stop | None" = None) -> tuple[str, float | None]:
        """The move to play, and how likely it seems to win; None where nothing was searched."""
        if len(legal := match.legal()) == 1:
            return match.game.write(match.position, legal[0]), None
        if self.level.limits is not None:
            best = self.engine.choose(match, self.level.limits, stop=stop)
            return best.moves[0], best.win_chance
        return self._choose_seen(match, stop)

    def _choose_seen(self, match: Match[Any, Any], stop: "Stop | None") -> tuple[str, float | None]:
        seed = self.random.getrandbits(32)
        sight = Sight(match.game.board, self.level.sight * self.random.uniform(*ATTENTION))
        glances = self.engine.glances(match, self.level.effort, sight.closely, seed, stop)
        if not glances:
            return match.game.write(match.position, match.legal()[0]), None
        move, score = choose_seen(match, glances, sight, self.level.alike, self.random)
        return move, win_chance(round(score))

"""What the puzzles of a game are made from. The same plan finds the same puzzles."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from tablier.core.game import OptionValue
from tablier.games import AnyGame, game

NODES = 20_000
SIMULATIONS = 400
"""For each move of a game with dice, to find a puzzle."""

METHOD = 2
"""Raised when puzzles are found in another way, so that a run does not go on with those of an older one."""


@dataclass(frozen=True, slots=True)
class PuzzlePlan:
    """A game, and how its engine games are played and searched."""

    game: str
    options: tuple[tuple[str, OptionValue], ...] = ()
    seed: int = 0
    nodes: int = NODES  # to find a puzzle; it is verified with ten times as many
    opening: int = 6  # random moves at most that begin a game
    plies: int = 160  # of a game that are looked at
    most: int = 4  # puzzles of one game
    method: int = METHOD

    def rules(self) -> AnyGame:
        """The rules with the options of the plan."""
        return game(self.game, **dict(self.options))

    def rng(self, name: int | str) -> Random:
        """The chance of one game, by its number or name; the same in every process and run."""
        return Random(f"{self.seed}/{self.game}/{name}")


def plan_for(rules: AnyGame, options: Mapping[str, OptionValue], *, seed: int = 0, nodes: int = 0) -> PuzzlePlan:
    """The plan of a game with some options; 0 nodes for as many as suit its search."""
    return PuzzlePlan(rules.info.id, tuple(sorted(options.items())), seed, nodes or (SIMULATIONS if rules.dice else NODES))

"""Positions of self-play with their search scores and results: what a network is fitted to."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tablier.search.alphabeta import Searcher, Stop
from tablier.search.analysis import SURE
from tablier.search.registry import evaluation_of
from tablier.search.selfplay import KernelGame, NodePlayer, play_game, random_opening
from tablier.search.tune import Plan

SHORTEST, LONGEST = 4, 12
"""Random plies before a game."""


class Scored(NamedTuple):
    """A quiet position as text, and its score by search for the seat to act."""

    position: str
    score: int


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game of self-play: its seed, what seat 0 got of the point, and its quiet positions."""

    seed: int
    share: float
    positions: tuple[Scored, ...]

    def line(self) -> str:
        """The game as a line of a data file."""
        return json.dumps([self.seed, self.share, self.positions], separators=(",", ":"))


def play_scored(plan: Plan, seed: int) -> ScoredGame:
    """The game of this seed."""
    rules, rng = plan.rules(), random.Random(seed)
    player = NodePlayer(rules, evaluation_of(rules, plan.weights), plan.nodes)
    kept: list[Scored] = []

    def watch(course: KernelGame, score: int) -> None:
        if abs(score) < SURE and Searcher(course.twin, player.evaluation, player.table, Stop()).settled():
            kept.append(Scored(course.twin.dump(), score))

    course = play_game(rules, (player, player), random_opening(rules, rng, rng.randint(SHORTEST, LONGEST)), watch)
    return ScoredGame(seed, course.first_share(), tuple(kept))


def read_games(path: Path) -> Iterator[ScoredGame]:
    """The games of a data file; a last line that was cut off is left out."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            try:
                seed, share, positions = json.loads(line)
            except json.JSONDecodeError:
                continue
            yield ScoredGame(seed, share, tuple(Scored(*one) for one in positions))

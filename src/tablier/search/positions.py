"""Positions of self-play with their search scores and results: what a network is fitted to."""

import itertools
import json
import random
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tablier.games import AnyGame, game
from tablier.search.analysis import SURE
from tablier.search.data_files import LineFile
from tablier.search.network import Network
from tablier.search.registry import evaluation_of
from tablier.search.seeded import Run, Watch, run_in_order
from tablier.search.selfplay import NodePlayer, random_opening, start_game

SHORTEST, LONGEST = 4, 12
"""Random plies before a game."""
ASTRAY = 0.06
"""The share of moves that are any legal move, so that all sorts of positions come up."""
DECIDED, DEAD = 1500, 10
"""Beyond the first a side has won, below the second none will, when a search says so long enough."""
PATIENCE, DULL = 6, 20
"""For how many plies in a row it has to say so."""
WHOLE, AHEAD = 140, 300
"""After so many plies a game is stopped, as a win for a side that is so far ahead: many games teach more than long ones."""
SEEDS = 100_000_000
"""Games of one seed at most."""


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


class _Ending:
    """Ends games that are as good as over, for seat 0: the share it gets of the point, or None."""

    def __init__(self) -> None:
        self.ahead = self.behind = self.level = self.plies = 0

    def share(self, score: int) -> float | None:
        self.plies += 1
        self.ahead = self.ahead + 1 if score > DECIDED else 0
        self.behind = self.behind + 1 if score < -DECIDED else 0
        self.level = self.level + 1 if abs(score) < DEAD else 0
        if self.plies >= WHOLE:
            return 0.5 if abs(score) < AHEAD else float(score > 0)
        if self.level >= DULL:
            return 0.5
        if self.ahead >= PATIENCE:
            return 1.0
        return 0.0 if self.behind >= PATIENCE else None


def play_scored(rules: AnyGame, player: NodePlayer, seed: int) -> ScoredGame:
    """The game of this seed, of a player with itself."""
    rng, ending, kept = random.Random(seed), _Ending(), list[Scored]()
    course, share = start_game(rules, random_opening(rules, rng, rng.randint(SHORTEST, LONGEST))), None
    player.new_game()
    while course.ranks is None and share is None:
        choice = player.choose(course.twin, course.past)
        if choice.calm and abs(choice.score) < SURE:
            kept.append(Scored(course.twin.dump(), choice.score))
        share = ending.share(-choice.score if course.twin.turn else choice.score)
        course.play(rng.choice(course.twin.legal_moves()) if rng.random() < ASTRAY else choice.move)
    return ScoredGame(seed, course.first_share() if share is None else share, tuple(kept))


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """What to play: the game with its options, the nodes a move, and the network, which other machines of a cluster may not have."""

    game: str
    nodes: int = 1000
    options: Mapping[str, object] = field(default_factory=dict)
    network: bytes | None = None

    def play(self, seed: int) -> ScoredGame:
        """The game of this seed."""
        rules = game(self.game, **self.options)
        evaluation = evaluation_of(rules, network=_network(self.network) if self.network else None)
        return play_scored(rules, NodePlayer(rules, evaluation, self.nodes), seed)


@lru_cache(maxsize=1)
def _network(data: bytes) -> Network:
    return Network(data)


def collect(plan: SelfPlay, wanted: int, seed: int, run: Run, path: Path, watch: Watch | None = None) -> int:
    """Add games to a data file until it has so many positions; gives how many there are.

    Games are written in the order of their seeds, so that neither an interruption nor the number of processes changes the file.
    """
    with LineFile(path) as out:
        known = {one.seed: len(one.positions) for one in read_games(path)}
        count = sum(known.values())
        if watch is not None:
            watch(min(count, wanted), wanted)
        if count >= wanted:
            return count
        missing = (number for number in itertools.count(seed * SEEDS) if number not in known)
        with closing(run_in_order(run, plan.play, missing)) as played:
            for one in played:
                out.add(one.line())
                count += len(one.positions)
                if watch is not None:
                    watch(min(count, wanted), wanted)
                if count >= wanted:
                    break
    return count


def read_games(path: Path) -> Iterator[ScoredGame]:
    """The games of a data file; a last line that was cut off is left out."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            try:
                seed, share, positions = json.loads(line)
            except json.JSONDecodeError:
                continue
            yield ScoredGame(seed, share, tuple(Scored(*one) for one in positions))

"""Where puzzles are looked for: recorded games, games of players who see little, and drawn endings."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tablier.endings.probe import Endings
from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.puzzles.ending_positions import drawn_positions, known_sets
from tablier.puzzles.plan import PuzzlePlan
from tablier.puzzles.recorded import Recorded, Source
from tablier.puzzles.scout import Scout
from tablier.search.selfplay import KernelGame

APART = 8
"""Plies of a game between two puzzles."""

DRAWN = 300
"""Positions of an ending that are drawn for each game that is an ending."""

ENDINGS = 4
"""One game in so many is not played, but drawn from the exact endings."""


class Player(NamedTuple):
    """Plays by searches of so many plies; a share of its moves are any legal ones."""

    depth: int
    astray: float


PLAYERS = (Player(0, 1.0), Player(1, 0.5), Player(2, 0.25))
"""They play the games in turn, each against itself: what a player does not see is what a solver has to find."""


class Sources:
    """The positions of each game of a plan."""

    def __init__(self, plan: PuzzlePlan, rules: AnyGame, scout: Scout) -> None:
        self.plan, self.rules, self.scout = plan, rules, scout
        self.sets = known_sets(rules)
        self.endings = Endings(rules) if self.sets else None

    def is_ending(self, source: Source) -> bool:
        """Whether a game is drawn from the exact endings."""
        return bool(self.sets) and isinstance(source, int) and source % ENDINGS == 0

    def positions(self, source: Source, rng: Random) -> Iterator[tuple[int, str]]:
        """The positions of a game with their plies."""
        if isinstance(source, Recorded):
            return enumerate(source.positions)
        return self._drawn(rng) if self.is_ending(source) else self._played(PLAYERS[source % len(PLAYERS)], rng)

    def _played(self, player: Player, rng: Random) -> Iterator[tuple[int, str]]:
        course = KernelGame(kernel_of(self.rules))
        for ply in range(self.plan.plies):
            if course.ranks is not None:
                return
            position = course.twin.dump()
            if ply > self.plan.opening:
                yield ply, position
            course.play(self.scout.choose(position, rng, player.depth, 1.0 if ply < self.plan.opening else player.astray))

    def _drawn(self, rng: Random) -> Iterator[tuple[int, str]]:
        """Positions of the exact endings in which one move alone keeps the result; their plies only keep them apart."""
        for number, position in enumerate(drawn_positions(self.rules, rng.choice(self.sets), rng, DRAWN)):
            if self._has_sole_move(position):
                yield APART * number, position

    def _has_sole_move(self, position: str) -> bool:
        assert self.endings is not None
        value = self.endings.probe(position)
        if value is None or value.result < 0:
            return False
        ranked = self.endings.ranked(position)
        return len(ranked) > 2 and ranked[0][1].result > ranked[1][1].result

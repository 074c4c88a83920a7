"""Who sits in the other seats: somebody who moves at random, or an engine at a level."""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from tablier.cli import messages as m
from tablier.cli.engine_thread import Thought, think
from tablier.cli.language import fault
from tablier.core.actors import Seat
from tablier.core.match import Match
from tablier.core.play import Outcome
from tablier.games import AnyGame

AnyMatch = Match[Any, Any]

GLIMPSE = 20_000
"""Nodes of thinking about an offer to stop."""


class Opponent(ABC):
    """A player who is no person at this keyboard."""

    @abstractmethod
    def choose(self, match: AnyMatch, waiting: Callable[[], None]) -> Thought[str]:
        """The text of the move to play; `waiting` is called when it takes a while."""

    def accepts(self, match: AnyMatch, seat: Seat, result: Outcome) -> bool:
        """Whether it agrees to stop with this result, in its seat: what leaves it no worse off than the one who asks."""
        return isinstance(match.actor, int) and result.ranks[seat] <= result.ranks[match.actor]


class RandomOpponent(Opponent):
    """Plays any legal move."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, match: AnyMatch, waiting: Callable[[], None]) -> Thought[str]:
        """Any move."""
        return Thought(match.game.write(match.position, self.rng.choice(match.legal())), interrupted=False)


class EngineOpponent(Opponent):
    """Plays at a level from 1 to 8."""

    def __init__(self, rules: AnyGame, level: int, seed: int) -> None:
        from tablier.search.analysis import Limits
        from tablier.search.levels import LevelPlayer

        self.player = LevelPlayer(rules, level, seed)
        self.glimpse = Limits(nodes=GLIMPSE)

    def choose(self, match: AnyMatch, waiting: Callable[[], None]) -> Thought[str]:
        """The move that its level finds."""
        return think(lambda stop: self.player.choose(match, stop), waiting)

    def accepts(self, match: AnyMatch, seat: Seat, result: Outcome) -> bool:
        """No draw between two where it thinks that it stands better."""
        if not super().accepts(match, seat, result):
            return False
        if not result.drawn or len(match.game.seats) != 2:
            return True
        return self.player.engine.analyse(match, self.glimpse).lines[0].win_chance >= 0.5


def seat_opponents(match: AnyMatch, own: Seat | None, levels: Sequence[int], rng: random.Random) -> dict[Seat, Opponent]:
    """Everybody but the person in seat `own`: at one level for all or one for each in order; without levels, at random."""
    others = [seat for seat in range(len(match.game.seats)) if seat != own] if own is not None else []
    if not levels:
        return {seat: RandomOpponent(rng) for seat in others}
    if len(levels) not in (1, len(others)):
        raise fault(m.LEVELS_FOR_SEATS, count=len(levels), seats=len(others))
    seated: dict[Seat, Opponent] = {}
    for number, seat in enumerate(others):
        level = levels[number % len(levels)]
        seated[seat] = EngineOpponent(match.game, level, rng.getrandbits(32))
        _name(match, seat, level)
    return seated


def _name(match: AnyMatch, seat: Seat, level: int) -> None:
    """Write into the record who plays there, unless a person is named."""
    if re.fullmatch(r"Tablier \d", match.tags.get(f"Seat{seat}", "Tablier 0")):
        match.tags[f"Seat{seat}"] = f"Tablier {level}"

"""How long a search may take, and what it found."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from tablier.core.text import Text

SURE = 29000
"""Beyond this a score is a forced end, not an estimate."""

MATE = 30000
"""The score of a win on the board; a win in n plies is MATE - n."""

QUARTER = 228.0
"""The evaluation, over ln 3, at which a position is won three times in four."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Any of these ends a search; none of them means depth 64."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    mate: int | None = None  # a forced end within so many moves of the player

    @classmethod
    def clock(cls, left: float, increment: float = 0.0, moves_to_go: int = 30) -> "Limits":
        """A sensible share of what is left on a clock, never so much that it runs out."""
        share = left / moves_to_go + 0.8 * increment
        return cls(seconds=max(0.005, min(share, 0.4 * left)))


@dataclass(frozen=True, slots=True)
class Level:
    """How a level chooses: by what it sees with its `sight`, looking ahead by `effort`, or by a search within limits.

    To a level with a sight, moves whose scores differ by less than `alike` look as good as each other.
    """

    effort: int = 0
    limits: Limits | None = None
    sight: float = 0.0
    alike: float = 8.0


class Line(NamedTuple):
    """Best moves for the player to act: score in hundredths of a piece, chance to win, and a forced end if one is found."""

    moves: tuple[str, ...]
    score: int
    win_chance: float

    @property
    def ends_in(self) -> int | None:
        """Plies to a forced end, negative when the player to act loses; None when none is seen."""
        if abs(self.score) <= SURE:
            return None
        return MATE - self.score if self.score > 0 else -(MATE + self.score)


class Analysis(NamedTuple):
    """The best lines found, the best first; `exact` says the value of the position where it is known."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    reached: int = 0  # the deepest ply looked at
    table_permille: int = 0  # how much of the transposition table this search fills
    exact: Text | None = None
    result: int | None = None  # where the value is known: 1 won, 0 drawn, -1 lost for the player to act


def win_chance(score: int) -> float:
    """The share of games won from an evaluation, draws counting half."""
    if abs(score) > SURE:
        return 1.0 if score > 0 else 0.0
    return 1.0 / (1.0 + math.exp(-score / QUARTER))

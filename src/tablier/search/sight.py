"""What a weak level notices: it errs as people do, by missing what is hard to see, and never by playing any move.

A move is the harder to see the farther it goes, the farther it happens from where something has just moved, and harder still when it
takes nothing. A level that misses the best reply believes what the board looks like right after its own move; a capture of its own that
it misses is not played. An evaluation may say more of what its game's beginners overlook (`Evaluation.narrowed`).

Two things are drawn by lot, and neither is an error: how closely it looks at this turn (`ATTENTION`), since people see today what they miss
tomorrow, and which of some moves that look equally good to it is played, so that games differ.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from tablier.core.board import Board
from tablier.core.match import Match

CELL = re.compile(r"[a-z]\d+")
QUIET = 2.0
"""How much harder a move is to see that takes nothing, in cells of a board of eight."""
LONG, FAR = 1.0, 0.5
"""What a cell of length counts, and one of distance from the last move."""

ATTENTION = (0.5, 1.5)
"""How closely a player looks at one turn and another, of what is usual: the same thing is seen now and missed then."""


class Glance(NamedTuple):
    """A move as it looks at first sight, what it is worth against the best reply, and that reply ("" where none makes it worse)."""

    move: str
    first: float
    takes: bool
    score: float
    reply: str = ""
    reply_takes: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """How hard a thing may be to see and still be noticed, for a player who looks more closely at some turns than at others."""

    board: Board
    closely: float

    def notices(self, move: str, focus: str, *, takes: bool) -> bool:
        """True for a move that is seen, its player looking at where `focus` went."""
        return self.difficulty(move, focus, takes=takes) <= self.closely

    def difficulty(self, move: str, focus: str, *, takes: bool) -> float:
        """How hard a move is to see, in cells of a board of eight."""
        way, looked_at = self._cells(move), self._cells(focus)
        length = sum(self._distance(one, other) for one, other in pairwise(way))
        far = min((self._distance(cell, looked_at[-1]) for cell in way), default=0.0) if looked_at else 0.0
        return LONG * max(0.0, length - 1) + FAR * max(0.0, far - 1) + (0.0 if takes else QUIET)

    def _cells(self, text: str) -> list[int]:
        return [self.board.indices[name] for name in CELL.findall(text) if name in self.board.indices]

    def _distance(self, one: int, other: int) -> float:
        here, there = self.board.cells[one], self.board.cells[other]
        steps = max(abs(here.x - there.x), abs(here.y - there.y))
        return steps * 7 / max(1, max(self.board.width, self.board.height) - 1)


def choose_seen(match: Match[Any, Any], glances: Iterable[Glance], seen: Sight, alike: float, random: Random) -> tuple[str, float]:
    """The move that looks best to a player of this sight, and its score as that player sees it.

    Moves whose scores differ by less than `alike` look as good as each other, and any of them is played.
    """
    last = match.moves[-1] if match.moves else ""
    worth = {
        one.move: one.score if one.reply and seen.notices(one.reply, one.move, takes=one.reply_takes) else one.first
        for one in glances
        if not one.takes or seen.notices(one.move, last, takes=True)
    }
    if not worth:  # all there is are captures that are hard to see, and one must be made
        worth = {one.move: one.first for one in glances}
    return max(((move, value) for move, value in worth.items()), key=lambda pair: pair[1] + random.uniform(0, alike))

"""Analyses on the wire: what an engine finds in a position."""

from typing import Literal

from msgspec import Struct

from tablier.api.primitives import WireText


class AnalysisRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position to analyse: a game, where it starts, the moves played from there, for how long, and how many lines to find."""

    game: str
    options: dict[str, str | int] = {}
    position: str | None = None
    moves: tuple[str, ...] = ()
    lines: int = 3
    seconds: float = 5.0


class AnalysisLine(Struct, frozen=True, omit_defaults=True):
    """A line, for the seat that acts: its score in hundredths of a piece, the chance to win, and a forced end where one is seen."""

    moves: tuple[str, ...]
    score: int
    chance: float
    win_in: int | None = None
    """Plies to a forced end, negative when the seat that acts loses."""
    written: tuple[WireText, ...] = ()
    """The moves as players of the game write them."""


class AnalysisReason(Struct, frozen=True, omit_defaults=True):
    """A sentence on the best move, and the clauses it cites."""

    topic: Literal["end", "effect", "threat", "prevention", "quiet", "chance", "reply"]
    words: WireText
    clauses: tuple[str, ...] = ()


class Analysis(Struct, frozen=True, omit_defaults=True):
    """What was found so far; better lines follow until `done`. Engines that sample have no depth: `nodes` are simulated games."""

    seat: int
    depth: int
    nodes: int
    seconds: float
    chance: float
    lines: tuple[AnalysisLine, ...]
    reasons: tuple[AnalysisReason, ...] = ()
    done: bool = False

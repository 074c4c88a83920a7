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
    exact: WireText | None = None
    """The value of the position for the seat that acts where an ending knows it: `chance` is then 1, 0.5 or 0, and no estimate."""
    played: float | None = None
    """The chance that the move that was played leaves, where it was asked for and the next position does not tell it."""


class PositionWorth(Struct, frozen=True):
    """The chance to win of the seat that acts at a ply, from 0 to 1."""

    ply: int
    seat: int
    chance: float


class GameAnalysisRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game whose moves are to be judged: a game, where it starts, and all its moves. It is gone through from its end; with `known`, the
    first ply that was judged before, from there."""

    game: str
    moves: tuple[str, ...]
    options: dict[str, str | int] = {}
    position: str | None = None
    known: PositionWorth | None = None


class GameOutline(Struct, frozen=True):
    """What an analysis of a game goes through: the plies that have a position to judge, and from which loss of the chance to win a move is
    called an inaccuracy, a mistake or a blunder."""

    plies: tuple[int, ...]
    thresholds: dict[Literal["inaccuracy", "mistake", "blunder"], float]


class MoveReview(Struct, frozen=True, omit_defaults=True):
    """What an engine thinks of the position at a ply, and of the move that was played there."""

    ply: int
    seat: int
    chance: float
    best: AnalysisLine | None = None
    exact: WireText | None = None
    loss: float | None = None
    """How much of its player's chance to win the move lost; null where no move was played."""
    judgement: Literal["inaccuracy", "mistake", "blunder"] | None = None
    reasons: tuple[AnalysisReason, ...] = ()
    """Why the best move is better, where the move played is judged."""


class GameAnalysis(Struct, frozen=True):
    """The analysis of the game of a table, as far as it has come."""

    outline: GameOutline
    reviews: tuple[MoveReview, ...]

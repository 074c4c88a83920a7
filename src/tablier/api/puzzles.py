"""Puzzles on the wire."""

from typing import Any

from msgspec import Struct

from tablier.api.analysis import AnalysisReason
from tablier.api.move_words import line_written
from tablier.api.primitives import WireText, wire_text
from tablier.core.match import Match
from tablier.puzzles.puzzle import Puzzle
from tablier.puzzles.store import PuzzleSet, puzzles_of
from tablier.puzzles.themes import theme_name
from tablier.puzzles.words import puzzle_reasons


class PuzzleTheme(Struct, frozen=True):
    """A theme: its id, its name, and how many puzzles have it."""

    id: str
    name: WireText
    count: int


class PuzzleStanding(Struct, frozen=True, omit_defaults=True):
    """How an account stands with the puzzles of a game."""

    rating: int
    deviation: int
    solved: int = 0
    failed: int = 0
    streak: int = 0
    best_streak: int = 0


class PuzzleGame(Struct, frozen=True, omit_defaults=True):
    """The puzzles of a game: how many, their themes, and the one of the day. `standing` is there for accounts that have tried some."""

    game: str
    count: int
    themes: tuple[PuzzleTheme, ...]
    daily: str
    standing: PuzzleStanding | None = None


class PuzzleView(Struct, frozen=True, omit_defaults=True):
    """A puzzle to solve. `length` are the moves to find; `odds` says that chances are compared, not a win."""

    game: str
    id: str
    options: dict[str, str | int]
    position: str
    rating: int
    length: int
    odds: bool = False
    done: bool = False
    """The account has tried it: it is not rated again."""


class PuzzleAttempt(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The solver's own moves so far, the last one new; or the wish to see the solution."""

    moves: tuple[str, ...] = ()
    give_up: bool = False


class PuzzleMove(Struct, frozen=True):
    """A move of a line: its text, and as players of the game write it."""

    text: str
    written: WireText


class PuzzleSolution(Struct, frozen=True, omit_defaults=True):
    """The solution, how the game goes on, why it is best, and its themes; in a game with dice the chances of every move, in thousandths."""

    moves: tuple[PuzzleMove, ...]
    tail: tuple[PuzzleMove, ...]
    reasons: tuple[AnalysisReason, ...]
    themes: tuple[PuzzleTheme, ...]
    odds: dict[str, int] = {}


class PuzzleAnswer(Struct, frozen=True, omit_defaults=True):
    """What an attempt came to: `right` or not, the reply that is played, and the solution once it is found or asked for."""

    right: bool
    reply: str | None = None
    solution: PuzzleSolution | None = None
    standing: PuzzleStanding | None = None
    change: int | None = None
    """What the attempt did to the rating; null where it was not rated."""


class PuzzleTry(Struct, frozen=True):
    """A puzzle that an account has tried, and the rating after it."""

    puzzle: str
    at: int
    solved: bool
    rating: int


class PuzzleQuestion(Struct, frozen=True):
    """A puzzle whose solution is asked for."""

    game: str
    puzzle: str


def puzzle_game(found: PuzzleSet, daily: str, standing: PuzzleStanding | None = None) -> PuzzleGame:
    """The puzzles of a game as they are listed."""
    rules = found.rules()
    themes = tuple(PuzzleTheme(theme, wire_text(theme_name(rules, theme)), count) for theme, count in found.themes().items())
    return PuzzleGame(found.game, len(found), themes, daily, standing)


def puzzle_view(found: PuzzleSet, puzzle: Puzzle, *, rating: int, done: bool) -> PuzzleView:
    """A puzzle without its solution."""
    options = {name: value if isinstance(value, int) else str(value) for name, value in found.options}
    return PuzzleView(found.game, puzzle.id, options, puzzle.position, rating, len(puzzle.solver_moves), bool(puzzle.odds), done)


def puzzle_solution(asked: PuzzleQuestion) -> PuzzleSolution:
    """The solution of a puzzle in words."""
    found = puzzles_of(asked.game)
    puzzle, rules, counts = found.get(asked.puzzle), found.rules(), found.themes()
    match: Match[Any, Any] = Match(rules, rules.load(puzzle.position))
    texts = (*puzzle.moves, *puzzle.tail)
    line = tuple(PuzzleMove(text, written) for text, written in zip(texts, line_written(match, texts), strict=True))
    reasons = tuple(
        AnalysisReason(reason.topic.value, wire_text(reason.text), tuple(clause.id for clause in reason.clauses))
        for reason in puzzle_reasons(rules, puzzle)
    )
    themes = tuple(PuzzleTheme(theme, wire_text(theme_name(rules, theme)), counts[theme]) for theme in puzzle.themes)
    return PuzzleSolution(line[: len(puzzle.moves)], line[len(puzzle.moves) :], reasons, themes, dict(puzzle.odds or {}))

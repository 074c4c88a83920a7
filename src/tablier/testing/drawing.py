"""Tests that draw the position and expect a set of cells."""

from collections.abc import Callable
from typing import Any, TypeVar

from tablier.core.game import Game
from tablier.core.grid import GridGame, write_rows
from tablier.core.play import Refusal, Verb

F = TypeVar("F", bound=Callable[..., object])


def clause(*ids: str) -> Callable[[F], F]:
    """Mark a test with the clauses it proves; the coverage check and the rule pages read the mark from the source."""

    def mark(test: F) -> F:
        test.clauses = ids  # type: ignore[attr-defined]  # a note on the function, for debugging
        return test

    return mark


def draw(game: Game[Any, Any], drawing: str, side: str = "", *fields: object) -> Any:
    """The position drawn as rows of codes, `.` for an empty cell, the lowest row being rank 1 and the first file a.

    A drawing smaller than the board leaves the rest empty.
    """
    assert isinstance(game, GridGame), "only games on a grid can be drawn"
    board = game.board
    rows = [line.split() for line in drawing.strip().splitlines()]
    cells = [""] * len(board.cells)
    for y, row in enumerate(reversed(rows)):
        for x, code in enumerate(row):
            at = board.at(x, y)
            assert at is not None, f"the drawing is larger than the board: row {y + 1}, column {x + 1}"
            cells[at] = "" if code == "." else code
    words = (write_rows(tuple(cells), board, game.separator), side or game.sides[0], *map(str, fields))
    return game.load(" ".join(words))


def targets(game: Game[Any, Any], pos: Any, *clicks: str) -> set[str]:
    """Where one can click next after these clicks: with one cell, where its piece may go."""
    remaining = list(game.gestures(pos).values())
    for click in clicks:
        remaining = [left for gesture in remaining if (left := gesture.after(click))]
    return {click for gesture in remaining for click in gesture.next()}


def taken(game: Game[Any, Any], pos: Any, move: str) -> set[str]:
    """The cells from which the move removes something."""
    step = game.play(pos, game.read(pos, move))
    return {event.cell or "" for event in step.events if event.verb is Verb.REMOVE}


def refused(game: Game[Any, Any], pos: Any, move: str) -> Refusal:
    """The refusal of a move that must be refused."""
    refusal = game.why_not(pos, game.parse(move))
    assert refusal is not None, f"{move} is legal"
    return refusal

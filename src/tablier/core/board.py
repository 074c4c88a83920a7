"""Board geometry: named cells with coordinates, levels and tags, and the lines between them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import gcd

from tablier.core.errors import BadNotation
from tablier.core.text import Text

Direction = tuple[int, int]
"""A step: files to the right, ranks up, as seat 0 sees the board."""

ORTHOGONAL: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ALL_EIGHT: tuple[Direction, ...] = ORTHOGONAL + DIAGONAL


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on the board. `level` is its height; `tags` name what is special about it."""

    name: str
    x: int
    y: int
    level: int = 0
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tag:
    """What a tag means, and the colour that shows it ("" for none)."""

    id: str
    name: Text
    colour: str = ""


class Board:
    """A rectangle of cells; `a1` is index 0, then `b1`, up to the top right corner.

    Inside the rules cells are indices; everything that leaves a game (events, gestures, texts) uses names.
    `lines` are pairs of names. A board that has some is drawn as points joined by these lines instead of squares.
    """

    def __init__(
        self,
        width: int,
        height: int,
        *,
        level: Callable[[int, int], int] = lambda x, y: 0,
        tags: Callable[[int, int], Iterable[str]] = lambda x, y: (),
        legend: tuple[Tag, ...] = (),
        lines: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.width, self.height, self.legend, self.lines = width, height, legend, tuple(lines)
        self.cells = tuple(Cell(f"{chr(97 + x)}{y + 1}", x, y, level(x, y), tuple(tags(x, y))) for y in range(height) for x in range(width))
        self.names: tuple[str, ...] = tuple(cell.name for cell in self.cells)

    @cached_property
    def indices(self) -> dict[str, int]:
        """Index by name."""
        return {name: i for i, name in enumerate(self.names)}

    def index(self, name: str) -> int:
        """The index of the cell called `name`."""
        try:
            return self.indices[name]
        except KeyError:
            last = self.names[-1]
            raise BadNotation(
                Text(f"« {name} » n'est pas une case ; elles vont de a1 à {last}.", f"'{name}' is not a square; they go from a1 to {last}.")
            ) from None

    def at(self, x: int, y: int) -> int | None:
        """The index of the cell at these coordinates; None off the board."""
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else None

    def along(self, one: str, other: str) -> tuple[int, ...]:
        """The cells of the line from one cell to another, both included."""
        start, end = self.cells[self.index(one)], self.cells[self.index(other)]
        across, up = end.x - start.x, end.y - start.y
        steps = gcd(across, up) or 1
        return tuple((start.y + up * n // steps) * self.width + start.x + across * n // steps for n in range(steps + 1))

    @cached_property
    def joined(self) -> frozenset[tuple[int, int]]:
        """The pairs of cells that follow one another on a drawn line, in both orders."""
        runs = [self.along(*line) for line in self.lines]
        return frozenset(pair for run in (*runs, *(run[::-1] for run in runs)) for pair in pairwise(run))

    def ray(self, origin: int, direction: Direction) -> tuple[int, ...]:
        """The cells from `origin` (left out) to the edge, nearest first."""
        cell, (dx, dy) = self.cells[origin], direction
        cells: list[int] = []
        x, y = cell.x + dx, cell.y + dy
        while (i := self.at(x, y)) is not None:
            cells.append(i)
            x, y = x + dx, y + dy
        return tuple(cells)

    def rays(self, directions: tuple[Direction, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell its rays in these directions, in their order, empty ones included."""
        return tuple(tuple(self.ray(i, d) for d in directions) for i in range(len(self.cells)))

    def steps(self, directions: tuple[Direction, ...]) -> tuple[tuple[int, ...], ...]:
        """For each cell its neighbours in these directions."""
        return tuple(tuple(ray[0] for ray in rays if ray) for rays in self.rays(directions))

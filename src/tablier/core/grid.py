"""What games on a rectangle of cells have in common: position texts, scenes, and moves from one cell to another.

A game that inherits from `GridGame` has positions with a tuple of cell codes ("" for an empty cell) and a side to move,
and writes only the fields that come after these two.
"""

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, NoReturn, Protocol, TypeVar

from tablier.core.actors import Actor, Seat
from tablier.core.board import Board
from tablier.core.errors import BadNotation, BadPosition
from tablier.core.game import Game
from tablier.core.law import Clause
from tablier.core.play import Event, M, Token, gauged
from tablier.core.scene import Scene
from tablier.core.text import Text

Cells = tuple[str, ...]
"""The code on each cell, by index; "" where nothing stands."""


class GridPosition(Protocol):
    """What a position on a grid has at least."""

    @property
    def cells(self) -> Cells:
        """The code on each cell."""

    @property
    def side(self) -> Seat:
        """Who is to move."""


G = TypeVar("G", bound=GridPosition)


@dataclass(frozen=True, slots=True)
class Shift:
    """From one cell to another, by index; written `a1-b2`."""

    origin: int
    to: int


def replaced(cells: Cells, changes: Mapping[int, str]) -> Cells:
    """The cells with some codes changed."""
    copy = list(cells)
    for i, code in changes.items():
        copy[i] = code
    return tuple(copy)


def gauge_changes(before: Mapping[str, int], after: Mapping[str, int], because: Mapping[str, Clause]) -> tuple[Event, ...]:
    """The events that turn one set of gauges into another, each citing the clause its gauge belongs to."""
    if before == after:
        return ()
    return tuple(gauged(because[gauge], gauge, after.get(gauge)) for gauge in {**before, **after} if before.get(gauge) != after.get(gauge))


def nothing_on(cell: str) -> Text:
    """What is wrong with playing from an empty cell."""
    return Text(f"Il n'y a rien en {cell}.", f"There is nothing on {cell}.")


def read_number(text: str, name: Text, problems: list[Text], *, low: int = 0, high: int = 999_999) -> int:
    """A whole number from a field of a position; notes a problem and gives `low` when it is none."""
    if text.isascii() and text.isdecimal() and len(text) <= 6 and low <= int(text) <= high:
        return int(text)
    problems.append(
        Text(
            f"{name.fr} : « {text[:20]} » devrait être un nombre de {low} à {high}",
            f"{name.en}: '{text[:20]}' should be a number from {low} to {high}",
        )
    )
    return low


class GridGame(Game[G, M]):
    """A game on a rectangle. `codes` maps what a cell may hold to the token it shows."""

    codes: Mapping[str, Token]
    separator: ClassVar[str] = ""  # between the cells of a rank, where a code has more than one letter
    sides: ClassVar[str] = "wb"  # the letter of each seat in position texts
    defaults: ClassVar[tuple[str, ...]] = ()  # the fields after the side, as a text may leave them out
    fact_fields: ClassVar[Mapping[str, int]] = MappingProxyType({})  # which of these fields hold facts

    @abstractmethod
    def fields(self, pos: G) -> tuple[str, ...]:
        """The fields of a position text after board and side."""

    @abstractmethod
    def build(self, cells: Cells, side: Seat, fields: Sequence[str], problems: list[Text]) -> G:
        """The position made of these parts; whatever cannot be is added to `problems`."""

    def gauge_values(self, pos: G) -> Mapping[str, int]:
        """The gauges shown beside the board."""
        return {}

    def turn(self, pos: G) -> Actor:
        return pos.side

    def scene(self, pos: G) -> Scene:
        codes, names = self.codes, self.board.names
        return Scene({names[i]: codes[code] for i, code in enumerate(pos.cells) if code}, dict(self.gauge_values(pos)))

    def dump(self, pos: G) -> str:
        return " ".join((write_rows(pos.cells, self.board, self.separator), self.sides[pos.side], *self.fields(pos)))

    def load(self, text: str) -> G:
        problems: list[Text] = []
        board, *rest = text.split() or [""]
        cells = read_rows(board, self.board, self.codes, self.separator, problems)
        letter = rest[0] if rest else self.sides[0]
        side = self.sides.find(letter) if len(letter) == 1 else -1
        if side < 0:
            problems.append(
                Text(
                    f"trait : « {letter[:20]} » au lieu de {' ou '.join(self.sides)}",
                    f"side to move: '{letter[:20]}' instead of {' or '.join(self.sides)}",
                )
            )
        fields = rest[1:]
        if len(fields) > len(self.defaults):
            extra = " ".join(fields[len(self.defaults) :])[:40]
            problems.append(Text(f"« {extra} » est en trop", f"'{extra}' is too much"))
        padded = [*fields[: len(self.defaults)], *self.defaults[len(fields) :]]
        if problems:
            raise BadPosition(tuple(problems))
        pos = self.build(cells, side, padded, problems)
        if problems:
            raise BadPosition(tuple(problems))
        return pos

    def placeable(self) -> tuple[Token, ...]:
        return tuple(self.codes.values())

    def fact_values(self, pos: G) -> Mapping[str, str]:
        fields = self.fields(pos)
        return {fact.id: fields[self.fact_fields[fact.id]] for fact in self.facts}

    def compose(self, scene: Scene, actor: Seat, facts: Mapping[str, str] = MappingProxyType({})) -> str:
        codes = {token: code for code, token in self.codes.items()}
        unknown = [token for token in scene.tokens.values() if token not in codes]
        strange = sorted({*scene.tokens} - {*self.board.names})
        if unknown or strange:
            raise BadPosition((*map(_unknown_token, unknown), *map(_unknown_cell, strange)))
        cells = tuple(codes[scene.tokens[name]] if name in scene.tokens else "" for name in self.board.names)
        side, *fields = self.composed_fields(scene, actor)
        fields += self.defaults[len(fields) :]
        for fact, at in self.fact_fields.items():
            fields[at] = "".join(facts.get(fact, "").split()) or fields[at]
        return " ".join((write_rows(cells, self.board, self.separator), side, *fields))

    def composed_fields(self, scene: Scene, actor: Seat) -> tuple[str, ...]:
        """The side and the fields after it of a composed position."""
        return (self.sides[actor],)

    def shift(self, text: str) -> Shift:
        """The move `a1-b2`, cells checked against the board."""
        origin, dash, to = text.partition("-")
        if not dash or "-" in to:
            self.mistyped(text, "a1-b2")
        return Shift(self.board.index(origin), self.board.index(to))

    def write_shift(self, move: Shift) -> str:
        """The move as `a1-b2`."""
        return f"{self.board.names[move.origin]}-{self.board.names[move.to]}"

    def mistyped(self, text: str, *forms: str) -> NoReturn:
        """Refuse a text that is no move of this game, showing what moves look like."""
        like = ", ".join(forms)
        raise BadNotation(
            Text(
                f"« {text[:40]} » n'est pas un coup ; un coup s'écrit : {like}.", f"'{text[:40]}' is not a move; a move is written: {like}."
            )
        )


def _unknown_token(token: Token) -> Text:
    what = f"{token.piece} {token.value}".removesuffix(" 0")
    return Text(f"« {what} » ne se pose pas sur ce plateau", f"'{what}' is not placed on this board")


def _unknown_cell(name: str) -> Text:
    return Text(f"« {name[:20]} » n'est pas une case", f"'{name[:20]}' is not a square")


def write_rows(cells: Cells, board: Board, separator: str = "") -> str:
    """The ranks from the top, `/` between them, a number for a run of empty cells."""
    width = board.width
    return "/".join([_write_row(cells[at : at + width], separator) for at in range(len(cells) - width, -1, -width)])


@lru_cache(maxsize=4096)
def _write_row(cells: Cells, separator: str) -> str:
    parts: list[str] = []
    empty = 0
    for code in cells:
        if code:
            parts += [str(empty), code] if empty else [code]
            empty = 0
        else:
            empty += 1
    return separator.join([*parts, str(empty)] if empty else parts)


def read_rows(text: str, board: Board, codes: Mapping[str, object], separator: str, problems: list[Text]) -> Cells:
    """The cells that ranks describe; every rank that does not fit is noted in `problems`."""
    rows = text.split("/")
    if len(rows) != board.height:
        problems.append(
            Text(f"plateau : {len(rows)} rangées au lieu de {board.height}", f"board: {len(rows)} ranks instead of {board.height}")
        )
        return ("",) * len(board.cells)
    cells: list[str] = []
    for y, row in zip(reversed(range(board.height)), rows, strict=True):
        cells[:0] = _read_row(row, y + 1, board.width, codes, separator, problems)
    return tuple(cells)


def rows_as_written(text: str, separator: str) -> list[str]:
    """The cells of a text that `write_rows` has written; unchecked."""
    return [cell for row in reversed(text.split("/")) for cell in _row_as_written(row, separator)]


@lru_cache(maxsize=4096)
def _row_as_written(row: str, separator: str) -> Cells:
    return tuple(cell for part in _parts(row, separator) for cell in ([""] * int(part) if part.isdecimal() else [part]))


def _parts(row: str, separator: str) -> list[str]:
    return row.split(separator) if separator else re.findall(r"[0-9]+|[^0-9]", row)


def _read_row(row: str, rank: int, width: int, codes: Mapping[str, object], separator: str, problems: list[Text]) -> list[str]:
    cells: list[str] = []
    for part in _parts(row, separator):
        if part in codes:
            cells.append(part)
        elif part.isascii() and part.isdecimal() and 0 < len(part) < 3 and part[0] != "0":
            cells += [""] * int(part)
        else:
            problems.append(Text(f"rangée {rank} : « {part[:20]} » est inconnu", f"rank {rank}: '{part[:20]}' is unknown"))
            return [""] * width
    if len(cells) != width:
        problems.append(
            Text(f"rangée {rank} : {len(cells)} cases au lieu de {width}", f"rank {rank}: {len(cells)} squares instead of {width}")
        )
        return [""] * width
    return cells

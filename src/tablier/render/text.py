"""A scene on its board as coloured text. Whatever colour tells, a sign tells too.

8  ●  ●  ●  ●     a piece is its glyph, its number after it, the height of its cell as a small digit
7 [·] ·  ·  ·     [last move]  (where one can go)  !what a refusal is about!
   a  b  c  d
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rich.cells import cell_len
from rich.text import Text as Coloured

from tablier.core.actors import Seat
from tablier.core.board import Board, Cell
from tablier.core.game import Game
from tablier.core.play import Token
from tablier.core.scene import Piece, Scene
from tablier.core.text import Lang, Text
from tablier.render import palette
from tablier.render.palette import RGB
from tablier.render.speech import say_cell, say_event, say_outcome, say_piece

__all__ = [
    "Mark",
    "Window",
    "board_width",
    "draw_board",
    "draw_legend",
    "glyphs",
    "say_cell",
    "say_event",
    "say_outcome",
    "say_piece",
    "seat_glyph",
    "window_around",
]

AnyGame = Game[Any, Any]
Window = tuple[int, int, int, int]
"""A part of the board: left, bottom, right and top, all included."""

EMPTY, EMPTY_ASCII = "·", "."
TAG_SIGNS = "~=#+%&:;^*"
"""The signs of tagged cells, in the order of the board's legend."""
SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
HEIGHTS = Text("hauteur de la case", "height of the cell")


class Mark(Enum):
    """Why a cell is pointed at: the signs around it, and its ground."""

    LAST = ("[", "]", (190, 150, 40))
    TARGET = ("(", ")", (84, 130, 66))
    REFUSED = ("!", "!", (176, 58, 46))


@dataclass(frozen=True)
class _Columns:
    """How wide each part of a cell is, so that all cells of a drawing are alike."""

    glyph: int
    owner: int
    value: int
    level: int

    @property
    def cell(self) -> int:
        return self.glyph + self.owner + self.value + self.level + 2


def glyphs(game: AnyGame, *, ascii_only: bool = False) -> dict[str, str]:
    """The sign of each piece; letters where the terminal cannot show more."""
    if not ascii_only:
        return {piece.id: piece.glyph for piece in game.pieces}
    chosen: dict[str, str] = {}
    for piece in game.pieces:
        own = piece.glyph if piece.glyph.isascii() else piece.id.lower()
        letters = [letter for letter in f"{own}abcdefghijklmnopqrstuvwxyz" if letter.isalpha()]
        wanted = (own, *letters, *map(str.upper, letters)) if len(own) == 1 else (*letters, *map(str.upper, letters))
        chosen[piece.id] = next((sign for sign in wanted if sign not in chosen.values()), "?")
    return chosen


def seat_glyph(game: AnyGame, seat: Seat, *, ascii_only: bool = False) -> str:
    """A sign for a player: that of their first piece."""
    signs = glyphs(game, ascii_only=ascii_only)
    shared = _shared(game, signs)
    own = (piece for piece in game.pieces if piece.seat == seat)
    return next((signs[piece.id] + (_owner(piece) if piece.id in shared else "") for piece in own), "")


def window_around(board: Board, cells: Iterable[str], margin: int = 1) -> Window | None:
    """The part of the board that shows these cells and their neighbours; None for the whole board."""
    there = [board.cells[board.indices[name]] for name in cells if name in board.indices]
    if not there:
        return None
    xs, ys = [cell.x for cell in there], [cell.y for cell in there]
    window = (
        max(min(xs) - margin, 0),
        max(min(ys) - margin, 0),
        min(max(xs) + margin, board.width - 1),
        min(max(ys) + margin, board.height - 1),
    )
    return None if window == (0, 0, board.width - 1, board.height - 1) else window


def board_width(game: AnyGame, scene: Scene, *, ascii_only: bool = False) -> int:
    """How many columns the drawing of the whole board takes."""
    columns = _columns(game, scene, glyphs(game, ascii_only=ascii_only))
    return columns.cell * game.board.width + 2 * (_rank_width(game.board) + 1)


def draw_board(
    game: AnyGame, scene: Scene, *, marks: Mapping[str, Mark] | None = None, window: Window | None = None, ascii_only: bool = False
) -> Coloured:
    """The board with what stands on it, coordinates on its edges, seat 0 at the bottom."""
    board, signs = game.board, glyphs(game, ascii_only=ascii_only)
    columns = _columns(game, scene, signs)
    left, bottom, right, top = window or (0, 0, board.width - 1, board.height - 1)
    margin = _rank_width(board)
    files = "".join(chr(97 + x).center(columns.cell) for x in range(left, right + 1))
    header = " " * (margin + 1) + files.rstrip()
    drawing = Coloured()
    drawing.append(header + "\n", style="dim")
    for y in range(top, bottom - 1, -1):
        rank = str(y + 1)
        drawing.append(rank.rjust(margin) + " ", style="dim")
        for x in range(left, right + 1):
            cell = board.cells[y * board.width + x]
            mark = (marks or {}).get(cell.name)
            content = _content(game, cell, scene.tokens.get(cell.name), signs, columns, ascii_only)
            before, after = mark.value[:2] if mark else (" ", " ")
            drawing.append(before + content + after, style=_style(game, cell, scene.tokens.get(cell.name), mark))
        drawing.append(f" {rank.ljust(margin)}\n", style="dim")
    drawing.append(header, style="dim")
    return drawing


def draw_legend(game: AnyGame, lang: Lang, *, ascii_only: bool = False) -> list[str]:
    """What the signs mean: pieces, then what is special about cells."""
    signs = glyphs(game, ascii_only=ascii_only)
    shared = _shared(game, signs)
    lines = [f"{signs[p.id]}{_owner(p) if p.id in shared else ''} {p.name.say(lang)}" for p in game.pieces]
    lines += [f"{sign} {tag.name.say(lang)}" for tag, sign in zip(_coloured_tags(game.board), TAG_SIGNS, strict=False)]
    low, high = _heights(game.board)
    if low != high:
        lines.append(f"{_small(low, ascii_only)}…{_small(high, ascii_only)} {HEIGHTS.say(lang)}")
    return lines


# -- one cell --------------------------------------------------------------------------------------


def _content(game: AnyGame, cell: Cell, token: Token | None, signs: Mapping[str, str], columns: _Columns, ascii_only: bool) -> str:
    owner = value = ""
    if token:
        piece = _piece(game, token)
        sign = signs[token.piece]
        owner = _owner(piece)
        value = str(token.value) if _numbered(piece, token) else ""
    else:
        sign = _tag_sign(game.board, cell) or (EMPTY_ASCII if ascii_only else EMPTY)
    level = _small(cell.level, ascii_only) if columns.level else ""
    text = _pad(sign, columns.glyph)
    if columns.owner:
        text += owner or " "
    return text + value.ljust(columns.value) + level.ljust(columns.level)


def _style(game: AnyGame, cell: Cell, token: Token | None, mark: Mark | None) -> str:
    ground = mark.value[2] if mark else _ground(game.board, cell)
    if token:
        return palette.style(palette.readable(palette.rgb(_piece(game, token).colour), ground), ground, bold=True)
    quiet = palette.blend(ground, palette.readable(None, ground), 0.7)
    return palette.style(quiet, ground, bold=mark is not None)


def _ground(board: Board, cell: Cell) -> RGB:
    low, high = _heights(board)
    ground = palette.height(cell.level, low, high) if low != high else palette.wood(cell.x, cell.y)
    for tag in _coloured_tags(board):
        colour = palette.rgb(tag.colour)
        if tag.id in cell.tags and colour is not None:
            return palette.blend(ground, colour, 0.6)
    return ground


def _coloured_tags(board: Board) -> list[Any]:
    return [tag for tag in board.legend if tag.colour]


def _tag_sign(board: Board, cell: Cell) -> str:
    tags = zip(_coloured_tags(board), TAG_SIGNS, strict=False)
    return next((sign for tag, sign in tags if tag.id in cell.tags), "")


# -- measures --------------------------------------------------------------------------------------


def _columns(game: AnyGame, scene: Scene, signs: Mapping[str, str]) -> _Columns:
    low, high = _heights(game.board)
    numbers = [str(t.value) for t in scene.tokens.values() if _numbered(_piece(game, t), t)]
    numbers += ["0"] * any(piece.value is not None for piece in game.pieces)
    return _Columns(
        glyph=max([cell_len(sign) for sign in signs.values()], default=1),
        owner=1 if _shared(game, signs) else 0,
        value=max(map(len, numbers), default=0),
        level=len(str(high)) if low != high else 0,
    )


def _shared(game: AnyGame, signs: Mapping[str, str]) -> set[str]:
    """The pieces whose sign alone does not tell whose they are; then the seat's number stands beside it."""
    owners: dict[str, set[Seat | None]] = {}
    for piece in game.pieces:
        owners.setdefault(signs[piece.id], set()).add(piece.seat)
    return {piece.id for piece in game.pieces if len(owners[signs[piece.id]]) > 1}


def _owner(piece: Piece) -> str:
    return "" if piece.seat is None else str(piece.seat + 1).translate(LOW)


def _piece(game: AnyGame, token: Token) -> Piece:
    return next(piece for piece in game.pieces if piece.id == token.piece)


def _numbered(piece: Piece, token: Token) -> bool:
    return piece.value is not None or token.value != 0


def _heights(board: Board) -> tuple[int, int]:
    levels = [cell.level for cell in board.cells]
    return min(levels), max(levels)


def _small(number: int, ascii_only: bool) -> str:
    return str(number) if ascii_only else str(number).translate(SMALL)


def _rank_width(board: Board) -> int:
    return len(str(board.height))


def _pad(sign: str, width: int) -> str:
    return sign + " " * (width - cell_len(sign))

"""A scene on its board as coloured text. All that a colour shows, a sign shows too.

8  ●  ●  ●  ●     a piece is its glyph, its number after it, the height of its cell as a small digit
7 [·] ·  ·  ·     [last move]  (where one can go)  !what a refusal is about!
   a  b  c  d

2  ●───·          a board with lines
   │ ╲ │
1  ·───○
   a   b
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
LINES, LINES_ASCII = tuple("─│╱╲╳"), tuple("-|/\\X")
"""How lines are drawn: across, up, rising, falling, and where two cross."""
HEIGHTS = Text("hauteur de la case", "height of the square")


class Mark(Enum):
    """Why a cell is pointed at: the signs around it, and its ground."""

    LAST = ("[", "]", (190, 150, 40))
    TARGET = ("(", ")", (84, 130, 66))
    REFUSED = ("!", "!", (176, 58, 46))


@dataclass(frozen=True)
class _Columns:
    """How wide each part of a cell is: the same for all cells of a drawing."""

    glyph: int
    owner: int
    value: int
    level: int
    lines: bool

    @property
    def cell(self) -> int:
        return self.glyph + self.owner + self.value + self.level + 2

    @property
    def gap(self) -> int:
        """How many columns are between two cells: on a board with lines as many as make the pitch even."""
        return 2 - self.cell % 2 if self.lines else 0

    @property
    def pitch(self) -> int:
        """The columns from one cell to the next."""
        return self.cell + self.gap


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
    return columns.pitch * game.board.width - columns.gap + 2 * (_rank_width(game.board) + 1)


def draw_board(
    game: AnyGame, scene: Scene, *, marks: Mapping[str, Mark] | None = None, window: Window | None = None, ascii_only: bool = False
) -> Coloured:
    """The board with what stands on it, coordinates on its edges, seat 0 at the bottom."""
    board, signs = game.board, glyphs(game, ascii_only=ascii_only)
    columns = _columns(game, scene, signs)
    left, bottom, right, top = window = window or (0, 0, board.width - 1, board.height - 1)
    margin, lines = _rank_width(board), _Lines(board, window, LINES_ASCII if ascii_only else LINES)
    plain = _style(game, board.cells[0], None, None)
    drawing = Coloured()
    drawing.append(header := _header(window, columns, margin), style="dim")
    for y in range(top, bottom - 1, -1):
        rank = str(y + 1)
        drawing.append(f"\n{rank.rjust(margin)} ", style="dim")
        for x in range(left, right + 1):
            cell = board.cells[y * board.width + x]
            token, mark = scene.tokens.get(cell.name), (marks or {}).get(cell.name)
            content = _content(game, cell, token, signs, columns, ascii_only)
            content = content if mark else content.rstrip().ljust(len(content), lines.across(x, y))
            before, after = mark.value[:2] if mark else (lines.across(x - 1, y), lines.across(x, y))
            around = _style(game, cell, None, mark)
            drawing.append(before, style=around)
            drawing.append(content, style=_style(game, cell, token, mark))
            drawing.append(after, style=around)
            drawing.append(lines.across(x, y) * (columns.gap if x < right else 0), style=plain)
        drawing.append(f" {rank.ljust(margin)}", style="dim")
        if board.lines and y > bottom:
            drawing.append("\n" + " " * (margin + 1))
            drawing.append(lines.below(y, columns), style=plain)
            drawing.append(" " * (margin + 1))
    drawing.append("\n" + header, style="dim")
    return drawing


def _header(window: Window, columns: _Columns, margin: int) -> str:
    """The letters of the files."""
    letters = [chr(97 + x) for x in range(window[0], window[2] + 1)]
    files = "".join(f" {letter}".ljust(columns.pitch) if columns.lines else letter.center(columns.cell) for letter in letters)
    return " " * (margin + 1) + files.rstrip()


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
    chequered = palette.wood(0, 0) if board.lines else palette.wood(cell.x, cell.y)
    ground = palette.height(cell.level, low, high) if low != high else chequered
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


# -- lines -----------------------------------------------------------------------------------------


class _Lines:
    """The drawn lines between neighbouring cells of a part of the board."""

    def __init__(self, board: Board, window: Window, signs: tuple[str, ...]) -> None:
        self._board, self._window, self._signs = board, window, signs

    def across(self, x: int, y: int) -> str:
        """The sign between a cell and the next one of its rank; a blank where no line joins them."""
        left, _, right, _ = self._window
        return self._signs[0] if left <= x < right and self._join((x, y), (x + 1, y)) else " "

    def below(self, y: int, columns: _Columns) -> str:
        """The row between rank `y` and the one below it."""
        left, _, right, _ = self._window
        _, up, rising, falling, both = self._signs
        row = [" "] * (columns.pitch * (right - left + 1) - columns.gap)
        for x in range(left, right + 1):
            at = (x - left) * columns.pitch + 1
            if self._join((x, y - 1), (x, y)):
                row[at] = up
            rises, falls = self._join((x, y - 1), (x + 1, y)), self._join((x, y), (x + 1, y - 1))
            if x < right and (rises or falls):
                row[at + columns.pitch // 2] = both if rises and falls else rising if rises else falling
        return "".join(row)

    def _join(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        return (self._board.at(*one), self._board.at(*other)) in self._board.joined


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
        lines=bool(game.board.lines),
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

"""A scene as a self-contained SVG picture: no scripts, no fonts to fetch, the same text for the same scene.

from tablier.render.svg import board_svg
picture = board_svg(g, g.scene(pos), arrows=[("e3", "e4")])
"""

from collections.abc import Collection, Iterable
from html import escape
from math import hypot
from typing import Any

from tablier.core.board import Board, Cell
from tablier.core.game import Game
from tablier.core.play import Token
from tablier.core.scene import Piece, Scene
from tablier.core.text import Lang
from tablier.render.shapes import badge, counters, drawing, key, paint

Arrow = tuple[str, str]
"""From one cell to another, or a cell twice: a ring around it."""

UNIT = 48
LIFT = 7
"""By how much each level of a terraced board stands out."""
SCALE = 0.75
"""Of the size at which a page shows the picture, unless it says otherwise."""
FRAME, FILLET, LETTERS = "#5a3925", "#c99d5f", "#f0dcb4"
WOOD = ("#d3ad74", "#ebd2a0", "#fcf0d3", "#fffaf0")
"""The boards of each level, the lowest first; one level alone takes the second."""
WALLS = "#8a5c34"
GRID = "#8f6638"
TINTS = {"water": "#7fb2c9", "sea": "#7fb2c9", "sand": "#e8d6a8", "gold": "#d9a520"}
PLAYED, REFUSED, SHOWN = "#0d6470", "#b01f17", "#f5a800"


def board_svg(
    game: Game[Any, Any],
    scene: Scene,
    *,
    highlight: Collection[str] = (),
    arrows: Iterable[Arrow] = (),
    crosses: Collection[str] = (),
    coordinates: bool = True,
    lang: Lang = "fr",
) -> str:
    """The scene on the game's board. An arrow that ends in a crossed cell is drawn as refused."""
    board = game.board
    place = _Place(board, 22 if coordinates else 9)
    pieces = {piece.id: piece for piece in game.pieces}
    width, height = board.width * UNIT + 2 * place.margin, board.height * UNIT + 2 * place.margin
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{_n(width * SCALE)}"'
            f' height="{_n(height * SCALE)}" role="img" lang="{lang}">',
            f"<title>{escape(game.info.name.say(lang))}</title>",
            f"<desc>{escape(_described(scene, pieces, lang))}</desc>",
            *_definitions(scene, pieces),
            *_frame(place, width, height),
            *_ground(board, place),
            *_tinted(board, place, lang),
            *_lines(board, place),
            *(_coordinates(board, place) if coordinates else ()),
            *_highlighted(place, highlight),
            *_tokens(board, place, scene, pieces),
            *_arrowed(place, arrows, crosses),
            *_crossed(place, crosses),
            "</svg>",
            "",
        )
    )


class _Place:
    """Where cells are in the picture."""

    def __init__(self, board: Board, margin: int) -> None:
        self.margin = margin
        self.lowest = min(cell.level for cell in board.cells)
        self._board = board

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a cell."""
        return self.margin + cell.x * UNIT, self.margin + (self._board.height - 1 - cell.y) * UNIT - self.lift(cell)

    def lift(self, cell: Cell) -> int:
        """By how much a cell is raised."""
        return (cell.level - self.lowest) * LIFT

    def centre(self, name: str) -> tuple[int, int]:
        """The middle of the cell of that name."""
        x, y = self.corner(self._board.cells[self._board.index(name)])
        return x + UNIT // 2, y + UNIT // 2


def _n(number: float) -> str:
    """A number with one digit after the point at most, so that pictures are small and always the same."""
    return f"{round(number, 1) + 0.0:g}"


def _described(scene: Scene, pieces: dict[str, Piece], lang: Lang) -> str:
    """What stands where, in words."""
    colon = " :" if lang == "fr" else ":"
    where: dict[str, list[str]] = {}
    for cell, token in scene.tokens.items():
        piece = pieces[token.piece]
        count = f" ({piece.value.say(lang)}{colon} {token.value})" if piece.value else ""
        where.setdefault(piece.name.say(lang), []).append(cell + count)
    parts = [f"{name}{colon} {', '.join(cells)}" for name, cells in where.items()]
    return f"{colon[:-1]}; ".join(parts) or ("plateau vide" if lang == "fr" else "empty board")


def _definitions(scene: Scene, pieces: dict[str, Piece]) -> list[str]:
    """Each drawing once. Equal ids are equal drawings, so that several pictures can stand in one page."""
    drawings: dict[str, str] = {}
    for token in sorted(set(scene.tokens.values())):
        piece = pieces[token.piece]
        drawings[key(piece)] = drawing(piece)
        if piece.value:
            drawings[_count_key(piece, token)] = _count(piece, token)
    return ["<defs>", *(f'<g id="{name}">{body}</g>' for name, body in drawings.items()), "</defs>"] if drawings else []


def _frame(place: _Place, width: int, height: int) -> list[str]:
    """The frame, a fillet around the cells, and a small flower of four petals in each corner."""
    margin = place.margin
    inner = f'x="{margin - 3}" y="{margin - 3}" width="{width - 2 * margin + 6}" height="{height - 2 * margin + 6}"'
    lines = [
        f'<rect width="{width}" height="{height}" rx="7" fill="{FRAME}"/>',
        f'<rect {inner} rx="2" fill="none" stroke="{FILLET}" stroke-width="1.5"/>',
    ]
    if margin > 12:
        half, far, low = margin / 2 - 1, width - margin / 2 + 1, height - margin / 2 + 1
        petal = "q3.4-3.4 0-6.8q-3.4 3.4 0 6.8"
        petals = petal + "q3.4 3.4 6.8 0q-3.4-3.4-6.8 0q3.4 3.4 0 6.8q-3.4-3.4 0-6.8q-3.4 3.4-6.8 0q3.4-3.4 6.8 0"
        spots = "".join(f"M{_n(x)} {_n(y)}{petals}" for x in (half, far) for y in (half, low))
        lines.append(f'<path d="{spots}" fill="{FILLET}"/>')
    return lines


def _ground(board: Board, place: _Place) -> list[str]:
    """The cells: a plain field, or terrace upon terrace from the lowest, each with its wall towards the viewer."""
    levels = sorted({cell.level for cell in board.cells})
    if len(levels) == 1:
        field = _field(board, place.margin)
        return field[:1] if board.lines else field
    lines: list[str] = []
    for number, level in enumerate(levels):
        cells = [cell for cell in board.cells if cell.level == level]
        wood = WOOD[min(number, len(WOOD) - 1)]
        if number:
            lines.append(f'<path d="{_squares(place, cells, grow=LIFT + 5)}" fill="#2a1a0c" fill-opacity=".25"/>')
            lines.append(f'<path d="{_squares(place, cells, grow=LIFT)}" fill="{WALLS}" stroke="{WALLS}"/>')
        lines.append(f'<path d="{_squares(place, cells)}" fill="{wood}" stroke="{GRID}"/>')
    return lines


def _field(board: Board, margin: int) -> list[str]:
    """A level board: wood, then every other cell a shade darker (the dashes of one thick line for each rank), then the grid."""
    width, height = board.width * UNIT, board.height * UNIT
    across = "".join(f"M{margin} {margin + y * UNIT}h{width}" for y in range(board.height + 1))
    down = "".join(f"M{margin + x * UNIT} {margin}v{height}" for x in range(board.width + 1))
    shades = ""
    for y in range(board.height):
        shift = UNIT * ((board.height - 1 - y) % 2)
        shades += f"M{margin + shift} {margin + y * UNIT + UNIT // 2}h{width - shift}"
    return [
        f'<rect x="{margin}" y="{margin}" width="{width}" height="{height}" fill="{WOOD[1]}"/>',
        f'<path d="{shades}" stroke="{GRID}" stroke-opacity=".09" stroke-width="{UNIT}" stroke-dasharray="{UNIT}"/>',
        f'<path d="{across}{down}" stroke="{GRID}"/>',
    ]


def _lines(board: Board, place: _Place) -> list[str]:
    """The lines of a board that has some, and a point on each cell."""
    if not board.lines:
        return []
    path = "".join(f"M{x1} {y1}L{x2} {y2}" for (x1, y1), (x2, y2) in (map(place.centre, line) for line in board.lines))
    points = "".join(f"M{x} {y}h0" for x, y in map(place.centre, board.names))
    return [
        f'<path d="{path}" stroke="{WALLS}" stroke-width="2.5"/>',
        f'<path d="{points}" stroke="{WALLS}" stroke-width="9" stroke-linecap="round"/>',
    ]


def _squares(place: _Place, cells: Iterable[Cell], inset: int = 0, grow: int = 0) -> str:
    """The path of some cells, drawn in by `inset` or drawn out downwards by `grow`."""
    side = UNIT - 2 * inset
    corners = (place.corner(cell) for cell in cells)
    return "".join(f"M{x + inset} {y + inset}h{side}v{side + grow}h-{side}z" for x, y in corners)


def _tinted(board: Board, place: _Place, lang: Lang) -> list[str]:
    """Cells with a meaning: tinted, with the mark of their colour; where tags share a colour the rarer ones have a border."""
    meant = {tag: [cell for cell in board.cells if tag.id in cell.tags] for tag in board.legend if tag.colour}
    most = {tag.colour: 0 for tag in meant}
    for tag, cells in meant.items():
        most[tag.colour] = max(most[tag.colour], len(cells))
    lines: list[str] = []
    for tag, cells in meant.items():
        if not cells:
            continue
        tint, dark, mark = _tint(tag.colour)
        parts = [f'<path d="{_squares(place, cells)}" fill-opacity=".42"/>']
        if mark:
            at = "".join(f'<use href="#tag-{tag.colour}" x="{x}" y="{y}"/>' for x, y in (place.centre(cell.name) for cell in cells))
            parts.append(f'<g fill="{dark}" fill-opacity=".4">{at}</g>')
        if len(cells) < most[tag.colour]:
            parts.append(f'<path d="{_squares(place, cells, inset=5)}" fill="none" stroke="{tint}" stroke-width="3"/>')
        lines.append(f'<g fill="{tint}"><title>{escape(tag.name.say(lang))}</title>{"".join(parts)}</g>')
    marks = [(colour, mark) for colour in most if (mark := _tint(colour)[2])]
    return [*(f'<defs><path id="tag-{colour}" d="{mark}" transform="scale(1.5)"/></defs>' for colour, mark in marks), *lines]


def _tint(colour: str) -> tuple[str, str, str]:
    """The tint and the darker shade of a legend's colour, and its mark if it is a colour of players."""
    if colour in TINTS:
        return TINTS[colour], FRAME, ""
    if colour.startswith("#") and colour[1:].isalnum():
        return colour, FRAME, ""
    look = paint(colour)
    return look.fill, look.edge, look.mark


def _coordinates(board: Board, place: _Place) -> list[str]:
    """Files below and ranks on the left, in the frame."""
    below = place.margin + board.height * UNIT + place.margin // 2 + 5
    labels = [(place.margin + x * UNIT + UNIT // 2, below, board.cells[x].name[0]) for x in range(board.width)]
    left = place.margin // 2 - 1
    top = place.margin + UNIT // 2 + 4
    labels += [(left, top + (board.height - 1 - y) * UNIT, str(y + 1)) for y in range(board.height)]
    return [
        f'<g fill="{LETTERS}" font-family="sans-serif" font-size="12" text-anchor="middle">',
        *(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in labels),
        "</g>",
    ]


def _highlighted(place: _Place, names: Collection[str]) -> list[str]:
    if not names:
        return []
    side = UNIT - 6
    corners = ((x - side // 2, y - side // 2) for x, y in map(place.centre, dict.fromkeys(names)))
    path = "".join(f"M{x} {y}h{side}v{side}h-{side}z" for x, y in corners)
    return [f'<path d="{path}" fill="{SHOWN}" fill-opacity=".38" stroke="{SHOWN}" stroke-width="3" stroke-linejoin="round"/>']


def _tokens(board: Board, place: _Place, scene: Scene, pieces: dict[str, Piece]) -> list[str]:
    """The tokens, those at the back first."""
    standing = sorted(scene.tokens.items(), key=lambda item: (-(cell := board.cells[board.index(item[0])]).y, cell.x))
    lines: list[str] = []
    for name, token in standing:
        x, y = place.centre(name)
        piece = pieces[token.piece]
        lines.append(f'<use href="#{key(piece)}" x="{x}" y="{y}"/>')
        if piece.value:
            lines.append(f'<use href="#{_count_key(piece, token)}" x="{x}" y="{y}"/>')
    return lines


def _count_key(piece: Piece, token: Token) -> str:
    return f"{'rings' if counters(piece) else 'count'}-{token.value}"


def _count(piece: Piece, token: Token) -> str:
    """What a token's number adds to its piece: as many counters as can be drawn, and the number."""
    return "".join(counters(piece)[: token.value]) + badge(token.value)


def _arrowed(place: _Place, arrows: Iterable[Arrow], crosses: Collection[str]) -> list[str]:
    lines: list[str] = []
    for origin, to in arrows:
        refused = to in crosses
        colour, dashes = (REFUSED, ' stroke-dasharray="8 6"') if refused else (PLAYED, "")
        (x1, y1), (x2, y2) = place.centre(origin), place.centre(to)
        if origin == to:
            lines.append(f'<circle cx="{x1}" cy="{y1}" r="20" fill="none" stroke="{colour}" stroke-width="4"{dashes}/>')
            continue
        length = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        tip = 15 if refused else 3
        shaft = f"M{_n(x1 + 13 * dx)} {_n(y1 + 13 * dy)}L{_n(x2 - (tip + 11) * dx)} {_n(y2 - (tip + 11) * dy)}"
        back, side = tip + 14, 8
        head = (
            f"M{_n(x2 - tip * dx)} {_n(y2 - tip * dy)}L{_n(x2 - back * dx - side * dy)} {_n(y2 - back * dy + side * dx)}"
            f"L{_n(x2 - back * dx + side * dy)} {_n(y2 - back * dy - side * dx)}z"
        )
        lines += [
            f'<path d="{shaft}{head}" fill="#fff8e8" stroke="#fff8e8" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"/>',
            f'<path d="{shaft}" stroke="{colour}" stroke-width="5" stroke-linecap="round"{dashes}/><path d="{head}" fill="{colour}"/>',
        ]
    return lines


def _crossed(place: _Place, names: Collection[str]) -> list[str]:
    if not names:
        return []
    centres = map(place.centre, dict.fromkeys(names))
    path = "".join(f"M{x - 9} {y - 9}l18 18M{x - 9} {y + 9}l18-18" for x, y in centres)
    return [
        f'<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for colour, width in (("#fff8e8", 9), (REFUSED, 5))
    ]

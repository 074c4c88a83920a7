"""The pieces as SVG markup: the one source of their drawings, for pictures and for the browser.

A piece is drawn around the origin, in a cell of 48 units. Colours differ by a mark as well (a ring, a dot, a triangle…), so that
they can be told apart without seeing colours.
"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Literal
from zlib import crc32

from tablier.core.scene import Piece


@dataclass(frozen=True, slots=True)
class Paint:
    """The tones of a colour: body, lit, in the shade, outline, what is drawn on it; and the path of its mark."""

    fill: str
    light: str
    shade: str
    edge: str
    detail: str
    mark: str


RING = "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0zm1.8 0a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0z"
DOT = "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z"
TRIANGLE = "M0-5 4.8 3.6H-4.8z"
SQUARE = "M-3.8-3.8H3.8V3.8H-3.8z"
PLUS = "M-1.6-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6z"
DIAMOND = "M0-5.6 4.6 0 0 5.6-4.6 0z"

PAINTS = {
    "white": Paint("#f7ecd3", "#fffaec", "#d3ba8c", "#4b3524", "#93703c", RING),
    "black": Paint("#3d322d", "#5c4d45", "#221a16", "#110c09", "#dcc9a5", DOT),
    "red": Paint("#bf4530", "#d9664e", "#8e2d1c", "#571a10", "#fff0dc", TRIANGLE),
    "blue": Paint("#2f6c9c", "#4e8cbc", "#1e4d73", "#10304a", "#e8f4ff", SQUARE),
    "green": Paint("#4c8743", "#6ca761", "#33622c", "#1f421b", "#effde4", PLUS),
    "yellow": Paint("#e6b637", "#f6d268", "#b98a17", "#6b4a08", "#4d3500", DIAMOND),
}
PLAIN = Paint("#a39a8f", "#bfb7ad", "#7d756b", "#3f3a35", "#fffaf0", "")


def paint(colour: str) -> Paint:
    """The paint of a colour, grey for one that is unknown."""
    return PAINTS.get(colour, PLAIN)


# -- parts of a drawing ------------------------------------------------------------------------------------------

Part = Callable[[Paint], str]
"""An SVG element in the tones of a paint."""
Tone = Literal["fill", "light", "shade", "detail"]


def _shadow(y: float, width: float, height: float = 4) -> Part:
    return lambda _: f'<ellipse cy="{y:g}" rx="{width:g}" ry="{height:g}" fill="#2a1a0c" fill-opacity=".3" stroke="none"/>'


def _body(path: str, attributes: str = "") -> Part:
    return lambda _: f'<path d="{path}"{attributes}/>'


def _surface(path: str, tone: Tone, attributes: str = ' stroke="none"') -> Part:
    return lambda look: f'<path d="{path}" fill="{getattr(look, tone)}"{attributes}/>'


def _ball(y: float, radius: float, x: float = 0) -> Part:
    return lambda _: f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def _disk(y: float, radius: float, tone: Tone) -> Part:
    return lambda look: f'<circle cy="{y:g}" r="{radius:g}" fill="{getattr(look, tone)}"/>'


def _oval(y: float, width: float, height: float, tone: Tone) -> Part:
    return lambda look: f'<ellipse cy="{y:g}" rx="{width:g}" ry="{height:g}" fill="{getattr(look, tone)}"/>'


def _box(y: float, tone: Tone) -> Part:
    return lambda look: f'<rect x="-15" y="{y:g}" width="30" height="30" rx="3" fill="{getattr(look, tone)}"/>'


def _spot(x: float, y: float, radius: float) -> Part:
    return lambda look: f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{look.detail}" stroke="none"/>'


def _rim(y: float, radius: float, width: float = 1.2, opacity: float = 0.8) -> Part:
    stroke = f'stroke-width="{width:g}" stroke-opacity="{opacity:g}"'
    return lambda look: f'<circle cy="{y:g}" r="{radius:g}" fill="none" stroke="{look.detail}" {stroke}/>'


def _inlay(x: float, y: float, side: float) -> Part:
    place = f'x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="1.5"'
    return lambda look: f'<rect {place} fill="none" stroke="{look.detail}" stroke-width="1.2" stroke-opacity=".8"/>'


def _lines(path: str, width: float = 1.4, tone: Tone = "detail") -> Part:
    stroke = f'stroke-width="{width:g}" stroke-linecap="round"'
    return lambda look: f'<path d="{path}" fill="none" stroke="{getattr(look, tone)}" {stroke}/>'


def _gleam(path: str, opacity: float = 0.35) -> Part:
    return lambda _: f'<path d="{path}" fill="#fff" fill-opacity="{opacity:g}" stroke="none"/>'


def _dusk(path: str, opacity: float = 0.16) -> Part:
    return lambda _: f'<path d="{path}" fill="#1c0f04" fill-opacity="{opacity:g}" stroke="none"/>'


def _mark(x: float, y: float, scale: float) -> Part:
    place = f'transform="translate({x:g} {y:g}) scale({scale:g})"'
    return lambda look: f'<path d="{look.mark}" {place} fill="{look.detail}" stroke="none"/>' if look.mark else ""


def _glyph(glyph: str) -> Part:
    style = 'y="5" font-family="sans-serif" font-size="17" font-weight="700" text-anchor="middle" stroke="none"'
    return lambda look: f'<text {style} fill="{look.detail}">{escape(glyph)}</text>'


# -- shapes ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawing in any paint; `counters` is what each unit of a token's number adds to it, as far as it can be drawn."""

    parts: tuple[Part, ...]
    scale: float = 1.1
    counters: tuple[str, ...] = ()


def _ring(number: int) -> str:
    """A ring around the foot of a pawn, the first at the bottom."""
    wide, low = 14.6 - 1.5 * number, 11.8 - 3.5 * number
    arc = f"M{-wide:g} {low:g}a{wide:g} 4.4 0 0 0 {2 * wide:g} 0"
    shine = f"M{-0.75 * wide:g} {low + 2.2:g}a{wide:g} 4.4 0 0 0 {wide / 2:g} 1.5"
    strokes = ((arc, "#5d3c05", 4.4), (arc, "#f0b92d", 2.7), (shine, "#fff0b8", 1.1))
    drawn = "".join(f'<path d="{path}" stroke="{colour}" stroke-width="{width}"/>' for path, colour, width in strokes)
    return f'<g fill="none" stroke-linecap="round">{drawn}</g>'


_DISC = (
    _shadow(5.5, 17.5, 15),
    _disk(2.5, 16.5, "shade"),
    _disk(-1, 16.5, "fill"),
    _surface("M-16.2-2A16.2 16.2 0 0 1 16.2-2A19 19 0 0 0-16.2-2z", "light"),
    _rim(-1, 12.2),
    _rim(-1, 10.4, 0.7, 0.5),
)
_STACK = Shape(
    (
        _shadow(8.5, 17.5, 14.5),
        _disk(6, 16.5, "shade"),
        _disk(3, 16.5, "fill"),
        _disk(0, 16.5, "shade"),
        _disk(-4, 16.5, "fill"),
        _surface("M-16.2-5A16.2 16.2 0 0 1 16.2-5A19 19 0 0 0-16.2-5z", "light"),
        _rim(-4, 13),
        _surface("M-8 2.3-9.5-8.2-4.4-3.8 0-10.7 4.4-3.8 9.5-8.2 8 2.3z", "detail"),
        _spot(-9.5, -8.8, 1.5),
        _spot(9.5, -8.8, 1.5),
        _spot(0, -11.5, 1.5),
    )
)

SHAPES: dict[str, Shape] = {
    "disc": Shape((*_DISC, _mark(0, -1, 1.25))),
    "square": Shape(
        (
            lambda _: '<rect x="-16.5" y="-9" width="33" height="29" rx="6" fill="#2a1a0c" fill-opacity=".28" stroke="none"/>',
            _box(-12, "shade"),
            _box(-16.5, "fill"),
            _surface("M-13.5-14.5H13.5L10-10.5H-10z", "light"),
            _inlay(-10.5, -12, 21),
            _mark(0, -1.5, 1.25),
        )
    ),
    "stack": _STACK,
    "dame": _STACK,
    "pawn": Shape(
        (
            _shadow(16, 17, 5),
            _body("M-14 13.5C-14 10-7 8-5-5H5C7 8 14 10 14 13.5 14 18.5-14 18.5-14 13.5z"),
            _dusk("M2-5H5C7 8 14 10 14 13.5 14 16 8 17.2 2 17.3z"),
            _lines("M-11.5 12.5C-9 10.5-5.5 8-4-2", 1.6, "light"),
            _oval(-5, 7.8, 2.6, "shade"),
            _ball(-12, 7.4),
            _gleam("M-5.5-13.5A6 6 0 0 1 0-18 8 8 0 0 0-5.5-13.5z", 0.5),
            _mark(0, -12, 0.78),
        ),
        scale=1,
        counters=tuple(map(_ring, range(6))),
    ),
    "boat": Shape(
        (
            _shadow(16, 19, 3.6),
            _body("M-18.5 7H18.5C16.5 13.2 12.2 16.5 7 16.5H-8C-13 16.5-17 12.2-18.5 7z"),
            _surface("M-18.5 7H18.5L17.6 9.6H-17.6z", "shade"),
            _lines("M-14.5 12.2H13.5", 1.2),
            _body("M0 7V-19.5", ' fill="none" stroke-width="2.2"'),
            _body("M1.5-18.5C10.5-14 15.5-6 16 4.5H1.5z"),
            _dusk("M9-13C13-8 15.5-2 16 4.5H9z", 0.14),
            _surface("M-2.5-13C-8-8.5-11.5-3-12.5 4.5H-2.5z", "light", ""),
            _gleam("M2.5-16C6-13.5 8-11 9.5-8.5 7-9 4-9.5 2.5-9z", 0.25),
            _body("M0-19.5 6-21.5 0-23z", ' stroke-width="1"'),
            _mark(6.8, -2.8, 1),
        )
    ),
    "mine": Shape(
        (
            _shadow(5, 14, 11.5),
            _body("M0-15.5V15.5M-15.5 0H15.5M-11-11 11 11M-11 11 11-11", ' stroke-width="3.6" stroke-linecap="round"'),
            _ball(0, 11),
            _dusk("M8-7.5A11 11 0 0 1-7.5 8 13 13 0 0 0 8-7.5z", 0.22),
            _gleam("M-8-4A9 9 0 0 1-1-9.3 12 12 0 0 0-8-4z", 0.4),
            _mark(0, 0, 1.15),
        )
    ),
    "khun": Shape(
        (
            _shadow(17.5, 15.5),
            _body(
                "M-13.5 17.5V14C-10 12.5-9.5 9-8.5 5H-10.5V1.5H-6.5C-4.5-2-4-5-3.5-8H-5V-10.5H-2.5L0-21.5"
                " 2.5-10.5H5V-8H3.5C4-5 4.5-2 6.5 1.5H10.5V5H8.5C9.5 9 10 12.5 13.5 14V17.5z"
            ),
            _dusk("M1-17 2.5-10.5H5V-8H3.5C4-5 4.5-2 6.5 1.5H10.5V5H8.5C9.5 9 10 12.5 13.5 14V17.5H2z"),
            _lines("M-10 14.5H10M-6.5 5.5H6.5M-4.5 1H4.5M-2-8H2"),
            _gleam("M-6.5 13C-5 9-3.5 3-2.5-6L-1-6C-1.5 3-3 9-4 13z", 0.3),
            _mark(0, 10, 0.62),
        )
    ),
    "met": Shape(
        (
            _shadow(16.5, 14),
            _body(
                "M-12 16.5V13.5C-8 11.5-7.5 8.5-6.5 5.5H-8.5V2.5H-4.5C-3-.5-2-3.5 0-12"
                " 2-3.5 3-.5 4.5 2.5H8.5V5.5H6.5C7.5 8.5 8 11.5 12 13.5V16.5z"
            ),
            _dusk("M.8-8C2-3 3-.5 4.5 2.5H8.5V5.5H6.5C7.5 8.5 8 11.5 12 13.5V16.5H2z"),
            _lines("M-8.5 13.7H8.5M-4.5 6H4.5"),
            _mark(0, 10, 0.55),
        )
    ),
    "khon": Shape(
        (
            _shadow(17, 15),
            _body(
                "M-13 17V14C-8.5 12-8 9-7.5 6H-10V3H-8.5C-10-6-5-11.5-2-12.5V-15.5H2V-12.5C5-11.5 10-6 8.5 3H10V6H7.5C8 9 8.5 12 13 14V17z"
            ),
            _ball(-16, 2.8),
            _dusk("M2-12.5C5-11.5 10-6 8.5 3H10V6H7.5C8 9 8.5 12 13 14V17H3C5 8 5-4 2-12.5z"),
            _lines("M-9.5 14.2H9.5M-5.5 6.5H5.5M-6 2.5H6"),
            _gleam("M-5.5-1C-5.5-5-4-8.5-2-10-3-6-3.5-4-3.5-1z", 0.4),
            _mark(0, -3, 0.7),
        )
    ),
    "ma": Shape(
        (
            _shadow(17, 14.5),
            _body(
                "M-11.5 17V13.5C-9 12-9.5 7-7-1-12 4-14.5 3-15-.5-12-4-10.5-9-7-12.5L-7.5-18.5-2.5-14.5"
                "C6-14.5 11-5 10 3.5 9.5 8 9.5 11 12.5 13.5V17z"
            ),
            _dusk("M2-13.5C8-11.5 10.8-4 10 3.5 9.5 8 9.5 11 12.5 13.5V17H4C7 8 8-4 2-13.5z"),
            _spot(-5.6, -8, 1.4),
            _lines("M-8.5 13.8H9.5M1-11.5C5.5-8 7-2 6.5 4M-.5-7C2.5-4 3.5 0 3 4M-13.5-.5-11-1"),
            _mark(-1.5, 8.6, 0.6),
        )
    ),
    "rua": Shape(
        (
            _shadow(16, 17),
            _body("M-15 15.5V11.5C-11.5 10-11.5 6-12 2.5H-15.5V-7H-9.5V-3H-4V-7H4V-3H9.5V-7H15.5V2.5H12C11.5 6 11.5 10 15 11.5V15.5z"),
            _dusk("M4-3H9.5V-7H15.5V2.5H12C11.5 6 11.5 10 15 11.5V15.5H6C8 9 8 3 4-3z"),
            _lines("M-11.5 12H11.5M-11 2.8H11"),
            _gleam("M-13.5-5H-11.5V.5H-13.5z", 0.45),
            _mark(0, 7.4, 0.72),
        )
    ),
    "bia": Shape(
        (
            _shadow(6, 13.5, 9.5),
            _oval(2, 13, 10, "shade"),
            _oval(0, 13, 10, "fill"),
            _gleam("M-10-2.5C-8-7-3-8.8 2-8.3-3-7.5-7.5-5.5-10-2.5z", 0.5),
            _lines("M-8.8 1C-4-1.2 4-1.2 8.8 1", 1.9),
            _lines("M-5.5-2.4V2.4M-1.9-3.1V2.5M1.9-3.1V2.5M5.5-2.4V2.4", 1),
            _mark(0, 6, 0.42),
        )
    ),
}
"""What can be drawn; any other shape is a disc that bears the piece's glyph."""

_FOOT = (_shadow(17.5, 15), _body("M-12.5 17.5V14.5C-12.5 12.5-9 12-8 10.5H8C9 12 12.5 12.5 12.5 14.5V17.5z"))

SETS: dict[str, dict[str, Shape]] = {
    "western": {
        "khun": Shape(
            (
                *_FOOT,
                _body("M-1.7-21.5H1.7V-18.6H4.6V-15.4H1.7V-12H-1.7V-15.4H-4.6V-18.6H-1.7z", ' stroke-width="1.2"'),
                _body("M-8.5 10.5C-9.5 5-15-1-13-6.5-11-11-3.5-10.5 0-4.5 3.5-10.5 11-11 13-6.5 15-1 9.5 5 8.5 10.5z"),
                _body("M-3-7C-3-10-1.5-12 0-13 1.5-12 3-10 3-7L0-2z"),
                _dusk("M0-4.5C3.5-10.5 11-11 13-6.5 15-1 9.5 5 8.5 10.5H2z"),
                _lines("M-8.5 7.2C-3 5.2 3 5.2 8.5 7.2M-9 14.6H9M-9.8-4.5C-10.2-2-7.5 1-6.5 3.5M9.8-4.5C10.2-2 7.5 1 6.5 3.5"),
                _mark(0, 2.4, 0.55),
            )
        ),
        "met": Shape(
            (
                *_FOOT,
                _body("M-8.5 10.5-13.5-7-7.5-1-7.2-12.5-2.8-2.5 0-14 2.8-2.5 7.2-12.5 7.5-1 13.5-7 8.5 10.5z"),
                _dusk("M0-14 2.8-2.5 7.2-12.5 7.5-1 13.5-7 8.5 10.5H1z"),
                *(_ball(y, 2.4, x) for x, y in ((-14, -9), (-7.5, -14), (0, -16), (7.5, -14), (14, -9))),
                _lines("M-9.2 7C-3 5 3 5 9.2 7M-9 14.6H9"),
                _mark(0, 2.2, 0.55),
            )
        ),
        "khon": Shape(
            (
                *_FOOT,
                _body("M-7 10.5C-6.5 8-6 6.5-6 5-10-1-8.5-8 0-15 8.5-8 10-1 6 5 6 6.5 6.5 8 7 10.5z"),
                _ball(-17, 2.8),
                _dusk("M0-15C8.5-8 10-1 6 5 6 6.5 6.5 8 7 10.5H2C5 2 4-7 0-15z"),
                _gleam("M-6-1C-6.5-4.5-4.5-8-2-10.5-3.5-7-4-4-4-1z", 0.4),
                _lines("M0-9V-2M-3.2-5.5H3.2M-6.5 7.5H6.5M-9 14.6H9"),
                _mark(0, 2.6, 0.5),
            )
        ),
        "ma": Shape(
            (
                *_FOOT,
                _body(
                    "M-9 10.5C-9.5 5-4 3-3.5-3-7 1-9 .5-11 3.5-14 4.5-15.5 1.5-14.5-.5-12.5-4-12-7-9-10.5"
                    "-8.5-13-8.5-15.5-7-18-5.5-16.5-4-15.5-3-14.5 6-15.5 12-6 10 10.5z"
                ),
                _dusk("M-3-14.5C6-15.5 12-6 10 10.5H5C7.5 0 5-10-3-14.5z"),
                _spot(-7, -8.5, 1.5),
                _spot(-12.6, 1, 0.9),
                _lines("M0-11.5C5.5-8.5 7.5-1 6.5 6.5M-9 14.6H9"),
                _mark(0, 6, 0.6),
            )
        ),
        "rua": Shape(
            (
                *_FOOT,
                _body("M-8.5 10.5-7.5-5H-10.5V-14.5H-6.5V-11.5H-2.2V-14.5H2.2V-11.5H6.5V-14.5H10.5V-5H7.5L8.5 10.5z"),
                _dusk("M2.2-11.5H6.5V-14.5H10.5V-5H7.5L8.5 10.5H3.5z"),
                _lines("M-8-5H8M-8.3 7.5H8.3M-9 14.6H9"),
                _gleam("M-5.8-3H-4L-4.5 6H-6.5z"),
                _mark(0, 1.5, 0.75),
            )
        ),
        "bia": Shape(
            (
                _shadow(17, 13.5),
                _body("M-11.5 17V14.5C-11.5 10-5 9.5-4.5 1H4.5C5 9.5 11.5 10 11.5 14.5V17z"),
                _dusk("M1 1H4.5C5 9.5 11.5 10 11.5 14.5V17H3z"),
                _oval(1, 7, 2.2, "shade"),
                _ball(-5.5, 6.5),
                _gleam("M-4.8-6.5A5.5 5.5 0 0 1 0-10.8 8 8 0 0 0-4.8-6.5z", 0.5),
                _lines("M-8.5 14.6H8.5"),
                _mark(0, -5.5, 0.62),
            )
        ),
    }
}
"""Other ways to draw some of the shapes, by the name of the set."""


# -- pieces ------------------------------------------------------------------------------------------------------


def drawing(piece: Piece) -> str:
    """The SVG elements that draw a piece: its own drawing in the paint of its colour, else that of its shape."""
    if piece.drawing is not None:
        look = paint(piece.colour)
        return (
            f'<g fill="{look.fill}" stroke="{look.edge}" color="{look.detail}" stroke-width="1.6" stroke-linejoin="round">'
            f"{piece.drawing}</g>"
        )
    return _drawn(SHAPES.get(piece.shape) or Shape((*_DISC, _glyph(piece.glyph))), piece.colour)


def other_drawings(piece: Piece) -> dict[str, str]:
    """The same piece as other sets draw it, by set."""
    return {name: _drawn(shapes[piece.shape], piece.colour) for name, shapes in SETS.items() if piece.shape in shapes}


def counters(piece: Piece) -> tuple[str, ...]:
    """What each unit of a token's number adds to the drawing; a larger number is told by its badge only."""
    return SHAPES[piece.shape].counters if piece.value and piece.shape in SHAPES else ()


def badge(number: int) -> str:
    """The number of a token, at the upper right of its piece."""
    wide = 5 + 3 * len(str(number))
    return (
        f'<g transform="translate(15 -14)"><rect x="-{wide}" y="-8" width="{2 * wide}" height="16" rx="8" fill="#fffaf0"'
        ' stroke="#4b3524"/><text y="4.2" font-family="sans-serif" font-size="12" font-weight="700" text-anchor="middle"'
        f' fill="#2c1d10">{number}</text></g>'
    )


def key(piece: Piece) -> str:
    """The id of a drawing: two pieces share it only when they look the same."""
    name = f"{piece.shape}-{piece.colour}"
    if piece.drawing is not None:
        name = f"own-{crc32(piece.drawing.encode()):x}-{name}"
    if piece.shape not in SHAPES:
        name += "".join(f"-{ord(letter):x}" for letter in piece.glyph)
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "_" for letter in name)


def _drawn(shape: Shape, colour: str) -> str:
    look = paint(colour)
    size = "" if shape.scale == 1 else f' transform="scale({shape.scale:g})"'
    body = "".join(part(look) for part in shape.parts)
    return f'<g fill="{look.fill}" stroke="{look.edge}" stroke-width="1.3" stroke-linejoin="round"{size}>{body}</g>'

"""The pieces that SVG boards are drawn with: one drawing for each shape, in any colour.

A piece is drawn around the origin, in a cell of 48 units. Colours differ by a mark as well (a ring, a dot, a triangle…),
so that nobody needs to tell red from green.
"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from tablier.core.scene import Piece


@dataclass(frozen=True, slots=True)
class Paint:
    """How a colour is painted: its body, its outline, what is drawn on it, and the path of its mark."""

    fill: str
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
    "white": Paint("#fbf4e2", "#4b3524", "#a9854f", RING),
    "black": Paint("#3d322d", "#15100d", "#dcc9a5", DOT),
    "red": Paint("#bf4530", "#571a10", "#fff0dc", TRIANGLE),
    "blue": Paint("#2f6c9c", "#10304a", "#e8f4ff", SQUARE),
    "green": Paint("#4c8743", "#1f421b", "#effde4", PLUS),
    "yellow": Paint("#e6b637", "#6b4a08", "#4d3500", DIAMOND),
}
PLAIN = Paint("#a39a8f", "#3f3a35", "#fffaf0", "")


def paint(colour: str) -> Paint:
    """The paint of a colour, grey for one that is unknown."""
    return PAINTS.get(colour, PLAIN)


def drawing(piece: Piece) -> str:
    """The SVG elements that draw a piece."""
    look = paint(piece.colour)
    draw = SHAPES.get(piece.shape)
    body = draw(look) if draw else _disc(look, "") + _glyph(piece.glyph, look)
    return f'<g fill="{look.fill}" stroke="{look.edge}" stroke-width="1.6" stroke-linejoin="round">{body}</g>'


def key(piece: Piece) -> str:
    """The id of a drawing: two pieces share it only when they look the same."""
    name = f"{piece.shape}-{piece.colour}"
    if piece.shape not in SHAPES:
        name += "".join(f"-{ord(letter):x}" for letter in piece.glyph)
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "_" for letter in name)


def _shadow(y: float, width: float, height: float = 4) -> str:
    return f'<ellipse cy="{y:g}" rx="{width:g}" ry="{height:g}" fill="#2a1a0c" fill-opacity=".28" stroke="none"/>'


def _mark(look: Paint, x: float = 0, y: float = 0, scale: float = 1) -> str:
    if not look.mark:
        return ""
    return f'<path d="{look.mark}" transform="translate({x:g} {y:g}) scale({scale:g})" fill="{look.detail}" stroke="none"/>'


def _lines(look: Paint, path: str, width: float = 1.4) -> str:
    return f'<path d="{path}" fill="none" stroke="{look.detail}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _glyph(glyph: str, look: Paint) -> str:
    text = f'<text y="6" font-family="sans-serif" font-size="17" font-weight="700" text-anchor="middle" stroke="none" fill="{look.detail}">'
    return f"{text}{escape(glyph)}</text>"


def _disc(look: Paint, mark: str | None = None) -> str:
    rim = f'<circle r="12.4" fill="none" stroke="{look.detail}" stroke-width="1.2"/>'
    return f'{_shadow(3.5, 17, 15.5)}<circle r="16.5"/>{rim}{_mark(look, scale=1.25) if mark is None else mark}'


def _square(look: Paint) -> str:
    rim = f'<path d="M-10.5-10.5H10.5V10.5H-10.5z" fill="none" stroke="{look.detail}" stroke-width="1.2"/>'
    body = '<path d="M-14.5-14.5H14.5V14.5H-14.5z"/>'
    return f"{_shadow(5, 17, 14.5)}{body}{rim}{_mark(look, scale=1.25)}"


def _dame(look: Paint) -> str:
    crown = f'<path d="M-8 5.5-9.5-5-4.4-.6 0-7.5 4.4-.6 9.5-5 8 5.5z" fill="{look.detail}" stroke="none"/>'
    lower = f'{_shadow(6, 17, 15.5)}<circle cy="3" r="16.5"/>'
    rim = f'<circle cy="-2" r="12.6" fill="none" stroke="{look.detail}" stroke-width="1.2"/>'
    return f'{lower}<circle cy="-2" r="16.5"/>{rim}<g transform="translate(0 -1.6)">{crown}</g>'


def _pawn(look: Paint) -> str:
    body = "M-13.5 13.5C-13.5 10-7 8-5-5H5C7 8 13.5 10 13.5 13.5 13.5 18.5-13.5 18.5-13.5 13.5z"
    return (
        f'{_shadow(15, 16, 5)}<path d="{body}"/><ellipse cy="-5" rx="7.5" ry="2.6"/><circle cy="-12" r="7"/>'
        f"{_mark(look, y=-12, scale=0.75)}"
    )


def _boat(look: Paint) -> str:
    return (
        f'{_shadow(15, 18, 3.4)}<path d="M-18 7H18C16 13 12 16 7 16H-8C-13 16-16.5 12-18 7z"/>'
        f'{_lines(look, "M-15 10.5H15")}<path d="M-1 7V-19" fill="none" stroke-width="2.2"/>'
        f'<path d="M1-18C10-14 15-6 15.5 4H1z"/><path d="M-3-12C-8-8-11-3-12 4H-3z"/>{_mark(look, 6.5, -3, 0.95)}'
    )


def _mine(look: Paint) -> str:
    spikes = "M0-15.5V15.5M-15.5 0H15.5M-11-11 11 11M-11 11 11-11"
    return f'{_shadow(4, 13, 11)}<path d="{spikes}" stroke-width="3.4" stroke-linecap="round"/><circle r="10.5"/>{_mark(look, scale=1.1)}'


def _khun(look: Paint) -> str:
    body = (
        "M-13 17.5V14C-9.5 12.5-9.5 9-8.5 5H-10V1.5H-6.5C-4.5-2-4-5-3.5-8H-5V-10.5H-2.5L0-20.5"
        " 2.5-10.5H5V-8H3.5C4-5 4.5-2 6.5 1.5H10V5H8.5C9.5 9 9.5 12.5 13 14V17.5z"
    )
    return f'{_shadow(17, 15)}<path d="{body}"/>{_lines(look, "M-9.5 14.5H9.5M-6.5 5.5H6.5M-4.5 1H4.5M-2-8H2")}'


def _met(look: Paint) -> str:
    body = (
        "M-11.5 16.5V13.5C-8 11.5-7.5 8.5-6.5 5.5H-8V2.5H-4.5C-3-.5-2-3.5 0-10.5"
        " 2-3.5 3-.5 4.5 2.5H8V5.5H6.5C7.5 8.5 8 11.5 11.5 13.5V16.5z"
    )
    return f'{_shadow(16, 13.5)}<path d="{body}"/>{_lines(look, "M-8 13.700H8M-4.5 6H4.5")}'


def _khon(look: Paint) -> str:
    body = "M-12.5 17V14C-8.5 12-8 9-7.5 6H-9.5V3H-8.5C-10-6-5-11.5-2-12.5V-15.5H2V-12.5C5-11.5 10-6 8.5 3H9.5V6H7.5C8 9 8.5 12 12.5 14V17z"
    return f'{_shadow(16.5, 14.5)}<path d="{body}"/><circle cy="-16" r="2.6"/>{_lines(look, "M-9 14.200H9M-5.5 6.5H5.5M-6 2.5H6")}'


def _ma(look: Paint) -> str:
    body = "M-11 17V13.5C-9 12-9.5 7-7-1-12 4-14.5 3-15-.5-12-4-10.5-9-7-12.5L-7.5-18-2.5-14.5C6-14.5 11-5 10 3.5 9.5 8 9.5 11 12 13.5V17z"
    eye = f'<circle cx="-5.6" cy="-8" r="1.3" fill="{look.detail}" stroke="none"/>'
    return f'{_shadow(16.5, 14)}<path d="{body}"/>{eye}{_lines(look, "M-8 13.800H9M1-11.5C5.5-8 7-2 6.5 4M-.5-7C2.5-4 3.5 0 3 4")}'


def _rua(look: Paint) -> str:
    body = "M-15 15.5V11.5C-11.5 10-11.5 6-12 2.5H-15.5V-6H-9.5V-2.5H-4V-6H4V-2.5H9.5V-6H15.5V2.5H12C11.5 6 11.5 10 15 11.5V15.5z"
    return f'{_shadow(15.5, 17)}<path d="{body}"/>{_lines(look, "M-11.5 12H11.5M-10.5 2.800H10.5")}'


def _bia(look: Paint) -> str:
    return (
        f'{_shadow(4.5, 12.5, 9)}<ellipse cy="1" rx="12.5" ry="9.8"/>{_lines(look, "M-8.5 1C-4-1 4-1 8.5 1", 1.8)}'
        f"{_lines(look, 'M-5-3.200V2.200M0-4V2.5M5-3.200V2.2', 1.1)}"
    )


SHAPES: dict[str, Callable[[Paint], str]] = {
    "disc": _disc,
    "square": _square,
    "dame": _dame,
    "stack": _dame,
    "pawn": _pawn,
    "boat": _boat,
    "mine": _mine,
    "khun": _khun,
    "met": _met,
    "khon": _khon,
    "ma": _ma,
    "rua": _rua,
    "bia": _bia,
}
"""What can be drawn; any other shape is a disc that bears the piece's glyph."""

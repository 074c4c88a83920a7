"""Terminal colours: the names that games use, made readable on any ground."""

from rich.color import Color, ColorParseError

RGB = tuple[int, int, int]

NAMED: dict[str, RGB] = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "grey": (158, 158, 158),
    "gray": (158, 158, 158),
    "red": (211, 47, 47),
    "blue": (30, 100, 200),
    "green": (56, 142, 60),
    "yellow": (253, 216, 53),
    "orange": (245, 124, 0),
    "purple": (142, 36, 170),
    "violet": (142, 36, 170),
    "brown": (121, 85, 72),
    "pink": (233, 100, 150),
    "teal": (0, 137, 123),
    "cyan": (0, 172, 193),
    "turquoise": (38, 190, 180),
    "gold": (255, 193, 7),
    "silver": (189, 189, 189),
    "navy": (26, 50, 110),
    "beige": (235, 222, 190),
    "sand": (225, 200, 140),
    "ivory": (255, 250, 230),
    "maroon": (120, 30, 40),
    "sea": (70, 130, 180),
    "water": (70, 130, 180),
}
WOOD: tuple[RGB, RGB] = ((166, 126, 86), (153, 114, 76))
"""Halfway between black and white, so that both sides' pieces stand out."""
LOWEST, HIGHEST = (104, 78, 56), (200, 160, 110)
READABLE = 2.6


def rgb(name: str) -> RGB | None:
    """The colour of that name, or of that `#rrggbb`; None when it is none."""
    if name.lower() in NAMED:
        return NAMED[name.lower()]
    try:
        colour = Color.parse(name).get_truecolor()
    except ColorParseError:
        return None
    return None if name == "default" else (colour.red, colour.green, colour.blue)


def blend(one: RGB, other: RGB, share: float) -> RGB:
    """A colour between two; `share` is how much of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def wood(x: int, y: int) -> RGB:
    """The ground of a flat board, its cells told apart."""
    return WOOD[(x + y) % 2]


def height(level: int, low: int, high: int) -> RGB:
    """The ground of a stepped board: the higher, the lighter."""
    return blend(LOWEST, HIGHEST, (level - low) / (high - low))


def readable(colour: RGB | None, ground: RGB) -> RGB:
    """The colour, no lighter or darker than it takes to read it on this ground; black or white for no colour."""
    extremes: tuple[RGB, RGB] = ((0, 0, 0), (255, 255, 255))
    best = max(extremes, key=lambda other: _contrast(other, ground))
    if colour is None:
        return best
    for share in (0.0, 0.15, 0.3, 0.45, 0.6):
        for extreme in extremes:
            if _contrast(shade := blend(colour, extreme, share), ground) >= READABLE:
                return shade
    return best


def style(colour: RGB, ground: RGB, *, bold: bool = False) -> str:
    """The two as rich writes a style."""
    return f"{'bold ' if bold else ''}rgb({_commas(colour)}) on rgb({_commas(ground)})"


def _commas(colour: RGB) -> str:
    return ",".join(map(str, colour))


def _contrast(one: RGB, other: RGB) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: RGB) -> float:
    """How bright a colour looks, from 0 to 1 (the formula of WCAG 2)."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

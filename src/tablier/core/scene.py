"""Scenes: positions as data that any client can draw without knowing the game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tablier.core.actors import Seat
from tablier.core.play import Event, Token, Verb
from tablier.core.text import Text


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of token: how to draw it (shape and colour), write it (one glyph) and say it.

    `drawing` replaces the picture of the shape: SVG elements around the origin, in a cell of 48 units. They are filled and
    outlined in the piece's colour; `currentColor` is the colour of details on it.
    """

    id: str
    shape: str
    colour: str
    glyph: str
    name: Text
    seat: Seat | None = None
    value: Text | None = None  # what the token's number counts, in the plural ("anneaux", "rings")
    unit: Text | None = None  # the same in the singular ("anneau", "ring")
    feminine: bool = False  # whether its name is feminine in French
    afloat: bool = False  # it floats: its board is drawn as water
    drawing: str | None = None


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number beside the board that players watch: a stock, a count of moves left, a die."""

    id: str
    name: Text
    seat: Seat | None = None
    die: bool = False  # it shows the last roll, and may be drawn as a die
    short: Text | None = None
    """Its name where its seat is known, as beside the player."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a position holds and no scene shows: a ban, a count. Its value is a word of the position's text."""

    id: str
    name: Text


@dataclass(frozen=True, slots=True)
class Button:
    """Something to click that is not a cell."""

    id: str
    name: Text


@dataclass(frozen=True)
class Scene:
    """The tokens by cell, and the gauges that are shown."""

    tokens: Mapping[str, Token] = field(default_factory=dict)
    gauges: Mapping[str, int] = field(default_factory=dict)

    def after(self, events: Iterable[Event]) -> "Scene":
        """The scene after some events; KeyError for an event that does not fit, which is a bug of the game."""
        tokens, gauges = dict(self.tokens), dict(self.gauges)
        for event in events:
            _apply_event(event, tokens, gauges)
        return Scene(tokens, gauges)


def _apply_event(event: Event, tokens: dict[str, Token], gauges: dict[str, int]) -> None:
    cell, to, token = event.cell or "", event.to or "", event.token
    match event.verb:
        case Verb.MOVE:
            _put(tokens, to, tokens.pop(cell))
        case Verb.SWAP:
            tokens[cell], tokens[to] = tokens[to], tokens[cell]
        case Verb.ADD:
            assert token is not None
            _put(tokens, cell, token)
        case Verb.REMOVE:
            del tokens[cell]
        case Verb.ALTER:
            assert token is not None and cell in tokens
            tokens[cell] = token
        case Verb.GAUGE:
            assert event.gauge is not None
            if event.value is None:
                del gauges[event.gauge]
            else:
                gauges[event.gauge] = event.value
        case Verb.ROLL | Verb.PASS:
            pass


def _put(tokens: dict[str, Token], cell: str, token: Token) -> None:
    if cell in tokens:
        raise KeyError(f"{cell} already holds {tokens[cell]}")
    tokens[cell] = token

"""Manifests: games as data that a client draws and explains without knowing them; fetched once and cached by rule version."""

from typing import Literal

from msgspec import Struct

from tablier.api.primitives import WireText, WireToken, wire_text, wire_token
from tablier.core.game import Game, Option
from tablier.core.law import COMMON, Clause, Example
from tablier.core.scene import Gauge, Piece
from tablier.core.text import Term, Text
from tablier.games import AnyGame
from tablier.render.shapes import counters, drawing, other_drawings
from tablier.search.level_elo import elos_of
from tablier.search.levels import levels_of


class WireCell(Struct, frozen=True, omit_defaults=True):
    """A place on the board, as seat 0 sees it: x to the right, y upward."""

    name: str
    x: int
    y: int
    level: int = 0
    tags: tuple[str, ...] = ()


class WireTag(Struct, frozen=True):
    """What a tag of cells means, and the colour that shows it ("" for none)."""

    id: str
    name: WireText
    colour: str


class WirePiece(Struct, frozen=True):
    """A kind of token: how to draw it, write it and say it."""

    id: str
    shape: str
    colour: str
    glyph: str
    name: WireText
    seat: int | None
    value: WireText | None
    drawing: str = ""
    """SVG elements around the origin, in a cell of 48 units."""
    drawings: dict[str, str] = {}
    """The same in other sets, by set."""
    counters: tuple[str, ...] = ()
    """What each unit of a token's number adds to the drawing."""
    afloat: bool = False
    unit: WireText | None = None
    """What the number counts, in the singular."""


class WirePlace(Struct, frozen=True):
    """The name and the colour of a seat."""

    name: WireText
    colour: str


class WireGauge(Struct, frozen=True):
    """A number beside the board; `die` tells that it is what a die shows."""

    id: str
    name: WireText
    seat: int | None
    die: bool = False
    short: WireText | None = None
    """Its name where its seat is known, as beside the player."""
    composed: bool = False
    """Whether a composed position takes its value."""


class WireFact(Struct, frozen=True):
    """Something that a position holds and no frame shows; a composed position takes its value, a word."""

    id: str
    name: WireText


class WireButton(Struct, frozen=True):
    """Something to click that is not a cell."""

    id: str
    name: WireText


class WireExample(Struct, frozen=True, omit_defaults=True):
    """A position and what is tried in it, to show a clause. The last of `moves` is played, or refused where `refused` says so."""

    moves: tuple[str, ...]
    position: str
    options: dict[str, str]
    refused: bool = False


class WireClause(Struct, frozen=True):
    """A sentence of the rules."""

    id: str
    kind: Literal["sheet", "ruling", "note"]
    text: WireText
    why: WireText | None
    examples: tuple[WireExample, ...]


class WireValue(Struct, frozen=True):
    """A value of an option, and its meaning where the name does not explain it."""

    id: str
    name: WireText
    help: WireText | None


class WireOption(Struct, frozen=True):
    """A choice between readings of the rules: one of `values`, or a number from `low` to `high`."""

    id: str
    name: WireText
    help: WireText
    default: str | int
    values: tuple[WireValue, ...]
    low: int
    high: int
    only: tuple[str, str] | None


class WireTerm(Struct, frozen=True):
    """A foreign word in the texts of a game: as its own language writes it, what it means, the word known here for one and for several,
    and what piece it names."""

    word: str
    script: str
    meaning: WireText
    twin: WireText
    twins: WireText
    piece: str


class GameCard(Struct, frozen=True):
    """A game in the collection."""

    id: str
    name: WireText
    summary: WireText
    source: WireText
    version: int
    seats: int
    width: int
    height: int
    sets: tuple[str, ...]
    """The other piece sets that draw its pieces."""
    levels: tuple[int, ...]
    """Of the engines that play it on this server, the weakest first."""
    elos: dict[str, int] = {}
    """The Elo of each level, on the scale of the ratings; empty where it is not measured: with other options than the sheet's."""
    order: int = 0
    """The collection lists games by it, the lowest first."""
    minutes: int = 0
    """How long a game lasts, about; 0 where that is not known."""
    difficulty: Literal[0, 1, 2, 3] = 0
    """To learn: 1 is easy, 3 takes time; 0 where that is not known."""
    tokens: dict[str, WireToken] = {}
    """What stands on the board in a game in progress, by cell."""
    moves: tuple[str, ...] = ()
    """The moves of a game that plays itself on the first page."""


class Manifest(Struct, frozen=True):
    """All that a client needs to draw, play and explain a game with its options chosen."""

    game: GameCard
    options: dict[str, str | int]
    choices: tuple[WireOption, ...]
    cells: tuple[WireCell, ...]
    legend: tuple[WireTag, ...]
    pieces: tuple[WirePiece, ...]
    places: tuple[WirePlace, ...]
    gauges: tuple[WireGauge, ...]
    buttons: tuple[WireButton, ...]
    clauses: tuple[WireClause, ...]
    dice: bool
    lines: tuple[tuple[str, str], ...] = ()
    """The cells that lines join, where the board is made of points on lines instead of squares."""
    counts: bool = False
    """Whether stopping by agreement counts what each side has; it is a draw elsewhere."""
    terms: tuple[WireTerm, ...] = ()
    formats: tuple[str, ...] = ()
    """The formats of others in which its records are written."""
    placeable: tuple[WireToken, ...] = ()
    """What a cell of a composed position may hold; nothing where positions are not composed."""
    facts: tuple[WireFact, ...] = ()


def card(game: AnyGame) -> GameCard:
    """A game as the collection shows it."""
    info, board, shown = game.info, game.board, game.showcase
    usual = type(game)()  # a showcase is a position of the game without options
    scene = usual.scene(usual.load(shown.position) if shown.position else usual.start())
    return GameCard(
        info.id,
        wire_text(info.name),
        wire_text(info.summary),
        wire_text(info.source),
        info.version,
        len(game.seats),
        board.width,
        board.height,
        tuple(dict.fromkeys(name for piece in game.pieces for name in other_drawings(piece))),
        levels_of(game),
        {str(level): elo for level, elo in elos_of(game).items()},
        shown.order,
        shown.minutes,
        shown.difficulty,
        {cell: wire_token(token) for cell, token in scene.tokens.items()},
        shown.moves,
    )


def manifest(game: AnyGame) -> Manifest:
    """The manifest of a game with its options chosen."""
    board = game.board
    return Manifest(
        card(game),
        dict(game.options),
        tuple(map(_option, game.choices)),
        tuple(WireCell(cell.name, cell.x, cell.y, cell.level, cell.tags) for cell in board.cells),
        tuple(WireTag(tag.id, wire_text(tag.name), tag.colour) for tag in board.legend),
        tuple(map(_piece, game.pieces)),
        tuple(WirePlace(wire_text(place.name), place.colour) for place in game.seats),
        tuple(_gauge(gauge, game) for gauge in game.gauges),
        tuple(WireButton(button.id, wire_text(button.name)) for button in game.buttons),
        tuple(map(_clause, (*game.clauses, *COMMON))),
        game.dice,
        board.lines,
        type(game).settle is not Game.settle,
        tuple(map(_term, game.terms)),
        game.formats,
        tuple(map(wire_token, game.placeable())),
        tuple(WireFact(fact.id, wire_text(fact.name)) for fact in game.facts),
    )


def _gauge(gauge: Gauge, game: AnyGame) -> WireGauge:
    return WireGauge(gauge.id, wire_text(gauge.name), gauge.seat, gauge.die, _maybe(gauge.short), gauge.id in game.composed)


def _piece(piece: Piece) -> WirePiece:
    return WirePiece(
        piece.id,
        piece.shape,
        piece.colour,
        piece.glyph,
        wire_text(piece.name),
        piece.seat,
        _maybe(piece.value),
        drawing(piece),
        other_drawings(piece),
        counters(piece),
        piece.afloat,
        _maybe(piece.unit),
    )


def _term(term: Term) -> WireTerm:
    return WireTerm(term.word, term.script, wire_text(term.meaning), wire_text(term.twin), wire_text(term.twins), term.piece)


def _option(option: Option) -> WireOption:
    return WireOption(
        option.id,
        wire_text(option.name),
        wire_text(option.help),
        option.default,
        tuple(WireValue(value.id, wire_text(value.name), _maybe(value.help)) for value in option.values),
        option.low,
        option.high,
        option.only,
    )


def _clause(clause: Clause) -> WireClause:
    return WireClause(clause.id, clause.kind.value, wire_text(clause.text), _maybe(clause.why), tuple(map(_example, clause.examples)))


def _example(example: Example) -> WireExample:
    return WireExample(tuple(example.moves.split()), example.position, dict(example.options), example.refused)


def _maybe(text: Text | None) -> WireText | None:
    return wire_text(text) if text else None

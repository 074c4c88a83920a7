"""Openings on the wire: the moves that were played in an early position, what came of them, and what an engine thinks of them."""

from typing import Any, Literal

from msgspec import Struct

from tablier.api.http import PositionRequest
from tablier.api.primitives import WireText
from tablier.core.match import Match
from tablier.games import game
from tablier.openings.book import book_of, has_standard_options
from tablier.openings.keys import position_key

OpeningPlayers = Literal["people", "engines", "mixed"]
"""Who played: people alone, engines alone, or people with engines."""


class OpeningResults(Struct, frozen=True):
    """Games in which a move was played: how many each seat won alone, and how many were drawn or shared."""

    games: int
    wins: tuple[int, ...]
    shared: int


class OpeningMove(Struct, frozen=True, omit_defaults=True):
    """A move of an opening: in the library's own games, in the book of the engines, and the engine's opinion."""

    text: str
    written: WireText | None = None
    """As players of the game write it; null where that is the text."""
    library: OpeningResults | None = None
    book: OpeningResults | None = None
    chance: float | None = None
    """The chance to win of the seat that plays it, as the engine sees it, from 0 to 1."""


class BookView(Struct, frozen=True):
    """How a book was made: games of the engine against itself, nodes for each move and for each opinion."""

    games: int
    nodes: int
    opinion_nodes: int


class OpeningView(Struct, frozen=True, omit_defaults=True):
    """What is known of an early position, the moves played most first. `standard`: openings are counted by the rules of the sheet only."""

    game: str
    position: str
    standard: bool
    seat: int | None = None
    """The seat that acts; null when dice are rolled or the game is over."""
    moves: tuple[OpeningMove, ...] = ()
    made: BookView | None = None
    """The book of this game; null where there is none."""


class KeyedOpening(Struct, frozen=True):
    """An opening by the book alone, with the key under which games are counted and the words of all its moves."""

    key: str
    view: OpeningView
    written: dict[str, WireText | None]


def keyed_opening(request: PositionRequest) -> KeyedOpening:
    """What the book knows of a position, which may be any."""
    rules = game(request.game, **request.options)
    match: Match[Any, Any] = Match(rules, rules.load(request.position) if request.position else None)
    for move in request.moves:
        match.enter(move)
    pos, actor, standard = match.position, match.actor, has_standard_options(rules)
    seat = actor if isinstance(actor, int) else None
    book = book_of(rules.info.id)
    made = BookView(book.provenance.games, book.provenance.nodes, book.provenance.opinion_nodes) if book.provenance else None
    written: dict[str, WireText | None] = {}
    if standard and seat is not None:
        for legal in match.legal():
            text, step = rules.write(pos, legal), rules.apply(pos, legal)
            words = rules.notate(pos, legal, step, rules.outcome(step.after))
            written[text] = None if (words.fr, words.en) == (text, text) else WireText(words.fr, words.en)
    moves = tuple(
        OpeningMove(one.move, written[one.move], None, OpeningResults(one.games, one.wins, one.shared) if one.games else None, one.chance)
        for one in book.moves(rules, pos)
        if one.move in written
    )
    return KeyedOpening(position_key(rules, pos), OpeningView(rules.info.id, rules.dump(pos), standard, seat, moves, made), written)


def with_library(found: KeyedOpening, counts: dict[str, OpeningResults]) -> OpeningView:
    """An opening with the library's own games, the moves played there first."""
    known = {move.text: move for move in found.view.moves}
    moves = []
    for text, words in found.written.items():
        if text in counts or text in known:
            booked = known.get(text, OpeningMove(text, words))
            moves.append(OpeningMove(text, words, counts.get(text), booked.book, booked.chance))
    view = found.view
    return OpeningView(view.game, view.position, view.standard, view.seat, tuple(sorted(moves, key=_frequency)), view.made)


def _frequency(move: OpeningMove) -> tuple[float, ...]:
    return (-(move.library.games if move.library else 0), -(move.book.games if move.book else 0), -(move.chance or 0.0))

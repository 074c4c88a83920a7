"""Books of openings: for each early position the moves that engines played, what came of them, and what an engine thinks of them."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tablier.core.game import OptionValue
from tablier.games import AnyGame, game, games
from tablier.openings.keys import position_key

DATA = Path(__file__).parent / "data"


class BookMove(NamedTuple):
    """A move of a book: in how many games it was played, how many each seat won alone, and the chance of who plays it, if known."""

    move: str
    games: int
    wins: tuple[int, ...]
    chance: float | None

    @property
    def shared(self) -> int:
        """The games that no seat won alone: draws, and first ranks that several share."""
        return self.games - sum(self.wins)


@dataclass(frozen=True)
class Provenance:
    """How a book was made: so many games of the engine against itself, so many nodes for a move and for an opinion."""

    version: str
    games: int
    nodes: int
    opinion_nodes: int
    plies: int
    seed: int


@dataclass(frozen=True)
class Book:
    """The book of one game with its standard options; empty where none was made."""

    game: str
    positions: Mapping[str, tuple[BookMove, ...]]
    provenance: Provenance | None = None

    def moves(self, rules: AnyGame, pos: Any) -> tuple[BookMove, ...]:
        """The moves of a position, the most frequent first; none where the book ends."""
        return self.positions.get(position_key(rules, pos), ())


def has_standard_options(rules: AnyGame) -> bool:
    """Whether a game is played as its sheet says: only then do openings count."""
    return dict(rules.options) == standard_options(rules.info.id)


@lru_cache(64)
def standard_options(name: str) -> Mapping[str, OptionValue]:
    """The options of a game that are chosen by default."""
    return dict(game(name).options)


@lru_cache(64)
def book_of(name: str, folder: Path = DATA) -> Book:
    """The book of a game; an empty one where there is none."""
    if name not in games():
        game(name)  # says which games there are
    path = folder / f"{name}.json.gz"
    if not path.exists():
        return Book(name, {})
    data: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    positions = {
        key: tuple(
            BookMove(move, count, tuple(wins), None if permille is None else permille / 1000) for move, count, wins, permille in moves
        )
        for key, moves in data["positions"].items()
    }
    return Book(name, positions, Provenance(**data["made"]))


def write_book(book: Book, folder: Path = DATA) -> Path:
    """Write a book; the same book gives the same bytes."""
    assert book.provenance is not None
    folder.mkdir(parents=True, exist_ok=True)
    positions = {
        key: [[one.move, one.games, one.wins, None if one.chance is None else round(1000 * one.chance)] for one in moves]
        for key, moves in sorted(book.positions.items())
    }
    path = folder / f"{book.game}.json.gz"
    data = json.dumps({"made": vars(book.provenance), "positions": positions}, separators=(",", ":"))
    path.write_bytes(gzip.compress(data.encode(), mtime=0))
    return path

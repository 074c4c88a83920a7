"""The puzzles that come with the package: one compressed file for each game."""

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from tablier.core.errors import TablierError
from tablier.core.game import OptionValue
from tablier.core.text import Text
from tablier.games import AnyGame, game, games
from tablier.puzzles.puzzle import Puzzle, load_puzzle

DATA = Path(__file__).parent / "data"


class NoPuzzle(TablierError):
    """There is no such puzzle."""


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of one game, the easiest first, and how they were verified."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    nodes: int
    puzzles: tuple[Puzzle, ...]

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    @cached_property
    def by_id(self) -> dict[str, Puzzle]:
        """The puzzles by their ids."""
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    def get(self, name: str) -> Puzzle:
        """The puzzle of an id; `NoPuzzle` where there is none."""
        if name not in self.by_id:
            shown = name[:40]
            raise NoPuzzle(
                Text(
                    f"Il n'y a pas de problème « {shown} » pour le jeu {self.game}.",
                    f"There is no puzzle '{shown}' of the game {self.game}.",
                )
            )
        return self.by_id[name]

    def rules(self) -> AnyGame:
        """The rules by which the puzzles are played."""
        return game(self.game, **dict(self.options))

    def themes(self) -> dict[str, int]:
        """The themes with the number of puzzles of each, the most frequent first."""
        counts: dict[str, int] = {}
        for puzzle in self.puzzles:
            for theme in puzzle.themes:
                counts[theme] = counts.get(theme, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def daily(self, day: date) -> Puzzle:
        """The puzzle of a day: all puzzles in an order of chance, one each day, then the same again."""
        shuffled = sorted(self.by_id, key=lambda name: sha256(f"{self.game}/{name}".encode()).digest())
        return self.by_id[shuffled[day.toordinal() % len(shuffled)]]


def puzzles_of(name: str, folder: Path = DATA) -> PuzzleSet:
    """The puzzles of a game; an empty set where it has none."""
    if name not in games():
        game(name)  # says which games there are
    path = folder / f"{name}.json.gz"
    if not path.exists():
        return PuzzleSet(name, (), 0, ())
    data: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    options = tuple((key, value) for key, value in data["options"])
    return PuzzleSet(name, options, data["nodes"], tuple(load_puzzle(one) for one in data["puzzles"]))


def write_puzzles(found: PuzzleSet, folder: Path = DATA) -> Path:
    """Write a set of puzzles, the easiest first; the same puzzles give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"options": found.options, "nodes": found.nodes, "puzzles": [one.dump() for one in easiest_first(found.puzzles)]}
    path = folder / f"{found.game}.json.gz"
    path.write_bytes(gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0))
    return path


def easiest_first(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Puzzles by rating, then by id."""
    return sorted(puzzles, key=lambda one: (one.rating, one.id))

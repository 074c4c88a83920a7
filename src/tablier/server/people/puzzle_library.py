"""The puzzles of all games, read once when the server starts to need them."""

import random
from collections.abc import Container
from datetime import UTC, datetime

from tablier.core.errors import UnknownGame
from tablier.core.text import Text
from tablier.games import games
from tablier.puzzles.puzzle import Puzzle
from tablier.puzzles.store import NoPuzzle, PuzzleSet, puzzles_of
from tablier.server.errors import Problem

NEAR = 150
"""Rating points around a player's own within which the next puzzle is drawn, if there are some."""


class PuzzleLibrary:
    """The puzzles that this server offers."""

    def __init__(self) -> None:
        self._sets: dict[str, PuzzleSet] = {}

    def games(self) -> list[PuzzleSet]:
        """The puzzles of every game that has some."""
        return [found for name in games() if len(found := self._set(name))]

    def of(self, game: str) -> PuzzleSet:
        """The puzzles of a game; a Problem (404) where it has none."""
        try:
            found = self._set(game)
        except UnknownGame as error:
            raise Problem(404, "unknown_game", error.text) from error
        if not len(found):
            raise Problem(404, "unknown_puzzle", Text("Ce jeu n'a pas encore de problèmes.", "This game has no puzzles yet."))
        return found

    def find(self, game: str, name: str) -> Puzzle:
        """One puzzle; a Problem (404) where there is none of that id."""
        try:
            return self.of(game).get(name)
        except NoPuzzle as error:
            raise Problem(404, "unknown_puzzle", error.text) from error

    def daily(self, game: str) -> Puzzle:
        """The puzzle of today, by universal time."""
        return self.of(game).daily(datetime.now(UTC).date())

    def next(self, game: str, theme: str, tried: Container[str], rating: int | None, after: str) -> Puzzle:
        """A puzzle that was not tried, near a rating where one is given; one that was, when none is left."""
        themed = [one for one in self.of(game) if not theme or theme in one.themes]
        if not themed:
            raise Problem(404, "unknown_theme", Text("Aucun problème n'a ce thème.", "No puzzle has this theme."))
        fresh = [one for one in themed if one.id not in tried and one.id != after] or [one for one in themed if one.id != after] or themed
        if rating is not None:
            nearest = min(abs(one.rating - rating) for one in fresh)
            fresh = [one for one in fresh if abs(one.rating - rating) <= max(NEAR, nearest)]
        return random.choice(fresh)

    def _set(self, game: str) -> PuzzleSet:
        if game not in self._sets:
            self._sets[game] = puzzles_of(game)
        return self._sets[game]

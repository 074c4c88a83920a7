"""What every engine can do, however it searches. Nothing compiled is needed here."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.search.analysis import Analysis, Limits, Line
from tablier.search.sight import Glance

if TYPE_CHECKING:
    from tablier.search.stop import Stop

Progress = Callable[[Analysis], None]
"""Called with the analysis so far, each time a better one is there."""


class Engine(ABC):
    """Analyses matches of one game. `seed` decides what an engine leaves to chance."""

    seed = 0

    def __init__(self, rules: AnyGame) -> None:
        self.rules = rules

    @abstractmethod
    def analyse(
        self, match: Match[Any, Any], limits: Limits, *, lines: int = 1, stop: "Stop | None" = None, progress: Progress | None = None
    ) -> Analysis:
        """The best lines from where the match stands. `stop.set()`, from any thread, ends it at once with what there is."""

    def choose(self, match: Match[Any, Any], limits: Limits, *, stop: "Stop | None" = None) -> Line:
        """The line to play. Where an analysis would say that a draw is a draw, an engine may here avoid it."""
        return self.analyse(match, limits, stop=stop).lines[0]

    @abstractmethod
    def glances(self, match: Match[Any, Any], effort: int, sight: float, seed: int, stop: "Stop | None" = None) -> list[Glance]:
        """Every legal move as it looks to a player of this sight who looks ahead by `effort`; none when stopped before the end."""

    def chance_after(self, match: Match[Any, Any], move: str, limits: Limits, stop: "Stop | None" = None) -> float | None:
        """The chance to win that a legal move leaves its player; None where the analysis of the next position tells it as well."""
        return None

    def new_game(self) -> None:
        """Forget the last game."""
        return

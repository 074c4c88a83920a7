"""What every engine can do, whichever way it thinks."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Stop
from tablier.search.analysis import Analysis, Limits
from tablier.search.evaluation.base import Knowledge
from tablier.search.registry import knowledge_of

Progress = Callable[[Analysis], None]
"""Called with what is known so far, each time something better is known."""


class Engine(ABC):
    """Thinks about matches of one game."""

    def __init__(self, rules: AnyGame, knowledge: Knowledge | None = None) -> None:
        self.rules = rules
        self.knowledge = knowledge or knowledge_of(rules)

    @abstractmethod
    def analyse(
        self, match: Match[Any, Any], limits: Limits, *, lines: int = 1, stop: Stop | None = None, progress: Progress | None = None
    ) -> Analysis:
        """The best lines from where the match stands. `stop.set()`, from any thread, ends it at once with what there is."""

    @abstractmethod
    def rough(self, match: Match[Any, Any], effort: int, seed: int, stop: Stop | None = None) -> dict[str, float]:
        """Every legal move with a quick opinion of it in hundredths of a piece, for weak levels to choose from; none if stopped."""

    def new_game(self) -> None:
        """Forget what was learnt in the last game."""
        return

    def _kernel(self, match: Match[Any, Any]) -> Kernel:
        return kernel_of(self.rules, self.rules.dump(match.position))

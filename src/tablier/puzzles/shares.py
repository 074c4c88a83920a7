"""How many puzzles of one kind a set may have, so that it stays varied."""

from collections import Counter
from collections.abc import Iterator

from tablier.core.play import Verb
from tablier.games import AnyGame
from tablier.puzzles.puzzle import Puzzle

MOST_OF = {"ending": 1 / 3, "plain": 1 / 10, "victory": 1 / 10}
"""The greatest share of exact endings, of puzzles whose moves win the most on the spot, and of those won by one move."""

MOST_TO = 1 / 8
"""The greatest share of puzzles that are solved by going to the same cell."""


class Shares:
    """Counts the kinds of the puzzles of a set of a certain size."""

    def __init__(self, rules: AnyGame, size: int) -> None:
        self.rules, self.size = rules, size
        self._counts = Counter[str]()

    def admit(self, puzzle: Puzzle) -> bool:
        """Count a puzzle in; False where there are enough of its kind."""
        kinds = list(kinds_of(self.rules, puzzle))
        if any(self._counts[kind] >= max(1, int(MOST_OF.get(kind, MOST_TO) * self.size)) for kind in kinds):
            return False
        self._counts.update(kinds)
        return True


def kinds_of(rules: AnyGame, puzzle: Puzzle) -> Iterator[str]:
    """The kinds of a puzzle of which there may not be too many."""
    if puzzle.exact:
        yield "ending"
    if puzzle.plain:
        yield "plain"
    if "victory" in puzzle.themes and len(puzzle.moves) == 1:
        yield "victory"
    step = rules.apply(rules.load(puzzle.position), rules.parse(puzzle.moves[0]))
    goals = [event.to for event in step.events if event.verb is Verb.MOVE and event.to]
    if goals:
        yield f"to {goals[0]}"

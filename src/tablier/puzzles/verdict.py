"""The verdict on a position: its best move, the second best, and whether the first is clearly better."""

from dataclasses import dataclass

from tablier.search.analysis import win_chance

CLEAR = 0.2
"""How far the chances to win of the best move lie above those of every other one."""

HOPEFUL = 0.4
"""The least chance to win with the best move: a lost position is no puzzle."""

DEEPER = 10
"""A puzzle is verified with so many times the nodes that it was found with."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best move of a position with its line, the second best, and whether the first is clearly better."""

    line: tuple[str, ...]
    score: int
    second_line: tuple[str, ...]
    second: int
    nodes_to_find: int
    exact: bool = False
    beats_count: bool = False

    @property
    def move(self) -> str:
        """The best move."""
        return self.line[0]

    @property
    def gap(self) -> float:
        """The chances to win that the second best move gives away."""
        return win_chance(self.score) - win_chance(self.second)

    @property
    def clear(self) -> bool:
        """True where one move is clearly best, and worth finding."""
        return bool(self.second_line) and self.gap >= CLEAR and win_chance(self.score) >= HOPEFUL

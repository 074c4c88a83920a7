"""A puzzle: a position, the line that solves it, and what is known of it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import Any

ID_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and the moves to find in it.

    `moves` are the solver's moves and the replies between them, in turn. `tail` is how the game goes on after them, `instead`
    the second best first move and what answers it. Scores are in hundredths of a piece for the solver. In a game with dice
    `odds` are the chances of every first move, in thousandths. The moves of a `plain` puzzle win more on the spot than all others.
    """

    position: str
    moves: tuple[str, ...]
    tail: tuple[str, ...]
    instead: tuple[str, ...]
    score: int
    second: int
    rating: int
    themes: tuple[str, ...]
    exact: bool = False
    odds: Mapping[str, int] | None = None
    plain: bool = False

    @property
    def id(self) -> str:
        """A short name of the position, the same wherever it is generated."""
        return sha256(self.position.encode()).hexdigest()[:ID_LENGTH]

    @property
    def solver_moves(self) -> tuple[str, ...]:
        """The moves that the solver has to find."""
        return self.moves[::2]

    def dump(self) -> dict[str, Any]:
        """The puzzle as plain data; what has its default is left out."""
        data = asdict(self)
        return {name: " ".join(value) if isinstance(value, tuple) else value for name, value in data.items() if value}


def load_puzzle(data: Mapping[str, Any]) -> Puzzle:
    """The puzzle that `Puzzle.dump` wrote."""
    known: dict[str, Any] = {"tail": (), "instead": (), "themes": (), "score": 0, "second": 0}
    for field in fields(Puzzle):
        if field.name in data:
            value = data[field.name]
            listed = field.name in ("moves", "tail", "instead", "themes")
            known[field.name] = tuple(value.split()) if listed else value
    return Puzzle(**known)

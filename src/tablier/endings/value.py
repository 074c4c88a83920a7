"""What is exactly known of a position."""

from typing import NamedTuple


class Exact(NamedTuple):
    """The value of a position for the side to move: 1 won, 0 drawn, -1 lost, with what a count or a quiet limit leaves taken in.

    `plies` lead to the end, or with `to_change` to the capture, promotion or end that wins; 0 when drawn. `left` are the
    winner's own moves that the count leaves, None where nothing is counted. `without_count` is the result if nothing were
    counted. Where captures decide, `balance` is how many more the side to move will have in the end, and `without_count`
    says who gains on what the board shows now.
    """

    ending: str
    result: int
    plies: int = 0
    to_change: bool = False
    left: int | None = None
    without_count: int = 0
    balance: int | None = None

    @property
    def moves(self) -> int:
        """The winner's own moves."""
        return (self.plies + 1) // 2

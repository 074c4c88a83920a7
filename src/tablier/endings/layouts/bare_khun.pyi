from collections.abc import Callable, Sequence
from typing import NamedTuple

from tablier.endings.layouts.base import SolvedSet

class BareTally(NamedTuple):
    positions: int
    distances: tuple[int, ...]

class BareKhunSet(SolvedSet):
    kinds: tuple[int, ...]
    longest: int
    def tally(self, *, strong: bool) -> BareTally: ...
    def examples(self) -> dict[int, tuple[int, int, tuple[int, ...]]]: ...

def solve(
    kinds: Sequence[int],
    known: dict[tuple[int, ...], BareKhunSet] | None = None,
    report: Callable[[int, int], None] | None = None,
    threads: int = 1,
) -> BareKhunSet: ...
def room_to_solve(kinds: Sequence[int]) -> int: ...

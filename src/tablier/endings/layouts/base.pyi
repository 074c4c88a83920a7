from collections.abc import Callable, Sequence

from tablier.endings.index import Index
from tablier.kernels.kernel import Kernel

Counts = tuple[int, ...]

class SolvedSet: ...

class Layout:
    letters: str
    least: Counts
    promotions: dict[int, int]
    most_taken: int
    cells: int
    captures_decide: bool
    exact: bool
    mark_turns: Sequence[Sequence[int]]
    kernel: Kernel
    limit_draws: bool
    def __init__(self, kernel: Kernel) -> None: ...
    def symmetries(self, counts: Counts) -> list[tuple[int, ...]]: ...
    def index(self, own: Counts, other: Counts) -> Index: ...
    @classmethod
    def variant(cls, options: dict[str, object], own: Counts, other: Counts) -> str | None: ...
    @classmethod
    def options(cls, variant: str) -> dict[str, object]: ...
    @classmethod
    def metric(cls, variant: str, own: Counts, other: Counts) -> str: ...
    @classmethod
    def solve(cls, variant: str, own: Counts, other: Counts, report: Callable[[int, int], None], threads: int) -> SolvedSet: ...
    @classmethod
    def room_to_solve(cls, variant: str, own: Counts, other: Counts) -> int | None: ...
    @classmethod
    def names(cls) -> list[str]: ...
    @classmethod
    def variants(cls) -> list[str]: ...

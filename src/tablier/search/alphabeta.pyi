"""Types of the compiled search; the code is in alphabeta.pyx."""

from collections.abc import Sequence

from tablier.kernels.kernel import Kernel
from tablier.search.knowledge import Knowledge
from tablier.search.table import Table

class Stop:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Searcher:
    @property
    def nodes(self) -> int: ...
    @property
    def number(self) -> int: ...
    def __init__(
        self, kernel: Kernel, knowledge: Knowledge, table: Table, stop: Stop, past: Sequence[int] = (), number: int = 0
    ) -> None: ...
    def iterate(
        self, depth: int, last: int, node_limit: int, deadline: float, excluded: Sequence[int] = ()
    ) -> tuple[int, list[int]] | None: ...
    def judge(self, depth: int, node_limit: int, deadline: float) -> list[tuple[int, int]] | None: ...

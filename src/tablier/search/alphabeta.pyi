"""Types of the compiled search; the code is in alphabeta.pyx."""

from collections.abc import Callable, Sequence

from tablier.endings.prober import Prober
from tablier.kernels.kernel import Kernel
from tablier.search.evaluation.base import Evaluation
from tablier.search.settings import SearchSettings
from tablier.search.transpositions import TranspositionTable

class Stop:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Histories:
    def forget(self) -> None: ...

class Searcher:
    @property
    def nodes(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def reached(self) -> int: ...
    @property
    def halted(self) -> bool: ...
    def __init__(
        self,
        kernel: Kernel,
        evaluation: Evaluation,
        table: TranspositionTable,
        stop: Stop,
        past: Sequence[int] = (),
        number: int = 0,
        endings: Prober | None = None,
        settings: SearchSettings | None = None,
        histories: Histories | None = None,
        shared: bool = False,
        contempt: int = 0,
    ) -> None: ...
    def root_moves(self) -> list[int]: ...
    def iterate(
        self,
        depth: int,
        last: int,
        node_limit: int,
        deadline: float,
        excluded: Sequence[int] = (),
        on_move: Callable[[int, int], None] | None = None,
        over: Stop | None = None,
    ) -> tuple[int, list[int]] | None: ...
    def glance(self, depth: int) -> list[tuple[int, int, bool, int, int, bool]] | None: ...
    def settled(self) -> bool: ...

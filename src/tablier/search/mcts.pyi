"""Types of the compiled search; the code is in mcts.pyx."""

from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Stop
from tablier.search.evaluation.base import Evaluation

class Mcts:
    exploration: float
    playout_plies: int
    @property
    def simulations(self) -> int: ...
    def __init__(
        self,
        kernel: Kernel,
        evaluation: Evaluation,
        seed: int = 0,
        exploration: float | None = None,
        playout_plies: int | None = None,
        megabytes: int = 256,
    ) -> None: ...
    def run(self, simulations: int, deadline: float, stop: Stop) -> None: ...
    def values(self) -> tuple[float, ...] | None: ...
    def moves(self) -> list[tuple[int, int, tuple[float, ...]]]: ...
    def best_line(self, longest: int = 12) -> list[int]: ...

"""Types of the compiled sampler; the code is in sampling.pyx."""

from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Stop
from tablier.search.evaluation.base import Knowledge

class Sampler:
    curiosity: float
    patience: int
    @property
    def simulations(self) -> int: ...
    def __init__(
        self,
        kernel: Kernel,
        knowledge: Knowledge,
        seed: int = 0,
        curiosity: float | None = None,
        patience: int | None = None,
        megabytes: int = 256,
    ) -> None: ...
    def run(self, simulations: int, deadline: float, stop: Stop) -> None: ...
    def values(self) -> tuple[float, ...] | None: ...
    def moves(self) -> list[tuple[int, int, tuple[float, ...]]]: ...
    def best_line(self, longest: int = 12) -> list[int]: ...

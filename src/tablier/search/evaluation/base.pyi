"""Types of the compiled base class; the code is in base.pyx."""

from collections.abc import Mapping
from typing import ClassVar

from tablier.games import AnyGame
from tablier.kernels.kernel import Kernel
from tablier.search.analysis import Level

class Evaluation:
    defaults: ClassVar[Mapping[str, float]]
    uses_mcts: ClassVar[bool]
    playout_plies: ClassVar[int]
    exploration: ClassVar[float]
    levels: ClassVar[Mapping[int, Level]]
    @property
    def game(self) -> AnyGame: ...
    @property
    def weights(self) -> Mapping[str, float]: ...
    def __init__(self, game: AnyGame, weights: Mapping[str, float] | None = None) -> None: ...
    def chances(self, kernel: Kernel) -> tuple[float, ...]: ...
    def score(self, kernel: Kernel) -> int: ...
    def counts(self, kernel: Kernel) -> dict[str, float]: ...

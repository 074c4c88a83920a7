"""What the engines over a kernel share: the evaluation, and the kernel of a match."""

from typing import Any

from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.search.engine import Engine
from tablier.search.evaluation.base import Evaluation
from tablier.search.registry import evaluation_of


class KernelEngine(Engine):
    """An engine that searches a kernel with an evaluation."""

    def __init__(self, rules: AnyGame, evaluation: Evaluation | None = None) -> None:
        super().__init__(rules)
        self.evaluation = evaluation or evaluation_of(rules)

    def _kernel(self, match: Match[Any, Any]) -> Kernel:
        return kernel_of(self.rules, self.rules.dump(match.position))

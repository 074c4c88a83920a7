"""What the engines over a kernel share: the evaluation, and the kernel of a match."""

from typing import Any

from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.search.engine import Engine
from tablier.search.evaluation.base import Knowledge
from tablier.search.registry import knowledge_of


class KernelEngine(Engine):
    """An engine that searches a kernel with an evaluation."""

    def __init__(self, rules: AnyGame, knowledge: Knowledge | None = None) -> None:
        super().__init__(rules)
        self.knowledge = knowledge or knowledge_of(rules)

    def _kernel(self, match: Match[Any, Any]) -> Kernel:
        return kernel_of(self.rules, self.rules.dump(match.position))

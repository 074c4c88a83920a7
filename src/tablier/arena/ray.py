"""Games as tasks on a Ray cluster: `pip install 'tablier[cluster]'` here and on every node.

from tablier import arena
from tablier.arena.ray import RayExecutor

arena.run(game, ["level:5", "level:4"], 1000, log="match.jsonl", executor=RayExecutor("auto"))
"""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from tablier.arena.executors import Reports, finished, play_in_worker
from tablier.arena.plan import Plan
from tablier.core.errors import TablierError
from tablier.core.text import Text

S = TypeVar("S")
T = TypeVar("T")

RETRIES = 3
"""How often a game is started again because its node was lost."""


class RayExecutor:
    """Tasks on a cluster, one core for each game. The log is written by the calling process."""

    def __init__(self, address: str = "auto", **options: Any) -> None:
        self.ray = _import_ray()
        if not self.ray.is_initialized():
            self.ray.init(address=address, log_to_driver=False, **options)

    def play(self, plan: Plan, numbers: Iterable[int]) -> Reports:
        """Play on every core of the cluster; nodes may join and leave."""
        with closing(self.run(partial(play_in_worker, plan), numbers)) as results:
            yield from finished(results)

    def run(self, task: Callable[[S], T], items: Iterable[S]) -> Generator[T, None, None]:
        """Yield what a task returns for each item, as it ends; one more than there are cores is queued."""
        ray = self.ray
        remote = ray.remote(num_cpus=1, max_retries=RETRIES)(run_task)
        waiting = iter(items)
        pending: list[Any] = []
        try:
            while True:
                room = int(ray.cluster_resources().get("CPU", 1)) + 1 - len(pending)
                pending += [remote.remote(task, item) for item in islice(waiting, max(0, room))]
                if not pending:
                    return
                done, pending = ray.wait(pending, num_returns=1)
                yield from ray.get(done)
        finally:
            for game in pending:
                ray.cancel(game, force=True)

    def nodes(self) -> int:
        """The number of machines in the cluster."""
        return sum(bool(node["Alive"]) for node in self.ray.nodes())


def run_task(task: Callable[[S], T], item: S) -> T:
    """Call a task: a function of a module is what a cluster can be given."""
    return task(item)


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise TablierError(
            Text(
                "Il manque Ray pour jouer sur plusieurs machines : pip install 'tablier[cluster]'.",
                "Ray is needed to play on several machines: pip install 'tablier[cluster]'.",
            )
        ) from None
    return ray

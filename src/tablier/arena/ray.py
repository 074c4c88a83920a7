"""Games as tasks on a Ray cluster: `pip install 'tablier[cluster]'` here and on every node.

from tablier import arena
from tablier.arena.ray import RayExecutor

arena.run(game, ["level:5", "level:4"], 1000, log="match.jsonl", executor=RayExecutor("auto"))
"""

import socket
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from tablier.arena import players
from tablier.arena.executors import GameResult, Reports, finished, play_in_worker
from tablier.arena.plan import Plan
from tablier.arena.players import networks_of
from tablier.core.errors import TablierError
from tablier.core.text import Text

S = TypeVar("S")
T = TypeVar("T")

SECONDS_TO_CONNECT = 10
RETRIES = 3
"""How often a game is started again because its node was lost."""


class RayExecutor:
    """Tasks on a cluster, one core for each game. The log is written by the calling process."""

    def __init__(self, address: str = "auto", **options: Any) -> None:
        self.ray = _import_ray()
        if not self.ray.is_initialized():
            try:
                _connect(address)
                self.ray.init(address=address, log_to_driver=False, **options)
            except (OSError, ValueError) as error:
                raise _no_cluster(address) from error

    def play(self, plan: Plan, numbers: Iterable[int]) -> Reports:
        """Play on every core of the cluster; nodes may join and leave."""
        task = partial(play_with_networks, play_in_worker, networks_of(plan.players), plan)
        with closing(self.run(task, numbers)) as results:
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

    def kept(self) -> AbstractContextManager[object]:
        """A cluster keeps its processes by itself."""
        return nullcontext()

    def nodes(self) -> int:
        """The number of machines in the cluster."""
        return sum(bool(node["Alive"]) for node in self.ray.nodes())


def play_with_networks(play: Callable[[Plan, int], GameResult], networks: dict[str, bytes], plan: Plan, number: int) -> GameResult:
    """Play a game with the network files of the calling machine."""
    players.sent = networks
    return play(plan, number)


def run_task(task: Callable[[S], T], item: S) -> T:
    """Call a task: a function of a module is what a cluster can be given."""
    return task(item)


def _connect(address: str) -> None:
    """Raise an error where nothing listens: Ray itself tries for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_CONNECT).close()


def _no_cluster(address: str) -> TablierError:
    return TablierError(
        Text(
            f"Aucune grappe Ray ne répond à « {address[:80]} » : « ray start --head » en lance une, que « auto » trouve.",
            f"No Ray cluster answers at '{address[:80]}': 'ray start --head' starts one, which 'auto' finds.",
        )
    )


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

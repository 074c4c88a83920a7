"""Games known by their seeds, played by any number of processes, in an order that does not depend on which of them ends first."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Watch = Callable[[int, int], None]
"""Called with how much is done, of how much."""


class Run(Protocol):
    """Yields what a task returns for each item, in the order in which they end: the `run` of an executor of the arena."""

    def __call__(self, task: Callable[[Any], Any], items: Iterable[Any], /) -> Generator[Any, None, None]: ...


def run_in_order(run: Run, task: Callable[[int], T], seeds: Iterable[int]) -> Generator[T, None, None]:
    """Yield what a task returns for each seed, in the order of the seeds."""
    order: deque[int] = deque()
    done: dict[int, T] = {}

    def given_out() -> Iterator[int]:
        for seed in seeds:
            order.append(seed)
            yield seed

    with closing(run(partial(_with_seed, task), given_out())) as results:
        for seed, result in results:
            done[seed] = result
            while order and order[0] in done:
                yield done.pop(order.popleft())


def _with_seed(task: Callable[[int], T], seed: int) -> tuple[int, T]:
    return seed, task(seed)

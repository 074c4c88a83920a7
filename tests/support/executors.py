"""Executors of this very process: one in order, one in which later games end first, one that is interrupted."""

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import islice
from typing import Any

from tablier.arena.executors import Reports, finished, play_in_worker
from tablier.arena.plan import Plan
from tablier.search.seeded import Run

Task = Callable[[Any], Any]
Results = Generator[Any, None, None]


def here(task: Task, items: Iterable[Any]) -> Results:
    """Run a task for each item, in order."""
    for item in items:
        yield task(item)


def later_first(task: Task, items: Iterable[Any]) -> Results:
    """Run three at a time; the last ends first."""
    items = iter(items)
    while some := list(islice(items, 3)):
        yield from (task(item) for item in reversed(some))


def interrupted(most: int) -> Run:
    """Run so many items, then press Ctrl-C."""

    def run(task: Task, items: Iterable[Any]) -> Results:
        for number, item in enumerate(items):
            if number == most:
                raise KeyboardInterrupt
            yield task(item)

    return run


class ExecutorHere:
    """An executor of the arena in this process."""

    def __init__(self, run: Run = here) -> None:
        self.run = run

    def play(self, plan: Plan, numbers: Iterable[int]) -> Reports:
        """The games of a plan."""
        with closing(self.run(partial(play_in_worker, plan), numbers)) as results:
            yield from finished(results)

    def kept(self) -> AbstractContextManager[object]:
        """Nothing to keep."""
        return nullcontext()

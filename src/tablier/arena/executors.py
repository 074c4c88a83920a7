"""Executors run the games of a match: processes of this machine here, tasks of a cluster in `tablier.arena.ray`."""

import atexit
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from itertools import islice
from multiprocessing.connection import wait as wait_for_exit
from multiprocessing.synchronize import Event
from typing import Protocol, TypeVar

from tablier.arena.game import GameRunner, Report
from tablier.arena.plan import Plan
from tablier.core.errors import TablierError
from tablier.core.text import Text

GameResult = Report | Text | None
"""What a worker returns: the report, the reason why the game cannot be played, or None when it was stopped."""

Reports = Generator[Report, None, None]

S = TypeVar("S")
T = TypeVar("T")


class Executor(Protocol):
    """Runs games and yields each report as its game ends. Closing a generator stops what is running."""

    def play(self, plan: Plan, numbers: Iterable[int]) -> Reports:
        """Yield the reports of these games of a plan, in the order in which they end."""

    def run(self, task: Callable[[S], T], items: Iterable[S]) -> Generator[T, None, None]:
        """Yield what a task returns for each item, in the order in which they end."""

    def kept(self) -> AbstractContextManager[object]:
        """Inside, several calls of `play` or `run` are as quick to begin as one."""


class ProcessExecutor:
    """Processes on this machine, by default one for each core."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._kept: ProcessPoolExecutor | None = None

    def play(self, plan: Plan, numbers: Iterable[int]) -> Reports:
        """Play in parallel, a game in each process."""
        with closing(self.run(partial(play_in_worker, plan), numbers)) as results:
            yield from finished(results)

    def run(self, task: Callable[[S], T], items: Iterable[S]) -> Generator[T, None, None]:
        """Yield what a task returns for each item, as it ends; one more than there are processes is queued, so that none is idle."""
        waiting = iter(items)
        pending: set[Future[T]] = set()
        with nullcontext(self._kept) if self._kept is not None else _pool(self.workers) as pool:
            try:
                while True:
                    room = self.workers + 1 - len(pending)
                    some = list(islice(waiting, room))  # may wait for a server, which Ctrl-C ends
                    with _sigint_blocked():
                        pending |= {pool.submit(task, item) for item in some}
                    if not pending:
                        return
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    yield from [future.result() for future in done]
            finally:
                for future in pending:
                    future.cancel()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep the processes until the end of the block; one call of `play` or `run` at a time."""
        with _pool(self.workers) as self._kept:
            try:
                yield
            finally:
                self._kept = None


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes; at the end they are told to stop what they do, and waited for."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _init_worker, (stop,))
    try:
        yield pool
    finally:
        with _sigint_ignored():
            stop.set()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _sigint_ignored() -> Iterator[None]:
    """Ignore a second Ctrl-C: a process that was not told to end would be waited for for ever."""
    if threading.current_thread() is not threading.main_thread():  # which alone is interrupted
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Delay Ctrl-C: a process that is interrupted while it is spawned prints a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def finished(results: Iterable[GameResult]) -> Iterator[Report]:
    """Yield the reports of finished games; raise the reason why a game cannot be played."""
    for result in results:
        if isinstance(result, Report):
            yield result
        elif result is not None:
            raise TablierError(Text(*result))


def play_in_worker(plan: Plan, number: int) -> GameResult:
    """Play a game in the present process. An error is returned as its text, which every process can unpickle."""
    try:
        return _runner_of(plan).play(number, stopping)
    except TablierError as error:
        return error.text


def stopping() -> bool:
    """True in a worker whose executor has been closed: its task may end at once."""
    return _stop is not None and _stop.is_set()


_stop: Event | None = None
_runner: GameRunner | None = None


def _runner_of(plan: Plan) -> GameRunner:
    """The runner of this process, which keeps its players from game to game of a plan."""
    global _runner
    if _runner is None or _runner.plan != plan:
        _close_runner()
        _runner = GameRunner(plan)
    return _runner


@atexit.register
def _close_runner() -> None:
    global _runner
    if _runner is not None:
        _runner.close()
        _runner = None


def _init_worker(stop: Event) -> None:
    """Set up a new process: it ignores Ctrl-C, which is for the parent, and exits when the parent does."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_exit([parent.sentinel])
        os._exit(1)

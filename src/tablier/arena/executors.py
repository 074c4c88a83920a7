"""Who plays the games of a match: here, processes on this machine; in `cluster`, tasks on many."""

import atexit
import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait as wait_for_end
from multiprocessing.synchronize import Event
from typing import Protocol

from tablier.arena.game import Report, Workshop
from tablier.arena.plan import Plan
from tablier.core.errors import TablierError
from tablier.core.text import Text

Finished = Report | Text | None
"""What comes back from a game: its report, the reason why it cannot be played, or nothing when it was stopped."""


Playing = Generator[Report, None, None]


class Crew(Protocol):
    """Plays games wherever it likes and hands each one over as it ends. Closing the generator stops those under way."""

    def play(self, plan: Plan, numbers: Iterable[int]) -> Playing:
        """The games of a plan with these numbers, in the order in which they end."""


class ProcessCrew:
    """Processes on this machine, one for each core unless said otherwise."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def play(self, plan: Plan, numbers: Iterable[int]) -> Playing:
        """Games in parallel; one more than there are processes waits ready, so that none stands idle."""
        context = multiprocessing.get_context("spawn")
        stopping = context.Event()
        waiting = iter(numbers)
        pending: set[Future[Finished]] = set()
        with ProcessPoolExecutor(self.workers, context, _begin_work, (stopping,)) as pool:
            try:
                while True:
                    room = self.workers + 1 - len(pending)
                    with _undisturbed():
                        pending |= {pool.submit(play_there, plan, number) for number in islice(waiting, room)}
                    if not pending:
                        return
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    yield from reports(future.result() for future in done)
            finally:
                stopping.set()
                for future in pending:
                    future.cancel()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C is heard a moment later: a process that is only half begun would die of it with a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def reports(finished: Iterable[Finished]) -> Iterator[Report]:
    """The games that were played to their end; a game that cannot be played is an error."""
    for result in finished:
        if isinstance(result, Report):
            yield result
        elif result is not None:
            raise TablierError(Text(*result))


def play_there(plan: Plan, number: int) -> Finished:
    """Play a game in whatever process this is. An error of ours travels as its words, which every process can read."""
    try:
        return _workshop(plan).play(number, _stopping.is_set if _stopping else lambda: False)
    except TablierError as error:
        return error.text


_stopping: Event | None = None
_kept: Workshop | None = None


def _workshop(plan: Plan) -> Workshop:
    """A process keeps its players from game to game, until it is asked to play another match."""
    global _kept
    if _kept is None or _kept.plan != plan:
        _close()
        _kept = Workshop(plan)
    return _kept


@atexit.register
def _close() -> None:
    global _kept
    if _kept is not None:
        _kept.close()
        _kept = None


def _begin_work(stopping: Event) -> None:
    """Set a fresh process up: only the parent hears Ctrl-C, and a process whose parent is gone goes too."""
    global _stopping
    _stopping = stopping
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for_end([parent.sentinel])
        os._exit(1)

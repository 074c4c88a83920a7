"""Engines at the terminal: imported on demand, and run in a thread so that Ctrl-C takes effect at once."""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from tablier.cli.language import user_error
from tablier.cli.messages import common
from tablier.cli.messages import engines as m
from tablier.cli.view import AnyMatch

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis, Limits
    from tablier.search.engine import Engine, Progress
    from tablier.search.stop import Stop

T = TypeVar("T")

NOTICE_DELAY = 0.25
"""Seconds of work before `on_wait` is called."""

POLL = 0.05
"""Seconds between two checks whether the work is done; the longest delay of Ctrl-C."""


@contextlib.contextmanager
def engines_required() -> Iterator[None]:
    """Import engines inside; without compiled modules a user error says so."""
    try:
        yield
    except ImportError as error:
        raise user_error(m.NO_ENGINE) from error


@dataclass(frozen=True)
class ThreadResult(Generic[T]):
    """The result of some work, and whether Ctrl-C ended it early."""

    result: T
    interrupted: bool


def run_in_thread(work: "Callable[[Stop], T]", on_wait: Callable[[], None] | None = None, at_least: float = 0.0) -> ThreadResult[T]:
    """Run `work` in a thread with a flag that Ctrl-C sets; call `on_wait` again and again if it takes long.

    The result is given back after `at_least` seconds, unless Ctrl-C comes first.
    """
    from tablier.search.stop import Stop

    stop, done = Stop(), threading.Event()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(stop))
        except BaseException as error:  # raised again in the calling thread
            errors.append(error)
        done.set()

    begin = time.monotonic()
    with _interrupting(stop) as interrupted:
        threading.Thread(target=run, daemon=True).start()
        _wait(done, on_wait)
        interrupted.wait(max(0.0, at_least - (time.monotonic() - begin)))
    if errors:
        raise errors[0]
    return ThreadResult(results[0], interrupted.is_set())


@contextlib.contextmanager
def _interrupting(stop: "Stop") -> Iterator[threading.Event]:
    """Have Ctrl-C set the flag, and the event; an exception could come before the thread is waited for, when it has shown something."""
    interrupted = threading.Event()

    def interrupt(*_: object) -> None:
        interrupted.set()
        stop.set()

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def _wait(done: threading.Event, on_wait: Callable[[], None] | None) -> None:
    notice_at = time.monotonic() + NOTICE_DELAY
    while not done.wait(POLL):
        if on_wait is not None and time.monotonic() >= notice_at:
            on_wait()


def engine_of(match: AnyMatch, threads: int = 1) -> "Engine":
    """The engine for the game of a match."""
    from tablier.search.levels import engine_for

    return engine_for(match.game, threads=threads)


def analyse(
    engine: "Engine",
    match: AnyMatch,
    limits: "Limits",
    *,
    lines: int,
    on_wait: Callable[[], None] | None = None,
    progress: "Progress | None" = None,
) -> "ThreadResult[Analysis]":
    """The best lines for the player to act."""
    if match.actor is None:
        raise user_error(common.ALREADY_OVER)
    if not isinstance(match.actor, int):
        raise user_error(m.DIE_NEXT)
    return run_in_thread(lambda stop: engine.analyse(match, limits, lines=lines, stop=stop, progress=progress), on_wait)

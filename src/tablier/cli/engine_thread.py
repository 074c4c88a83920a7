"""Engines at the terminal: loaded only when somebody asks for one, thinking in a thread so that Ctrl-C is heard at once."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tablier.cli import messages as m
from tablier.cli.language import fault
from tablier.core.match import Match

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis, Limits
    from tablier.search.engine import Engine, Progress
    from tablier.search.stop import Stop

AnyMatch = Match[Any, Any]
T = TypeVar("T")

GLANCE = 0.25
"""Seconds of thinking that need no notice."""

BEAT = 0.05
"""Seconds between two looks whether a thought is done; a Ctrl-C waits no longer than that."""


@contextlib.contextmanager
def compiled() -> Iterator[None]:
    """What is imported inside is compiled; without it there are rules to play by, but no engine."""
    try:
        yield
    except ImportError as error:
        raise fault(m.NO_ENGINE) from error


@dataclass(frozen=True)
class Thought(Generic[T]):
    """What came of thinking, and whether Ctrl-C ended it early."""

    result: T
    interrupted: bool


def think(work: "Callable[[Stop], T]", waiting: Callable[[], None] | None = None) -> Thought[T]:
    """Work in a thread, given a flag that ends it. `waiting` is called when it takes a while. Ctrl-C stops it and says so."""
    from tablier.search.stop import Stop

    stop = Stop()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(stop))
        except BaseException as error:  # told where somebody waits for it
            errors.append(error)
        done.set()

    done = threading.Event()  # not `join`, which takes a thread for ended once Ctrl-C has interrupted it (Python 3.11)
    threading.Thread(target=run, daemon=True).start()
    interrupted = _wait(done, stop, waiting)
    if errors:
        raise errors[0]
    return Thought(results[0], interrupted)


def _wait(done: threading.Event, stop: "Stop", waiting: Callable[[], None] | None) -> bool:
    """Wait for the end, which Ctrl-C brings nearer; True when it did."""
    interrupted = False
    notice_at = time.monotonic() + GLANCE
    while True:
        try:
            if done.wait(BEAT):
                return interrupted
            if waiting is not None and time.monotonic() >= notice_at:
                waiting()
        except KeyboardInterrupt:
            interrupted = True
            stop.set()


def engine_of(match: AnyMatch, threads: int = 1) -> "Engine":
    """The engine that suits a game."""
    from tablier.search.levels import engine_for

    return engine_for(match.game, threads=threads)


def analyse(
    engine: "Engine",
    match: AnyMatch,
    limits: "Limits",
    *,
    lines: int,
    waiting: Callable[[], None] | None = None,
    progress: "Progress | None" = None,
) -> "Thought[Analysis]":
    """The best lines where the match stands, for the player who is to act."""
    if match.actor is None:
        raise fault(m.ALREADY_OVER)
    if not isinstance(match.actor, int):
        raise fault(m.DIE_NEXT)
    return think(lambda stop: engine.analyse(match, limits, lines=lines, stop=stop, progress=progress), waiting)

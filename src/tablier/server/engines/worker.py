"""A worker: a process of its own that asks a server for something to think about, thinks, and answers. `tablier worker` is one.

It outlives the server: while there is none it waits, a little longer each time. It stops at SIGTERM, or when whoever started it
goes away, and gives back what it had not finished.
"""

import os
import random
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
import msgspec
import structlog

from tablier.api.analysis import Analysis, AnalysisReason
from tablier.api.http import Done
from tablier.api.jobs import (
    AnalysisResult,
    AnalysisTask,
    AnyResult,
    AnyTask,
    Job,
    JobFailure,
    ProgressReply,
    ProgressReport,
    ResultReply,
    ResultReport,
    Taken,
    TakeRequest,
    WorkerLeaves,
)
from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.engines.solver import AnyMatch, Mind, new_stop, reasons_of, told
from tablier.server.ops.logging import configure
from tablier.server.settings import NAME_VARIABLE, SERVER_VARIABLE, TOKEN_VARIABLE

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis as Found
    from tablier.search.stop import Stop

log = structlog.get_logger("tablier.worker")

LONG_POLL = 20.0
PATIENCE = 10.0
"""Seconds that an answer of the server may take."""

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0
"""Seconds between two attempts to reach a server."""

PACE = 0.25
"""Seconds between two reports on an analysis."""

STUCK = 60.0
"""Seconds beyond its time after which a thought will never end: the worker dies, and another is started in its place."""

NICE = 5
"""Thinking yields to everything else on the machine."""

T = TypeVar("T")


class Refused(TablierError):
    """The server does not know this worker's token."""


class Leave(BaseException):
    """Somebody wants the worker to stop."""


class Worker:
    """One worker, with one job at a time."""

    def __init__(self, server: str, token: str, name: str = "") -> None:
        self.name = (name or f"{socket.gethostname()}-{os.getpid()}")[:80]
        self.http = httpx.Client(
            base_url=f"{server.rstrip('/')}/api", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE, trust_env=False
        )
        self.mind = Mind()

    def run(self) -> None:
        """Work until told to leave."""
        log.info("worker.ready", worker=self.name, server=str(self.http.base_url))
        try:
            while True:
                job = self._patiently(self._take)
                if job is not None:
                    self._do(job)
        except Leave:
            log.info("worker.leaves", worker=self.name)
            self._once(lambda: self._ask("/jobs/leave", WorkerLeaves(self.name), Done))
        finally:
            self.http.close()

    # -- one job ------------------------------------------------------------------------------------------

    def _do(self, job: Job) -> None:
        thought = Thought(self.mind, job)
        try:
            wanted = self._watch(job, thought)
        except Leave:
            thought.end()
            raise
        if wanted and thought.finding is not None:
            finding = thought.finding
            try:
                self._patiently(lambda: self._answer(job, finding))
            except Leave:
                self._once(lambda: self._answer(job, finding))  # to answer twice is harmless
                raise

    def _watch(self, job: Job, thought: "Thought") -> bool:
        """Wait for the end of a thought and tell the server how far it is; False when nobody wants the answer any more."""
        word_due = time.monotonic() + job.silence / 4
        hopeless = time.monotonic() + thought.seconds + STUCK
        while not thought.done.wait(PACE):
            news = thought.news()
            now = time.monotonic()
            if now > hopeless:
                log.error("worker.stuck", job=job.id, worker=self.name)
                os._exit(1)
            if news is not None or now >= word_due:
                word_due = now + job.silence / 4
                if not self._go_on(job, news):
                    thought.end()
                    return False
        return True

    # -- the server -----------------------------------------------------------------------------------------

    def _take(self) -> Job | None:
        return self._ask("/jobs/take", TakeRequest(self.name, wait=LONG_POLL), Taken, PATIENCE + LONG_POLL).job

    def _go_on(self, job: Job, news: Analysis | None) -> bool:
        """Whether the job is still wanted; a server that is away for a moment may still want it."""
        heard = self._once(lambda: self._ask(f"/jobs/{job.id}/progress", ProgressReport(self.name, news), ProgressReply))
        return heard is None or heard.go_on

    def _answer(self, job: Job, finding: AnyResult) -> bool:
        return self._ask(f"/jobs/{job.id}/answer", ResultReport(self.name, finding), ResultReply).used

    def _ask(self, path: str, body: msgspec.Struct, kind: type[T], patience: float = PATIENCE) -> T:
        """Ask the server once; `httpx.HTTPError` when it cannot be reached or stumbles."""
        response = self.http.post(path, content=msgspec.json.encode(body), headers={"Content-Type": "application/json"}, timeout=patience)
        if response.status_code in (401, 403):
            raise Refused(Text("Le serveur refuse ce jeton de travail.", "The server refuses this worker's token."))
        response.raise_for_status()
        return msgspec.json.decode(response.content, type=kind)

    def _once(self, ask: Callable[[], T]) -> T | None:
        """What the server says, if it can be reached."""
        try:
            return ask()
        except (httpx.HTTPError, msgspec.DecodeError):
            return None

    def _patiently(self, ask: Callable[[], T]) -> T | None:
        """What the server says, however long it takes to reach it; None when it refuses the question as such."""
        pause, lost = FIRST_PAUSE, False
        while True:
            try:
                heard = ask()
            except (httpx.HTTPError, msgspec.DecodeError) as error:
                if isinstance(error, httpx.HTTPStatusError) and error.response.status_code in (400, 404, 413, 422):
                    log.error("worker.answer_refused", worker=self.name, status=error.response.status_code)
                    return None
                if not lost:
                    log.warning("worker.no_server", worker=self.name, error=repr(error))
                lost = True
                time.sleep(pause * random.uniform(0.75, 1.25))
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            if lost:
                log.info("worker.server_again", worker=self.name)
            return heard


class Thought:
    """A job being thought about in a thread, so that the worker goes on listening."""

    def __init__(self, mind: Mind, job: Job) -> None:
        self.task = job.task
        self.seconds = job.task.seconds or 0.0
        self.finding: AnyResult | None = None
        self.done = threading.Event()
        self._mind, self._stop = mind, new_stop()
        self._latest: tuple[AnyMatch, Found] | None = None
        self._reasons: tuple[str, tuple[AnalysisReason, ...]] = ("", ())
        self._timer = _timer(self._stop, job.task)
        self._thread = threading.Thread(target=self._think, daemon=True)
        self._thread.start()

    def _think(self) -> None:
        try:
            if isinstance(self.task, AnalysisTask):
                self.finding = AnalysisResult(self._mind.analyse(self.task, self._tell, self._stop))
            else:
                self.finding = self._mind.choose(self.task, self._stop)
        except TablierError as error:
            self.finding = JobFailure("bad_task", error.text.en)
        except Exception as error:
            log.exception("worker.thought_failed")
            self.finding = JobFailure("error", repr(error)[:500])
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self.done.set()

    def _tell(self, match: AnyMatch, found: "Found") -> None:
        self._latest = match, found

    def news(self) -> Analysis | None:
        """What was found since it was last asked for."""
        latest, self._latest = self._latest, None
        if latest is None or not latest[1].lines:
            return None
        match, found = latest
        best = found.lines[0].moves[0]
        if self._reasons[0] != best:
            self._reasons = best, reasons_of(match, found)
        return told(match, found, self._reasons[1])

    def end(self) -> None:
        """Stop thinking, and wait until it has stopped."""
        if self._stop is not None:
            self._stop.set()
        self.done.wait(PATIENCE)


def _timer(stop: "Stop | None", task: AnyTask) -> threading.Timer | None:
    """Ends the choice of a move that a clock waits for; an analysis keeps its own time."""
    if stop is None or isinstance(task, AnalysisTask) or task.seconds is None:
        return None
    timer = threading.Timer(task.seconds, stop.set)
    timer.daemon = True
    timer.start()
    return timer


def work(server: str, token: str, name: str = "") -> None:
    """Work for a server until SIGTERM, SIGINT or SIGHUP; `Refused` when it does not know the token."""
    configure()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _leave)
    os.nice(NICE)
    Worker(server, token, name).run()


def _leave(number: int, frame: Any) -> None:
    for other in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(other, signal.SIG_IGN)  # once is enough: what is unfinished is being given back
    raise Leave


def _leave_with_parent() -> None:
    """A child's standard input is a pipe from its parent: it ends when the parent does, however that happens."""
    while os.read(0, 4096):  # not sys.stdin, whose lock a leaving interpreter wants
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """A worker started by the server itself; see `pool`."""
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        work(os.environ[SERVER_VARIABLE], os.environ.pop(TOKEN_VARIABLE), os.environ.get(NAME_VARIABLE, ""))
    except Refused as error:
        log.error("worker.refused", error=str(error))
        sys.exit(1)


if __name__ == "__main__":
    main()

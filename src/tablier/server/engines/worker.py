"""A worker: a process that takes jobs from a server over HTTP and answers them. `tablier worker` runs one.

It outlives the server and retries with growing pauses until it is back. It stops at SIGTERM, or when its parent ends, and gives the job
back that it had not finished.
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
from tablier.server.engines.solver import AnyMatch, Solver, explain_best, new_stop, wire_analysis
from tablier.server.ops.logging import configure
from tablier.server.settings import NAME_VARIABLE, SERVER_VARIABLE, TOKEN_VARIABLE

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis as Found
    from tablier.search.stop import Stop

log = structlog.get_logger("tablier.worker")

LONG_POLL = 20.0
REQUEST_TIMEOUT = 10.0
MIN_PAUSE, MAX_PAUSE = 0.25, 10.0
"""Seconds between two attempts to reach the server."""
REPORT_INTERVAL = 0.25
"""Seconds between two reports on an analysis: a move that waits for its end waits no longer than this."""
STUCK_AFTER = 60.0
"""Seconds beyond its time after which a search will never end: the worker exits, and another is started in its place."""
NICENESS = 5
"""Searches yield to everything else on the machine."""
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

T = TypeVar("T")


class Refused(TablierError):
    """The server does not know this worker's token."""


class StopWorker(BaseException):
    """Raised by a signal to stop the worker."""


class Worker:
    """Takes and answers one job at a time."""

    def __init__(self, server: str, token: str, name: str = "") -> None:
        self.name = (name or f"{socket.gethostname()}-{os.getpid()}")[:80]
        self.http = httpx.Client(
            base_url=f"{server.rstrip('/')}/api", headers={"Authorization": f"Bearer {token}"}, timeout=REQUEST_TIMEOUT, trust_env=False
        )
        self.solver = Solver()

    def run(self) -> None:
        """Work until stopped."""
        log.info("worker.ready", worker=self.name, server=str(self.http.base_url))
        try:
            while True:
                job = self._retry(self._take)
                if job is not None:
                    self._run_job(job)
        except StopWorker:
            log.info("worker.leaves", worker=self.name)
            self._try_once(lambda: self._post("/jobs/leave", WorkerLeaves(self.name), Done))
        finally:
            self.http.close()

    # -- one job ------------------------------------------------------------------------------------------

    def _run_job(self, job: Job) -> None:
        search = Search(self.solver, job)
        try:
            wanted = self._supervise(job, search)
        except StopWorker:
            search.stop()
            raise
        if wanted and search.result is not None:
            result = search.result
            try:
                self._retry(lambda: self._answer(job, result))
            except StopWorker:
                self._try_once(lambda: self._answer(job, result))  # to answer twice is harmless
                raise

    def _supervise(self, job: Job, search: "Search") -> bool:
        """Report to the server until a search ends; False when its result is no longer wanted."""
        interval = 0.0 if isinstance(job.task, AnalysisTask) else job.timeout / 4
        report_due = time.monotonic() + interval
        stuck_at = time.monotonic() + search.seconds + STUCK_AFTER
        while not search.done.wait(REPORT_INTERVAL):
            now = time.monotonic()
            if now > stuck_at:
                log.error("worker.stuck", job=job.id, worker=self.name)
                os._exit(1)
            if now >= report_due:
                report_due = now + interval
                if not self._report(job, search.new_analysis()):
                    search.stop()
                    return False
        return True

    # -- the server -----------------------------------------------------------------------------------------

    def _take(self) -> Job | None:
        return self._post("/jobs/take", TakeRequest(self.name, wait=LONG_POLL), Taken, REQUEST_TIMEOUT + LONG_POLL).job

    def _report(self, job: Job, analysis: Analysis | None) -> bool:
        """Whether the job is still wanted; assumed while the server cannot be reached."""
        reply = self._try_once(lambda: self._post(f"/jobs/{job.id}/progress", ProgressReport(self.name, analysis), ProgressReply))
        return reply is None or reply.go_on

    def _answer(self, job: Job, result: AnyResult) -> bool:
        return self._post(f"/jobs/{job.id}/answer", ResultReport(self.name, result), ResultReply).used

    def _post(self, path: str, body: msgspec.Struct, reply: type[T], timeout: float = REQUEST_TIMEOUT) -> T:
        """Post once; raises `httpx.HTTPError` when the server cannot be reached or fails."""
        response = self.http.post(path, content=msgspec.json.encode(body), headers={"Content-Type": "application/json"}, timeout=timeout)
        if response.status_code in (401, 403):
            raise Refused(Text("Le serveur refuse ce jeton de travail.", "The server refuses this worker's token."))
        response.raise_for_status()
        return msgspec.json.decode(response.content, type=reply)

    def _try_once(self, request: Callable[[], T]) -> T | None:
        """The reply, or None when the server cannot be reached."""
        try:
            return request()
        except (httpx.HTTPError, msgspec.DecodeError):
            return None

    def _retry(self, request: Callable[[], T]) -> T | None:
        """The reply, after as many attempts as it takes; None when the server refuses the request as such."""
        pause, lost = MIN_PAUSE, False
        while True:
            try:
                reply = request()
            except (httpx.HTTPError, msgspec.DecodeError) as error:
                if isinstance(error, httpx.HTTPStatusError) and error.response.status_code in (400, 404, 413, 422):
                    log.error("worker.answer_refused", worker=self.name, status=error.response.status_code)
                    return None
                if not lost:
                    log.warning("worker.no_server", worker=self.name, error=repr(error))
                lost = True
                time.sleep(pause * random.uniform(0.75, 1.25))
                pause = min(2 * pause, MAX_PAUSE)
                continue
            if lost:
                log.info("worker.server_again", worker=self.name)
            return reply


class Search:
    """A task being solved in a thread, so that the worker can report meanwhile."""

    def __init__(self, solver: Solver, job: Job) -> None:
        self.task = job.task
        self.seconds = job.task.seconds or 0.0
        self.result: AnyResult | None = None
        self.done = threading.Event()
        self._solver, self._stop, self._stopped = solver, new_stop(), False
        self._latest: tuple[AnyMatch, Found] | None = None
        self._reasons: tuple[str, tuple[AnalysisReason, ...]] = ("", ())
        self._timer = _start_timer(self._stop, job.task)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def new_analysis(self) -> Analysis | None:
        """What was found since the last call."""
        latest, self._latest = self._latest, None
        if latest is None or not latest[1].lines:
            return None
        match, found = latest
        best = found.lines[0].moves[0]
        if self._reasons[0] != best:
            self._reasons = best, explain_best(match, found)
        return wire_analysis(match, found, self._reasons[1])

    def stop(self) -> None:
        """Stop searching, and wait until it has stopped; there is no result then."""
        self._stopped = True
        self._stop.set()
        self.done.wait(REQUEST_TIMEOUT)

    def _run(self) -> None:
        try:
            if isinstance(self.task, AnalysisTask):
                self._analyse(self.task)
            else:
                self.result = self._solver.choose(self.task, self._stop)
        except TablierError as error:
            self.result = JobFailure("bad_task", error.text.en)
        except Exception as error:
            log.exception("worker.search_failed")
            self.result = JobFailure("error", repr(error)[:500])
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self.done.set()

    def _analyse(self, task: AnalysisTask) -> None:
        match, found = self._solver.analyse(task, self._progress, self._stop)
        played = self._solver.chance_after(task, match, self._stop)
        if not self._stopped:  # to explain takes a while, and a move may wait
            self.result = AnalysisResult(wire_analysis(match, found, explain_best(match, found), done=True, played=played))

    def _progress(self, match: AnyMatch, found: "Found") -> None:
        self._latest = match, found


def _start_timer(stop: "Stop | None", task: AnyTask) -> threading.Timer | None:
    """Stops the choice of a move when its time is up; an analysis keeps its own time."""
    if stop is None or isinstance(task, AnalysisTask) or task.seconds is None:
        return None
    timer = threading.Timer(task.seconds, stop.set)
    timer.daemon = True
    timer.start()
    return timer


def run_worker(server: str, token: str, name: str = "") -> None:
    """Work for a server until SIGTERM, SIGINT or SIGHUP; raises `Refused` when it does not know the token."""
    configure()
    for number in SIGNALS:
        signal.signal(number, _on_signal)
    os.nice(NICENESS)
    Worker(server, token, name).run()


def _on_signal(number: int, frame: Any) -> None:
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)  # once is enough: the job is being given back
    raise StopWorker


def _stop_with_parent() -> None:
    """Wait for the end of standard input, a pipe that ends with the parent process, however that happens."""
    while os.read(0, 4096):  # not sys.stdin, whose lock an interpreter that exits needs
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Run a worker of the local pool."""
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    try:
        run_worker(os.environ[SERVER_VARIABLE], os.environ.pop(TOKEN_VARIABLE), os.environ.get(NAME_VARIABLE, ""))
    except Refused as error:
        log.error("worker.refused", error=str(error))
        sys.exit(1)


if __name__ == "__main__":
    main()

"""Metrics of one process for Prometheus: counters that are updated as things happen, and gauges that are read on each scrape."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Histogram, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from tablier.api.jobs import JobCount
from tablier.api.messages import Ack, AnyAct, Nak
from tablier.server.timestamps import now_ms

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200)
LAG_INTERVAL = 0.25
"""Seconds between two measurements of the event loop's lag."""


class ProcessState(NamedTuple):
    """What the gauges show of a process."""

    tables_owned: int
    log_queue: int
    mailboxes: Sequence[int]
    """For each table in memory, the length of its mailbox."""
    socket_queues: Sequence[int]
    """For each open socket, the messages that wait for its client."""


class Metrics:
    """The metrics of one process, in a registry of their own. `state` and `job_counts` are read on each scrape."""

    def __init__(self, state: Callable[[], ProcessState], job_counts: Callable[[], Awaitable[list[JobCount]]]) -> None:
        self.registry = registry = CollectorRegistry()
        self._acts = Histogram("tablier_act_seconds", "From receiving an act to its answer", ["act"], registry=registry, buckets=SECONDS)
        self._act_seconds = cache(self._acts.labels)
        self._refusals = Counter("tablier_refusals", "Refused acts, by code", ["code"], registry=registry)
        self._commits = Histogram("tablier_commit_seconds", "Duration of a commit of the log", registry=registry, buckets=SECONDS)
        self._batches = Histogram("tablier_commit_entries", "Appends in one commit of the log", registry=registry, buckets=SIZES)
        self._lag = Histogram("tablier_loop_lag_seconds", "Lag of the event loop", registry=registry, buckets=SECONDS)
        self._faults = Counter("tablier_engine_faults", "Engines' moves refused or weaker, and jobs given up", ["kind"], registry=registry)
        self._opened = Counter("tablier_sockets_opened", "Sockets opened", registry=registry)
        self._closed = Counter("tablier_sockets_closed", "Sockets that the server closed, by WebSocket code", ["code"], registry=registry)
        self._reconnects = Counter("tablier_reconnects", "Subscriptions of clients that had followed the table before", registry=registry)
        self._requests = Counter("tablier_requests", "HTTP requests", ["method", "endpoint", "status"], registry=registry)
        self._gauges = _Gauges(state)
        self._job_counts = job_counts
        registry.register(self._gauges)
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._measuring: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start measuring the lag of the event loop."""
        self._measuring = asyncio.create_task(self._measure_lag())

    async def close(self) -> None:
        """Stop measuring."""
        if self._measuring is not None:
            self._measuring.cancel()
            with suppress(asyncio.CancelledError):
                await self._measuring

    async def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        self._gauges.jobs = await self._job_counts()  # a collector cannot await the database
        return generate_latest(self.registry)

    async def _measure_lag(self) -> None:
        while True:
            due = time.perf_counter() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self._lag.observe(max(0.0, time.perf_counter() - due))

    def answered(self, act: AnyAct, answer: Ack | Nak, seconds: float) -> None:
        """An act was answered."""
        self._act_seconds(act.__struct_config__.tag).observe(seconds)
        if isinstance(answer, Nak):
            self._refusals.labels(answer.code).inc()

    def committed(self, appends: int, seconds: float) -> None:
        """A batch of the log was committed."""
        self._batches.observe(appends)
        self._commits.observe(seconds)

    def engine_fault(self, kind: str) -> None:
        """An engine's move was "refused" by the rules, or a job at which all workers failed was "given_up"."""
        self._faults.labels(kind).inc()

    def socket_opened(self) -> None:
        """A client connected."""
        self._opened.inc()

    def socket_closed(self, code: int) -> None:
        """The server closed a socket; 1013 is a client that reads too slowly."""
        self._closed.labels(str(code)).inc()

    def reconnected(self) -> None:
        """A client follows a table again."""
        self._reconnects.inc()

    def requested(self, method: str, endpoint: str, status: int) -> None:
        """A request was answered."""
        self._requests.labels(method, endpoint, str(status)).inc()


class _Gauges(Collector):
    def __init__(self, state: Callable[[], ProcessState]) -> None:
        self.state = state
        self.jobs: list[JobCount] = []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        state = self.state()
        yield GaugeMetricFamily("tablier_sockets", "Sockets open", len(state.socket_queues))
        yield GaugeMetricFamily("tablier_rooms", "Tables in memory", len(state.mailboxes))
        yield GaugeMetricFamily("tablier_tables_owned", "Tables that this process writes", state.tables_owned)
        yield GaugeMetricFamily("tablier_log_queue", "Appends that wait for the next commit", state.log_queue)
        yield _lengths("tablier_mailbox", "Tasks that wait in the mailboxes of tables", state.mailboxes)
        yield _lengths("tablier_socket_queue", "Messages that wait for clients", state.socket_queues)
        count = GaugeMetricFamily("tablier_jobs", "Engine jobs", labels=["kind", "state"])
        age = GaugeMetricFamily("tablier_job_age_seconds", "Age of the oldest engine job that is not taken", labels=["kind"])
        for job in self.jobs:
            count.add_metric([job.kind, "waiting"], job.waiting)
            count.add_metric([job.kind, "taken"], job.taken)
            age.add_metric([job.kind], 0 if job.oldest is None else max(0, now_ms() - job.oldest) / 1000)
        yield from (count, age)


def _lengths(name: str, description: str, lengths: Sequence[int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, description, labels=["of"])
    family.add_metric(["all"], sum(lengths))
    family.add_metric(["longest"], max(lengths, default=0))
    return family

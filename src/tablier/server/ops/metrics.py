"""What a process tells Prometheus about itself. Counted where it happens; what can be looked up is looked up when somebody asks."""

import asyncio
import hmac
import ipaddress
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from prometheus_client import CollectorRegistry, Counter, Histogram, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import case, func, select
from starlette.requests import HTTPConnection

from tablier.api.messages import Ack, AnyAct, Nak
from tablier.server.people.auth import bearer_of
from tablier.server.storage.schema import jobs
from tablier.server.timestamps import now_ms

if TYPE_CHECKING:
    from tablier.server.services import Services

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Seconds in which something happens that people wait for."""
SIZES = (1, 2, 5, 10, 20, 50, 100, 200)
LOOK = 0.25
"""Seconds between two looks at how late the event loop is."""
FORWARDED = ("x-forwarded-for", "forwarded", "via")


class Metrics:
    """The figures of one services, in a registry of their own."""

    def __init__(self, services: "Services") -> None:
        self.services = services
        self.registry = registry = CollectorRegistry()
        self._acts = Histogram(
            "tablier_act_seconds", "From hearing what somebody does to its answer", ["deed"], registry=registry, buckets=QUICK
        )
        self._refusals = Counter("tablier_refusals", "What was refused, by code", ["code"], registry=registry)
        self._commits = Histogram("tablier_commit_seconds", "How long a batch took to be durable", registry=registry, buckets=QUICK)
        self._batches = Histogram(
            "tablier_commit_entries", "How many tables' writings went into one batch", registry=registry, buckets=SIZES
        )
        self._lag = Histogram("tablier_loop_lag_seconds", "How late the event loop was", registry=registry, buckets=QUICK)
        self._faults = Counter("tablier_engine_faults", "Engines' moves that were refused, and jobs given up", ["kind"], registry=registry)
        self._opened = Counter("tablier_sockets_opened", "Sockets opened", registry=registry)
        self._closed = Counter("tablier_sockets_closed", "Sockets that the server closed, by WebSocket code", ["code"], registry=registry)
        self._returns = Counter("tablier_reconnects", "Subscriptions of clients that had been there before", registry=registry)
        self._requests = Counter("tablier_requests", "HTTP requests", ["method", "endpoint", "status"], registry=registry)
        self._now = _Now(services)
        registry.register(self._now)
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._watch: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to watch the event loop."""
        self._watch = asyncio.create_task(self._watch_loop())

    async def close(self) -> None:
        """No longer."""
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch

    async def _watch_loop(self) -> None:
        while True:
            due = time.perf_counter() + LOOK
            await asyncio.sleep(LOOK)
            self._lag.observe(max(0.0, time.perf_counter() - due))

    # -- what happens ------------------------------------------------------------------------------------------

    def answered(self, deed: AnyAct, answer: Ack | Nak, seconds: float) -> None:
        """Somebody did something, and was told what became of it."""
        self._acts.labels(type(deed).__name__.lower()).observe(seconds)
        if isinstance(answer, Nak):
            self._refusals.labels(answer.code).inc()

    def committed(self, entries: int, seconds: float) -> None:
        """A batch of the log is durable."""
        self._batches.observe(entries)
        self._commits.observe(seconds)

    def engine_fault(self, kind: str) -> None:
        """An engine's move was "refused" by the law, or all failed at a job and it was "given_up"."""
        self._faults.labels(kind).inc()

    def socket_opened(self) -> None:
        """A client came."""
        self._opened.inc()

    def socket_closed(self, code: int) -> None:
        """The server closes a socket; 1013 is a client that reads too slowly."""
        self._closed.labels(str(code)).inc()

    def came_back(self) -> None:
        """A client follows a table again."""
        self._returns.inc()

    def requested(self, method: str, endpoint: str, status: int) -> None:
        """A request was answered."""
        self._requests.labels(method, endpoint, str(status)).inc()

    # -- who asks ------------------------------------------------------------------------------------------------

    def may_read(self, connection: HTTPConnection) -> bool:
        """Whoever shows the token; without one, programs of this machine that do not speak for somebody else's."""
        token, shown = self.services.settings.metrics_token, bearer_of(connection.headers)
        if token and shown is not None:
            return hmac.compare_digest(shown.encode(), token.encode())
        forwarded = any(name in connection.headers for name in FORWARDED)
        return connection.client is not None and _loopback(connection.client.host) and not forwarded

    async def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        self._now.jobs = await self._jobs()  # a collector cannot wait for the database
        return generate_latest(self.registry)

    async def _jobs(self) -> "list[JobsOfKind]":
        waiting, taken = func.count(case((jobs.c.taken.is_(None), 1))), func.count(jobs.c.taken)
        oldest = func.min(case((jobs.c.taken.is_(None), jobs.c.created)))
        async with self.services.database.read() as connection:
            rows = await connection.execute(select(jobs.c.kind, waiting, taken, oldest).group_by(jobs.c.kind))
            return [JobsOfKind(*row) for row in rows]


class JobsOfKind(NamedTuple):
    """The engines' work of one kind: how much waits, how much is being done, and since when the oldest waits."""

    kind: str
    waiting: int
    taken: int
    oldest: int | None


class _Now(Collector):
    """How the process stands."""

    def __init__(self, services: "Services") -> None:
        self.services = services
        self.jobs: list[JobsOfKind] = []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        live, sockets = self.services.registry.live, self.services.sockets.connected
        rooms = live.values()
        mailboxes, queues = [room.queued for room in rooms], [socket.queued for socket in sockets]
        yield GaugeMetricFamily("tablier_sockets", "Sockets open", len(sockets))
        yield GaugeMetricFamily("tablier_rooms", "Tables in memory", len(mailboxes))
        yield GaugeMetricFamily("tablier_tables_owned", "Tables that this process writes", sum(room.epoch is not None for room in rooms))
        yield GaugeMetricFamily("tablier_log_queue", "Writings that wait for the next batch", self.services.log.waiting)
        yield _depths("tablier_mailbox", "What waits to be done at tables", mailboxes)
        yield _depths("tablier_socket_queue", "Messages that wait for clients", queues)
        depth = GaugeMetricFamily("tablier_jobs", "Engine jobs", labels=["kind", "state"])
        age = GaugeMetricFamily("tablier_job_age_seconds", "Age of the oldest engine job that nobody has taken", labels=["kind"])
        for job in self.jobs:
            depth.add_metric([job.kind, "waiting"], job.waiting)
            depth.add_metric([job.kind, "taken"], job.taken)
            age.add_metric([job.kind], 0 if job.oldest is None else max(0, now_ms() - job.oldest) / 1000)
        yield from (depth, age)


def _depths(name: str, words: str, depths: Sequence[int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, words, labels=["of"])
    family.add_metric(["all"], sum(depths))
    family.add_metric(["longest"], max(depths, default=0))
    return family


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

"""A simulated world for the server's parts: one event loop with a virtual clock and a seeded scheduler, and a database with faults.

Everything happens in one thread and every choice comes from one seeded random, so that a seed replays exactly.
"""

import asyncio
import contextvars
import heapq
import random
import sqlite3
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from typing import Any, TypeVar
from unittest.mock import patch

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from tablier.server import timestamps
from tablier.server.storage import batching, log
from tablier.server.storage.schema import metadata
from tablier.server.storage.sqlite import _execute
from tablier.server.storage.statements import Execute
from tablier.server.tables import cluster, creation, dispatch

Result = TypeVar("Result")
BEGIN = 1_700_000_000.0
"""The time of day at which every history begins."""
PROCESS: contextvars.ContextVar[str] = contextvars.ContextVar("process", default="")
"""The simulated process that runs; empty for the world around the processes."""
MANY_STEPS = 2_000_000


class Stuck(Exception):
    """Nothing is left to run, but the history is not over."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop whose time passes only when nothing else can run, and that runs what is ready in a seeded order."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = random.Random(seed)
        self.now = 0.0
        self.steps = 0
        self.dead: set[str] = set()
        """Processes of which nothing runs any more."""
        self.paused: dict[str, list[asyncio.Handle]] = {}
        """By paused process: what waits for it to go on."""
        self._clock_resolution = 1e-9
        self.set_exception_handler(self._note_exception)
        self.exceptions: list[BaseException] = []
        self._dropped: list[asyncio.Handle] = []

    def time(self) -> float:
        """Virtual seconds since the history began."""
        return self.now

    def pause(self, process: str) -> None:
        """Stop running anything of a process, as SIGSTOP does."""
        self.paused.setdefault(process, [])

    def resume(self, process: str) -> None:
        """Run what was due meanwhile, and go on."""
        self._ready.extend(self.paused.pop(process, ()))

    def revive(self) -> None:
        """Let everything run again, so that it can be ended."""
        self.dead.clear()
        for process in list(self.paused):
            self.resume(process)
        self._ready.extend(self._dropped)
        self._dropped.clear()
        self.steps = 0

    def _note_exception(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None and "handle" in context:  # when a failed task is noticed depends on the garbage collector
            self.exceptions.append(error)

    def _run_once(self) -> None:
        self._collect_due()
        batch = list(self._ready)
        self._ready.clear()
        self.random.shuffle(batch)
        for handle in batch:
            self._run_handle(handle)

    def _collect_due(self) -> None:
        scheduled = self._scheduled
        while scheduled and scheduled[0].cancelled():
            heapq.heappop(scheduled)
        if not self._ready:
            if not scheduled:
                raise Stuck
            self.now = max(self.now, scheduled[0].when())
        while scheduled and scheduled[0].when() <= self.now:
            self._ready.append(heapq.heappop(scheduled))

    def _run_handle(self, handle: asyncio.Handle) -> None:
        if handle.cancelled():
            return
        context: contextvars.Context = handle._context  # type: ignore[attr-defined]  # no public way to ask
        process = context.get(PROCESS, "")
        if process in self.dead:
            self._dropped.append(handle)
            return
        if process in self.paused:
            self.paused[process].append(handle)
            return
        self.steps += 1
        if self.steps > MANY_STEPS:
            raise Stuck
        handle._run()

    def _write_to_self(self) -> None:
        """No other thread wakes this loop."""


class SimulatedTime:
    """Stands in for the module `time`; each process has a clock of its own."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self.loop = loop
        self.skew: dict[str, float] = {}

    def time_ns(self) -> int:
        """Nanoseconds since 1970, by the clock of the process that asks."""
        return round((BEGIN + self.loop.now + self.skew.get(PROCESS.get(), 0.0)) * 1e9)

    def perf_counter(self) -> float:
        """Seconds."""
        return self.loop.now

    monotonic = perf_counter


class SeededSecrets:
    """Stands in for the module `secrets`."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def token_hex(self, size: int) -> str:
        """Hexadecimal digits."""
        return self.random.randbytes(size).hex()

    def token_bytes(self, size: int) -> bytes:
        """Bytes."""
        return self.random.randbytes(size)

    def choice(self, letters: str) -> str:
        """One of the letters."""
        return self.random.choice(letters)


@contextmanager
def simulated_modules(time: SimulatedTime, seed: int) -> Iterator[None]:
    """Let the server's modules see the virtual time and seeded secrets."""
    patches: list[Any] = [patch.object(module, "time", time) for module in (timestamps, batching, log, dispatch)]
    patches += [patch.object(module, "secrets", SeededSecrets(seed)) for module in (cluster, creation)]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()


def in_world() -> contextvars.Context:
    """A context of no process."""
    context = contextvars.copy_context()
    context.run(PROCESS.set, "")
    return context


def in_process(name: str) -> contextvars.Context:
    """The context of a process."""
    context = contextvars.copy_context()
    context.run(PROCESS.set, name)
    return context


class Lost(ConnectionError):
    """The connection to the database broke."""


class SimulatedDatabase:
    """Real SQL in memory, shared by all processes. Each query is executed at one moment and answered later, or not."""

    def __init__(self, loop: SimulatedLoop, faults: Counter[str]) -> None:
        self.loop, self.random, self.faults = loop, loop.random, faults
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.executescript(_schema())
        self.out: set[str] = set()
        """Processes that cannot reach the database; "" for all."""
        self.slow = 0.0
        """The most seconds that a query takes."""
        self.lossy = 0.0
        """How likely a connection breaks during a query."""
        self.committed: list[float] = []
        """When each entry was committed; a history has one table."""

    async def run(self, work: Callable[[Execute], Result], *, writes: bool) -> Result:
        """Run a transaction, with the faults of the moment."""
        answer: asyncio.Future[Result] = self.loop.create_future()
        process = PROCESS.get()
        reaches = self.random.uniform(0.0005, 0.004 + self.slow)
        self.loop.call_later(reaches, self._execute, work, answer, process, writes, context=in_world())
        return await answer

    def _execute(self, work: Callable[[Execute], Any], answer: "asyncio.Future[Any]", process: str, writes: bool) -> None:
        lost = self.random.random() < self.lossy
        if process in self.out or "" in self.out:
            self.faults["database unreachable"] += 1
            self._answer(answer, Lost("unreachable"))
            return
        if lost and self.random.random() < 0.4:
            self.faults["commit not reached" if writes else "query lost"] += 1
            self._answer(answer, Lost("before the commit"))
            return
        try:
            result: Any = self._transact(work)
        except Exception as error:
            self._answer(answer, error)
            return
        if lost:
            self.faults["answer to a commit lost" if writes else "query lost"] += 1
            result = Lost("after the commit")
        self._answer(answer, result)

    def _transact(self, work: Callable[[Execute], Result]) -> Result:
        before = self._last_entry()
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            result = work(lambda statement, parameters: _execute(self.connection, statement, parameters))
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        self.committed += [self.loop.now] * (self._last_entry() - before)
        return result

    def _last_entry(self) -> int:
        found: int | None = self.connection.execute("SELECT max(rowid) FROM table_event").fetchone()[0]
        return found or 0

    @property
    def written(self) -> float:
        """When the log last changed."""
        return self.committed[-1] if self.committed else 0.0

    def _answer(self, answer: "asyncio.Future[Any]", result: Any) -> None:
        def deliver() -> None:
            if answer.done():
                return
            if isinstance(result, Exception):
                answer.set_exception(result)
            else:
                answer.set_result(result)

        self.loop.call_later(self.random.uniform(0.0005, 0.003), deliver, context=in_world())

    # -- as `storage.database.Database` ----------------------------------------------------------------------

    sqlite = None

    async def fetch(self, statement: Any, parameters: Any) -> Sequence[Any]:
        """The rows of a select."""
        rows: Sequence[Any] = await self.run(lambda execute: execute(statement, parameters), writes=False)
        return rows

    async def transact(self, work: Callable[[Execute], Result]) -> Result:
        """Run `work` in one transaction."""
        return await self.run(work, writes=True)

    @asynccontextmanager
    async def write(self) -> AsyncIterator["SimulatedConnection"]:
        """A connection for what few things need."""
        yield SimulatedConnection(self)

    read = write

    # -- for the checker -------------------------------------------------------------------------------------

    def entries(self, table: str) -> list[log.LogEntry]:
        """The log of a table as it is."""
        rows = self.connection.execute('SELECT version, at, key, body FROM table_event WHERE "table" = ? ORDER BY version', (table,))
        return [log.LogEntry(version, at, key, bytes(body)) for version, at, key, body in rows]

    def version(self, table: str) -> int:
        """The version of a table."""
        found: int | None = self.connection.execute('SELECT max(version) FROM table_event WHERE "table" = ?', (table,)).fetchone()[0]
        return found or 0


class SimulatedConnection:
    """Statements one by one."""

    def __init__(self, database: SimulatedDatabase) -> None:
        self.database = database

    async def execute(self, statement: Any) -> Any:
        """Run a statement with its own values."""
        return await self.database.run(lambda execute: execute(statement, {}), writes=True)


@cache
def _schema() -> str:
    return ";".join(str(CreateTable(table).compile(dialect=sqlite.dialect())) for table in metadata.sorted_tables)


def run_simulation(seed: int, story: Callable[[SimulatedLoop, SimulatedTime], Awaitable[Result]]) -> Result:
    """Run a story in a world of its own, and leave nothing behind."""
    loop = SimulatedLoop(seed)
    time = SimulatedTime(loop)
    asyncio.set_event_loop(loop)
    try:
        with simulated_modules(time, seed):

            async def main() -> Result:
                try:
                    return await story(loop, time)
                finally:
                    await _end_tasks(loop)

            return loop.run_until_complete(main())
    finally:
        asyncio.set_event_loop(None)
        loop.close()


async def _end_tasks(loop: SimulatedLoop) -> None:
    loop.revive()
    for _ in range(5):
        tasks = asyncio.all_tasks(loop) - {asyncio.current_task(loop)}
        if not tasks:
            return
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=10)

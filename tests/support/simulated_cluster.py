"""Simulated processes of a server, and clients as the browser is one, in the world of `simulation`."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from tests.support.outlets import Outlet
from tests.support.simulated_bus import Hub, SimulatedBus
from tests.support.simulation import PROCESS, SimulatedDatabase, SimulatedLoop, SimulatedTime, in_process, in_world

from tablier.api.jobs import MoveResult
from tablier.api.messages import ActRequest, AnyAct, Nak, Sub
from tablier.api.tables import Player
from tablier.server.background import BackgroundTasks
from tablier.server.people.identity import Identity
from tablier.server.people.players import Players
from tablier.server.positions.service import PositionService
from tablier.server.positions.table_details import TableDetails
from tablier.server.settings import Quotas
from tablier.server.storage.database import Database
from tablier.server.storage.log import Log
from tablier.server.tables.acts import ActRunner
from tablier.server.tables.audience import encode
from tablier.server.tables.cluster import Cluster
from tablier.server.tables.creation import TableCreator
from tablier.server.tables.dispatch import ActDispatcher
from tablier.server.tables.ownership import Leases
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.state import Table
from tablier.server.ws.client import Client, TableAccess

MOST_SKEW = 0.3
"""Seconds by which the clock of a process may be wrong."""
RESEND = 0.5
"""Seconds after which an act that was not available is sent again."""


class Violation(AssertionError):
    """A promise was broken."""


class World:
    """One simulated deployment: processes, a database, a bus, clients, and an engine."""

    def __init__(self, loop: SimulatedLoop, time: SimulatedTime) -> None:
        self.loop, self.time, self.random = loop, time, loop.random
        self.faults: Counter[str] = Counter()
        self.database = SimulatedDatabase(loop, self.faults)
        self.hub = Hub(loop, self.faults)
        self.processes: list[Process] = []
        self.clients: list[SimulatedClient] = []
        self.jobs: dict[str, Table] = {}
        """By table: the position for which an engine's move is wanted."""
        self.digest = sha256()
        self._names = 0

    def note(self, *what: object) -> None:
        """Add a fact to the history."""
        self.digest.update(repr((round(self.loop.now, 6), *what)).encode())

    async def start_process(self) -> "Process":
        """Start a process with a clock of its own."""
        self._names += 1
        name = f"process-{self._names}"
        self.time.skew[name] = self.random.uniform(-MOST_SKEW, MOST_SKEW)
        process = Process(self, name)
        while True:
            try:
                await process.run(process.open())
                break
            except OSError:  # as a supervisor would
                await asyncio.sleep(0.5)
        self.processes.append(process)
        return process

    @property
    def healthy(self) -> list["Process"]:
        """The processes to which a proxy leads clients."""
        return [process for process in self.processes if process.name not in self.loop.paused and not process.stopping]

    def crash(self, process: "Process") -> None:
        """End a process without warning; its clients notice soon."""
        self.processes.remove(process)
        self.loop.dead.add(process.name)
        self.hub.buses.pop(process.name, None)
        for socket in list(process.sockets):
            self.loop.call_later(self.random.uniform(0.005, 0.3), socket.lost, context=in_world())

    async def run_engine(self) -> None:
        """Play for the engine seats, through any process."""
        while True:
            await asyncio.sleep(self.random.uniform(0.05, 0.3))
            for name, table in list(self.jobs.items()):
                if not self.healthy:
                    continue
                process = self.random.choice(self.healthy)
                found = MoveResult(self.random.choice(list(table.legal)))
                playing = asyncio.ensure_future(process.run(process.dispatcher.engine_move(name, table.changed, found)))
                done, _ = await asyncio.wait((playing,), timeout=8)  # not cancelled: in a process that crashed, that would not end
                if not done or isinstance(playing.exception(), OSError):
                    continue
                answer = playing.result()
                if not (isinstance(answer, Nak) and answer.code == "unavailable") and self.jobs.get(name) is table:
                    del self.jobs[name]


class Process:
    """The parts of one process that tables need, wired as `services` does."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.sockets: dict[Socket, None] = {}
        self.stopping = False
        database = cast(Database, world.database)
        players = cast(Players, SimpleNamespace(introduce=_introduce))
        self.bus = SimulatedBus(world.hub, name)
        self.log = Log(database)
        self.cluster = Cluster(name, self.bus)
        self.background = BackgroundTasks()
        self.leases = Leases(database, name, alone=False)
        self.registry = TableRegistry(self.leases, self.log, self.cluster, self.background)
        self.runner = ActRunner(self.log, self.cluster, self)
        self.dispatcher = ActDispatcher(self.registry, self.runner, players, self.cluster)
        self.creator = TableCreator(self.registry, self.runner, database, players, 100)
        self.registry.taken = self.dispatcher.resume
        self.access = TableAccess(self.registry, self.dispatcher, TableDetails(PositionService()), Quotas(rate=0))

    async def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something in this process."""
        return await asyncio.get_running_loop().create_task(work, context=in_process(self.name))

    async def open(self) -> None:
        """Begin to serve."""
        await self.registry.open()
        await self.dispatcher.open()
        self.background.spawn(self.dispatcher.resume_all())

    async def stop(self) -> None:
        """End in good order: clients first, then the tables."""
        self.stopping = True
        for socket in list(self.sockets):
            socket.lost()
        with suppress(OSError):  # then the others wait until it counts as dead
            await self.run(self.background.close())
            await self.run(self.registry.close())
        await self.run(self.cluster.close())
        self.world.crash(self)

    async def request(self, table: Table) -> None:
        """Ask the engine for a move; the job is in the database."""
        await self.world.database.transact(lambda execute: self.world.jobs.__setitem__(table.id, table))

    async def cancel(self, table: Table) -> None:
        """A move is no longer wanted."""
        await self.world.database.transact(lambda execute: self.world.jobs.pop(table.id, None))


async def _introduce(player: Player, game: str) -> Player:
    return player


class Socket:
    """A connection between a client and a process. Messages keep their order; the process notices its end later than the client."""

    def __init__(self, world: World, process: Process, player: "SimulatedClient", number: int) -> None:
        self.world, self.process, self.player, self.number = world, process, player, number
        self.open = True
        self.closed = asyncio.Event()
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._up = self._down = 0.0
        process.sockets[self] = None
        world.loop.create_task(self._serve(), context=in_process(process.name))

    def _due(self, last: float) -> float:
        return max(last + 1e-6, self.world.loop.now + self.world.random.uniform(0.0005, 0.02))

    def send(self, message: Any) -> None:
        """From the client."""
        self._up = self._due(self._up)
        data = None if message is None else encode(message)
        self.world.loop.call_at(self._up, self._inbox.put_nowait, data, context=in_process(self.process.name))

    def _hear(self, message: bytes) -> None:
        """From the process."""
        self._down = self._due(self._down)
        self.world.loop.call_at(self._down, self.player.receive, self, message, context=in_world())

    def _close(self, code: int) -> None:
        """From the process."""
        self._down = self._due(self._down)
        self.world.loop.call_at(self._down, self.lost, context=in_world())

    async def _serve(self) -> None:
        client = Client(self.process.access, self.player.who, Outlet(self._hear, self._close))
        try:
            while (data := await self._inbox.get()) is not None:
                await client.receive(data)
        except OSError:  # the database is away: the connection ends with an error
            pass
        finally:
            client.disconnected()
            self.process.sockets.pop(self, None)
            if PROCESS.get() not in self.world.loop.dead:
                self.world.loop.call_later(0.005, self.lost, context=in_world())

    def lost(self) -> None:
        """The client sees that the connection is gone; the process does, if it is still there, a moment later."""
        if self.open:
            self.open = False
            self.send(None)
            self.closed.set()


@dataclass
class Attempt:
    """One act with its key, and what became of it."""

    key: str
    act: AnyAct
    seen: int
    asked: float
    answered: float = 0.0
    answer: dict[str, Any] | None = None


@dataclass(eq=False)
class SimulatedClient:
    """A player or spectator of one table, who comes back by itself and sends again what was not answered."""

    world: World
    who: Identity
    table: str
    seat: int | None = None
    socket: Socket | None = None
    v: int = 0
    shown: str | None = None
    caught_up: bool = False
    legal: list[str] = field(default_factory=list)
    position: str = ""
    over: bool = False
    present: tuple[tuple[int, ...], int] = ((), 0)
    events: dict[int, Any] = field(default_factory=dict)
    attempts: dict[str, Attempt] = field(default_factory=dict)
    waiting: dict[str, ActRequest] = field(default_factory=dict)
    drops: int = 0
    leaving: bool = False
    home: Process | None = None
    """The only process to which this one connects, where it matters."""

    async def stay(self) -> None:
        """Be connected to some process, always."""
        number = 0
        while not self.leaving:
            processes = self.world.healthy
            if not processes:
                await asyncio.sleep(0.1)
                continue
            number += 1
            self.socket = Socket(self.world, self.home or self.world.random.choice(processes), self, number)
            self.caught_up = False
            self.socket.send(Sub(self.table, self.v, None, self.shown))
            for request in self.waiting.values():
                self.socket.send(request)
            await self.socket.closed.wait()
            self.drops += 1
            await asyncio.sleep(self.world.random.uniform(0.05, 0.5))

    def act(self, act: AnyAct) -> Attempt:
        """Do something, until it is answered."""
        key = f"{self.who.player.id}-{len(self.attempts)}"
        attempt = self.attempts[key] = Attempt(key, act, self.v, self.world.loop.now)
        self.waiting[key] = ActRequest(self.table, key, self.v, act)
        self._send(key)
        return attempt

    def _send(self, key: str) -> None:
        if key in self.waiting and self.socket is not None and self.socket.open:
            self.socket.send(self.waiting[key])

    def receive(self, socket: Socket, text: bytes) -> None:
        """A message of the process."""
        if not socket.open or socket is not self.socket:
            return
        message = msgspec.json.decode(text)
        self.world.note(self.who.player.id, message["type"], message.get("v"), message.get("k"), message.get("code"))
        match message["type"]:
            case "ev":
                self._event(message)
            case "sync" | "still":
                if message["v"] != self.v:
                    raise Violation(f"{self.who.player.id} at version {self.v} was shown version {message['v']}")
                self.caught_up, self.shown = True, self.who.player.id
                self._show(message)
            case "present":
                self.present = (tuple(message["seats"]), message["watching"])
            case "ack" | "nak":
                self._answer(message)
            case "gone":
                raise Violation(f"{self.who.player.id} was told that the table is gone: {message['why']}")

    def _event(self, message: dict[str, Any]) -> None:
        if message["v"] != self.v + 1:
            raise Violation(f"{self.who.player.id} at version {self.v} was sent version {message['v']}")
        self.v = message["v"]
        self.events[self.v] = (message["at"], message["event"])
        if "frame" not in message and "view" not in message:
            self.shown = None
        self._show(message)

    def _show(self, message: dict[str, Any]) -> None:
        if message.get("frame"):
            self.position = message["frame"]["position"]
            self.legal = [move["text"] for move in message.get("legal") or ()]
        if message.get("view"):
            self.over = message["view"]["state"] == "over"
        if "present" in message or message["type"] in ("sync", "still"):
            self.present = (tuple(message.get("present", ())), message.get("watching", 0))

    def _answer(self, message: dict[str, Any]) -> None:
        key = message["k"]
        attempt = self.attempts[key]
        if message["type"] == "nak" and message["code"] == "unavailable":  # it may count or not: ask again
            self.world.faults["unavailable"] += 1
            self.world.loop.call_later(RESEND, self._send, key, context=in_world())
            return
        self.waiting.pop(key, None)
        if attempt.answer is not None and attempt.answer["type"] != message["type"]:
            raise Violation(f"{key} was answered twice: {attempt.answer} and {message}")
        attempt.answered, attempt.answer = self.world.loop.now, message

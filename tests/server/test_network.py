"""Clients over a network that loses, doubles, swaps and delays messages, and over servers that die: in the end all see what the log says.

The server is a real one with a real database; only the wires are ours, so that an adversary (hypothesis) can choose what arrives.
"""

import asyncio
import itertools
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule
from tests.support.outlets import Outlet

from tablier.api.tables import SeatPlan, TablePlan
from tablier.server.lifecycle import open_services
from tablier.server.people.cookies import COOKIE
from tablier.server.people.identity import guest_player
from tablier.server.services import Services
from tablier.server.settings import Quotas, Settings
from tablier.server.storage.migrate import upgrade_schema
from tablier.server.tables.live_table import LiveTable
from tablier.server.ws.client import OUTLET

HOW = st.sampled_from(["deliver", "deliver", "deliver", "drop", "double"])
PLAYERS = ("a" * 24, "b" * 24, "c" * 24)  # two who play and one who looks on


class Wire:
    """A connection: what is on its way in each direction, until the adversary lets it through."""

    def __init__(self) -> None:
        self.up: list[str] = []
        self.down: list[str] = []
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.task: asyncio.Task[None] | None = None
        self.idle = False
        """Whether the server has dealt with all that arrived, and waits for more."""

    async def receive(self) -> dict[str, Any]:
        self.idle = self.inbox.empty()
        message = await self.inbox.get()
        self.idle = False
        return message

    @property
    def quiet(self) -> bool:
        return self.task is None or self.task.done() or (self.idle and self.inbox.empty())

    async def send(self, message: dict[str, Any]) -> None:
        """The handshake."""

    def hear(self, message: bytes) -> None:
        self.down.append(message.decode())

    def cut(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect"})


class Browser:
    """The logic of a client: versions in order, gaps asked for, unanswered acts sent again."""

    def __init__(self, player: str, table: str) -> None:
        self.player, self.table = player, table
        self.v, self.moves, self.position, self.legal = 0, [], "", []
        self.whole = False
        """Whether all of version `v` was shown, and not only what happened."""
        self.pending: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.wire: Wire | None = None
        self.keys = itertools.count()

    def say(self, message: dict[str, Any]) -> None:
        if self.wire is not None:
            self.wire.up.append(json.dumps(message))

    def subscribe(self) -> None:
        self.say({"type": "sub", "table": self.table, "v": self.v} | ({"shown": self.player} if self.whole else {}))

    def act(self, act: dict[str, Any]) -> None:
        key = f"k{next(self.keys)}"
        self.pending[key] = {"type": "act", "table": self.table, "k": key, "v": self.v, "do": act}
        self.say(self.pending[key])

    def hear(self, text: str) -> None:
        message = json.loads(text)
        match message["type"]:
            case "ev" if message["v"] == self.v + 1:
                self.v += 1
                event = message["event"]
                if event["type"] in ("moved", "declared"):
                    self.moves.append(event["text"])
                elif event["type"] == "tookback":
                    del self.moves[-event["plies"] :]
                self.see(message)
                self.whole = self.whole and ("frame" in message or "view" in message)
            case "ev" if message["v"] > self.v + 1:
                self.subscribe()
            case "sync" if message["v"] > self.v:
                self.subscribe()  # what led there was lost on the way
            case "sync" | "still" if message["v"] == self.v:
                self.see(message)
                self.whole = self.whole or message["type"] == "sync"
                for act in self.pending.values():
                    self.say(act)
            case "ack" | "nak":
                self.pending.pop(message["k"], None)
                self.answers.setdefault(message["k"], message)

    def see(self, message: dict[str, Any]) -> None:
        if message.get("frame"):
            self.position = message["frame"]["position"]
            self.legal = [move["text"] for move in message.get("legal") or []]


class Network(RuleBasedStateMachine):
    """What the adversary may do."""

    browsers = Bundle("browsers")

    @initialize(target=browsers)
    def begin(self):
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp(prefix="tablier-network-"))
        self.tasks: list[asyncio.Task[None]] = []
        self.services = self.run(self.new_services())
        plan = TablePlan("makyek", (SeatPlan("you"), SeatPlan("open")))
        room = self.run(self.services.creator.create(plan, guest_player(PLAYERS[0])))
        self.all = [Browser(player, room.table.id) for player in PLAYERS]
        for browser in self.all:
            self.connect(browser)
        self.all[1].act({"type": "sit"})
        return self.all[0]

    @rule(target=browsers, which=st.integers(0, 2))
    def browser(self, which):
        return self.all[which]

    @rule(browser=browsers, choice=st.integers(0, 1000))
    def move(self, browser, choice):
        if browser.legal and len(browser.pending) < 3:
            browser.act({"type": "move", "text": browser.legal[choice % len(browser.legal)]})

    @rule(
        browser=browsers,
        act=st.sampled_from(
            [
                {"type": "say", "phrase": "hello"},
                {"type": "offer", "kind": "takeback"},
                {"type": "answer", "kind": "takeback", "yes": True},
                {"type": "answer", "kind": "takeback", "yes": False},
                {"type": "move", "text": "a1-a8"},
            ]
        ),
    )
    def do(self, browser, act):
        if len(browser.pending) < 3:
            browser.act(act)

    @rule(browser=browsers, at=st.integers(0, 5), how=HOW)
    def upward(self, browser, at, how):
        wire = browser.wire
        if wire is not None and wire.up:
            message = wire.up.pop(at % len(wire.up))  # any of them: messages overtake each other
            for _ in range({"deliver": 1, "drop": 0, "double": 2}[how]):
                wire.inbox.put_nowait({"type": "websocket.receive", "text": message})
            self.settle()

    @rule(browser=browsers, at=st.integers(0, 5), how=HOW)
    def downward(self, browser, at, how):
        wire = browser.wire
        if wire is not None and wire.down:
            message = wire.down.pop(at % len(wire.down))
            for _ in range({"deliver": 1, "drop": 0, "double": 2}[how]):
                browser.hear(message)

    @rule(browser=browsers)
    def all_arrives(self, browser):
        self.flow(browser)

    @rule(browser=browsers)
    def cut(self, browser):
        """The connection ends, and both sides notice."""
        if browser.wire is not None:
            browser.wire.cut()
            browser.wire = None
            self.settle()

    @rule(browser=browsers)
    def half_open(self, browser):
        """The client goes away and the server does not notice."""
        browser.wire = None

    @rule(browser=browsers)
    def come_back(self, browser):
        if browser.wire is None:
            self.connect(browser)

    @rule()
    def power_cut(self):
        """The server dies with all it has in memory, and another starts on its database."""
        self.run(self.die())
        self.services = self.run(self.new_services())
        for browser in self.all:
            browser.wire = None

    # -- how ------------------------------------------------------------------------------------------------

    def run(self, work):
        return self.loop.run_until_complete(work)

    async def new_services(self) -> Services:
        services = Services(Settings(self.folder, workers=0, quotas=Quotas(rate=0, sockets_per_player=10_000)))
        await upgrade_schema(services.database)
        await open_services(services)
        return services

    async def die(self) -> None:
        for task in asyncio.all_tasks() - {asyncio.current_task()} - self.services.database.checkouts:
            task.cancel()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:  # one that ends may leave another behind to tidy up
            await asyncio.gather(*others, return_exceptions=True)
        self.services.registry.live.clear()
        await self.services.database.close()

    def connect(self, browser: Browser) -> None:
        browser.wire = wire = Wire()
        cookie = f"{COOKIE}={self.services.cookies.sign(browser.player)}"
        scope = {
            "type": "websocket",
            "path": "/ws",
            "query_string": b"",
            "headers": [(b"cookie", cookie.encode()), (b"host", b"test")],
            "client": ("127.0.0.1", 1),
            "state": {},
            "extensions": {OUTLET: Outlet(wire.hear)},
        }
        wire.task = self.loop.create_task(self.services.sockets(scope, wire.receive, wire.send))
        self.settle()
        browser.subscribe()

    def settle(self) -> None:
        """Let the server do all that it can do now."""

        async def quiet() -> None:
            for _ in range(20_000):
                await asyncio.sleep(0.001)
                wires = [browser.wire for browser in self.all if browser.wire is not None]
                if all(wire.quiet for wire in wires) and not any(room.busy for room in self.services.registry.live.values()):
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)  # what was said last is on its way
                    return
            raise AssertionError("the server does not come to rest")

        if hasattr(self, "all"):
            self.run(quiet())

    def flow(self, browser: Browser) -> None:
        """Everything that is on its way arrives, in order, once."""
        for _ in range(60):
            wire = browser.wire
            if wire is None or not (wire.up or wire.down):
                return
            while wire.up:
                wire.inbox.put_nowait({"type": "websocket.receive", "text": wire.up.pop(0)})
            self.settle()
            while wire.down:
                browser.hear(wire.down.pop(0))

    def teardown(self):
        if not hasattr(self, "loop"):
            return
        try:
            self.all_end_with_the_position_of_the_log()
        finally:
            self.run(self.die())
            self.loop.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def all_end_with_the_position_of_the_log(self) -> None:
        for browser in self.all:  # a good network at last
            self.connect(browser)
        for _ in range(4):
            for browser in self.all:
                self.flow(browser)
        log = self.run(self.services.log.read(self.all[0].table))
        truth = LiveTable.replay(self.all[0].table, log, code="", seed=None, epoch=None)
        kept = [line.key for line in log if line.key]
        assert len(kept) == len(set(kept)), "something was done twice"
        for browser in self.all:
            assert not browser.pending, f"never answered: {browser.pending}"
            assert browser.v == truth.table.version
            assert tuple(browser.moves) == truth.table.match.moves
            assert browser.position == truth.table.frame.position
            for key, answer in browser.answers.items():
                if answer["type"] == "ack":
                    assert truth.versions.get(f"{browser.player}:{key}") == answer["v"], "an acknowledged act is not in the log"
                else:
                    assert f"{browser.player}:{key}" not in truth.versions, "a refused act is in the log"


TestNetwork = Network.TestCase
TestNetwork.settings = settings(max_examples=12, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck))

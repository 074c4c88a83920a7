"""The clients of bench/server.py, a process of their own: many players on raw sockets, cheap enough not to be what is measured.

Reads one command a line (JSON) from the standard input and answers each with one line. Loopback only. A player's own clock
measures from sending a move to its arrival at the opponent, who lives in the same process.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import httpx
import msgspec
import uvloop
from client_sockets import WebSocket, write
from peer_clients import PeerBench

LONGEST_GAME = 60
"""Plies after which somebody resigns and the players meet again: lives of tables are bounded, as they are with people."""
LATE = 5.0
"""Seconds after which a move that did not arrive counts as an error."""
SEATS = [{"kind": "you"}, {"kind": "open"}]
SIT = {"k": "sit", "v": 1, "do": {"type": "sit"}}
NOBODY = {"Cookie": ""}  # whoever asks is given a name


class _Happening(msgspec.Struct):
    type: str
    table: str = ""


class _Frame(msgspec.Struct):
    ply: int


class _View(msgspec.Struct):
    pass


class _Legal(msgspec.Struct):
    text: str


class _Message(msgspec.Struct):
    """What a client of the bench looks at in a message; the rest is skipped."""

    type: str
    table: str = ""
    v: int = 0
    code: str = ""
    player: str = ""
    event: _Happening | None = None
    frame: _Frame | None = None
    view: _View | None = None
    legal: list[_Legal] | None = None


read = msgspec.json.Decoder(_Message).decode


class Game:
    """A table: two players, perhaps somebody who looks on."""

    def __init__(self, bench: "Bench", table: str) -> None:
        self.bench, self.table = bench, table
        self.clients: list[Client] = []
        self.mover: Client | None = None
        self.sent_at, self.sent_v = 0.0, 0
        self.moves = 0
        self.left = bench.chosen.randrange(LONGEST_GAME)
        self.over = self.running = False

    def arrived(self) -> None:
        """A move has reached the opponent."""
        if self.sent_at:
            self.bench.latencies.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0
            self.moves += 1
            self.bench.moved(self)

    def play(self) -> bool:
        """Let whoever may move do so; False when nobody can just now."""
        if self.sent_at and time.perf_counter() - self.sent_at > LATE:
            self.bench.error("a move did not arrive")
            self.sent_at = 0.0
        mover = next((client for client in self.clients[:2] if client.legal), None)
        if mover is None or self.sent_at or self.over:
            return False
        text = self.bench.chosen.choice(mover.legal)
        mover.legal = []
        if self.bench.rematches and self.left <= 0:
            mover.act({"type": "resign"})
            return True
        self.left -= 1
        self.mover, self.sent_v, self.sent_at = mover, mover.v + 1, time.perf_counter()
        mover.act({"type": "move", "text": text})
        return True

    def ended(self) -> None:
        """The game is over."""
        if not self.over:
            self.over = True
            self.bench.finished(self)

    def again(self, table: str) -> None:
        """Everybody goes to the next table."""
        if table != self.table:
            old, self.table, self.over, self.sent_at, self.left = self.table, table, False, 0.0, LONGEST_GAME
            for client in self.clients:
                client.v, client.legal, client.shown = 0, [], ""
                client.say({"type": "unsub", "table": old})
                client.subscribe()


class Client:
    """Somebody at a table: comes back when the server does, and fills in what was missed."""

    def __init__(self, game: Game, cookie: str, seat: int) -> None:
        self.game, self.cookie, self.seat = game, cookie, seat
        self.v, self.keys = 0, 0
        self.me, self.shown = "", ""
        """Who this is, and who it was when all of version `v` was shown to it, and not only what happened."""
        self.legal: list[str] = []
        self.synced = False
        self.socket: WebSocket | None = None
        game.clients.append(self)

    async def connect(self) -> None:
        """Open the socket; when it cannot be, or is lost, try again with some back-off."""
        bench, wait = self.game.bench, 0.1
        while not bench.ending:
            try:
                await asyncio.get_running_loop().create_connection(
                    lambda: WebSocket(bench.port, "/ws", self.cookie, self), "127.0.0.1", bench.port
                )
                return
            except OSError:
                await asyncio.sleep(wait * (0.5 + bench.chosen.random()))
                wait = min(1.0, wait * 1.5)

    def opened(self, socket: WebSocket, head: bytes) -> None:
        """The server let us in, and may have given us a name."""
        self.socket = socket
        if not self.cookie:
            self.cookie = cookie_of(head.decode("latin-1"))
        self.subscribe()

    def lost(self, why: str) -> None:
        """The server is gone; come back."""
        if self.synced:
            self.synced = False
            self.game.bench.synced -= 1
        self.socket, self.game.sent_at = None, 0.0
        if not self.game.bench.ending:
            if not self.game.bench.storm:
                self.game.bench.error(f"a socket was closed: {why}")
            self.game.bench.spawn(self.connect())

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        if self.socket is not None:
            self.socket.send(write(message))

    def subscribe(self) -> None:
        """Follow the table from where we were."""
        shown = {"shown": self.shown} if self.shown else {}
        self.say({"type": "sub", "table": self.game.table, "v": self.v, **shown})

    def act(self, deed: dict[str, Any]) -> None:
        """Do something."""
        self.keys += 1
        self.say({"type": "act", "table": self.game.table, "k": f"{self.seat}.{self.keys}", "v": self.v, "do": deed})

    def hear(self, data: bytes) -> None:
        """One message of the server."""
        message, game, bench = read(data), self.game, self.game.bench
        bench.heard += 1
        if message.table and message.table != game.table:
            return
        match message.type:
            case "ev":
                if message.v != self.v + 1:
                    bench.error("a version was skipped")
                self.v = message.v
                if message.frame is None and message.view is None:
                    self.shown = ""
                if message.frame is not None or message.legal is not None:
                    self.legal = [one.text for one in message.legal or ()]
                if message.event is not None:
                    self.happened(message.event)
            case "hello":
                self.me = message.player
            case "sync" | "still":
                self.v, self.shown = message.v, self.me
                if message.type == "sync":
                    self.legal = [one.text for one in message.legal or ()]
                if not self.synced:
                    self.synced = True
                    bench.synced += 1
                    bench.last_sync = time.time()
                    bench.first_sync = bench.first_sync or bench.last_sync
            case "nak":
                bench.error(f"refused: {message.code}")
                game.sent_at = 0.0
            case "gone" | "closing":
                bench.error(message.type)

    def happened(self, event: _Happening) -> None:
        """What matters of a happening to a player of the bench."""
        game = self.game
        if event.type == "moved":
            if self.seat < 2 and self is not game.mover and self.v == game.sent_v:
                game.arrived()
        elif event.type == "ended":
            game.ended()
            if game.bench.rematches and self.seat < 2:
                self.act({"type": "offer", "kind": "rematch"})
        elif event.type == "rematched":
            game.again(event.table)


def cookie_of(head: str) -> str:
    """The cookie that an answer sets."""
    for line in head.split("\r\n"):
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":
            return value.split(";")[0].strip()
    return ""


class Bench:
    """The players of one process, and what they have noticed."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.chosen = port, random.Random(seed)
        self.games: list[Game] = []
        self.latencies: list[float] = []
        self.errors: Counter[str] = Counter()
        self.heard, self.synced, self.first_sync, self.last_sync = 0, 0, 0.0, 0.0
        self.ending = self.storm = self.rematches = False
        self.plies = 0
        """Moves that each game still makes as fast as it can; 0 when the clock says when to move."""
        self.playing = 0
        self.done = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the rest."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def error(self, what: str) -> None:
        """Something that must not happen."""
        self.errors[what] += 1

    @property
    def clients(self) -> list[Client]:
        """Everybody."""
        return [client for game in self.games for client in game.clients]

    # -- commands --------------------------------------------------------------------------------------------------

    async def set(self, games: list[str], watchers: int) -> dict[str, Any]:
        """Set tables of these games over HTTP: two guests each, without sockets, and some who will look on."""
        at_once = asyncio.Semaphore(16)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as http:

            async def one(name: str) -> None:
                async with at_once:
                    made = await http.post("/api/tables", json={"game": name, "seats": SEATS}, headers=NOBODY)
                    made.raise_for_status()
                    table = made.json()["id"]
                    sat = await http.post(f"/api/tables/{table}/acts", json=SIT, headers=NOBODY)
                    sat.raise_for_status()
                    http.cookies.clear()
                game = Game(self, table)
                Client(game, made.headers["set-cookie"].split(";")[0], 0)
                Client(game, sat.headers["set-cookie"].split(";")[0], 1)
                self.games.append(game)

            await asyncio.gather(*map(one, games))
        for game in self.games[:watchers]:
            Client(game, "", 2)
        return {"tables": len(self.games), "clients": len(self.clients)}

    async def connect(self, at_once: int = 64) -> dict[str, Any]:
        """Everybody comes and follows their table."""
        gate = asyncio.Semaphore(at_once)

        async def one(client: Client) -> None:
            async with gate:
                await client.connect()

        begun = time.time()
        await asyncio.gather(*map(one, self.clients))
        await self.all_there(60)
        return {"synced": self.synced, "seconds": self.last_sync - begun}

    async def all_there(self, seconds: float) -> None:
        """Wait until everybody follows their table."""
        deadline = time.time() + seconds
        while self.synced < len(self.clients) and time.time() < deadline:
            await asyncio.sleep(0.02)
        if self.synced < len(self.clients):
            self.error("not everybody could follow their table")

    async def play(self, seconds: float, period: float, settle: float = 3.0) -> dict[str, Any]:
        """Every table moves once a period, each at a time of its own; the first seconds are not counted."""
        self.rematches, loop = True, asyncio.get_running_loop()
        self.latencies.clear()
        begin, end = loop.time(), loop.time() + settle + seconds
        skipped = 0

        def tick(game: Game, due: float) -> None:
            nonlocal skipped
            if due < end:
                if not game.play():
                    skipped += 1
                loop.call_at(due + period, tick, game, due + period)

        for game in self.games:
            due = begin + self.chosen.random() * period
            loop.call_at(due, tick, game, due)
        await asyncio.sleep(settle)
        self.latencies.clear()
        heard, skipped = self.heard, 0
        await asyncio.sleep(seconds)
        taken = self.latencies[:]
        heard = self.heard - heard
        await asyncio.sleep(1)
        self.rematches = False
        return {"latencies": [round(one * 1000, 2) for one in taken], "heard": heard, "skipped": skipped}

    async def saturate(self, first: int, count: int, plies: int) -> dict[str, Any]:
        """Some of the tables move as fast as they can, until each has made so many moves or is over."""
        self.latencies.clear()
        chosen = self.games[first : first + count]
        self.plies, self.playing = plies, len(chosen)
        self.done.clear()
        begun = time.perf_counter()
        for game in chosen:
            game.moves, game.running = 0, True
            game.play()
        try:
            await asyncio.wait_for(self.done.wait(), 60)
        except TimeoutError:
            self.error("a table did not finish")
        seconds, self.plies = time.perf_counter() - begun, 0
        return {"moves": sum(game.moves for game in chosen), "seconds": seconds}

    def moved(self, game: Game) -> None:
        """A move arrived: where nobody looks at the clock, the next one is made."""
        if self.plies:
            if game.moves >= self.plies:
                self.finished(game)
            else:
                asyncio.get_running_loop().call_soon(game.play)

    def finished(self, game: Game) -> None:
        """A table has made its moves."""
        if game.running:
            game.running = False
            self.playing -= 1
            if not self.playing:
                self.done.set()

    async def expect_storm(self) -> dict[str, Any]:
        """The server is about to be killed; that is no error."""
        self.storm, self.first_sync = True, 0.0
        return {}

    async def recover(self, seconds: float) -> dict[str, Any]:
        """Wait until everybody is back."""
        await self.all_there(seconds)
        self.storm = False
        return {"synced": self.synced, "first": self.first_sync, "last": self.last_sync}

    async def trouble(self) -> dict[str, Any]:
        """What must not have happened."""
        return {"errors": dict(self.errors)}


async def obey(bench: Bench | PeerBench) -> None:
    """Do what is read, line by line, until there is no more."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command = json.loads(line)
        answer = await getattr(bench, command.pop("do"))(**command)
        print(json.dumps(answer), flush=True)
    bench.ending = True


if __name__ == "__main__":
    who, port, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    uvloop.run(obey(Bench(port, seed) if who == "tablier" else PeerBench(port)))
    os._exit(0)  # thousands of sockets need no goodbye

"""The clients of bench/server.py, in a process of their own: many players on raw sockets, cheap enough not to be what is measured. They
send what a page sends (tests/support/page_traffic.py): one act for a move, pings, and now and then a question what a move takes or
which rules are at work.

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
"""Plies after which a player resigns and offers a rematch: games end, as they do with people."""
HEARTBEAT = 15.0
"""Seconds between two pings of a client, as the page sends them (web/src/net/connection.ts)."""
PREVIEWED = 0.25
"""The share of moves before which the pointer rests on a target long enough for the page to ask what the move takes."""
LOOKED = 0.02
"""The share of moves before which a player points at the rules beside the board, so that the page asks for the details of the position. Few
do in a game that they know; a table of beginners asks more often, but once for a position at most."""
LATE = 5.0
"""Seconds after which a move that did not arrive counts as an error."""
SEATS = [{"kind": "you"}, {"kind": "open"}]
SIT = {"k": "sit", "v": 1, "do": {"type": "sit"}}
NEW_GUEST = {"Cookie": ""}


class _Event(msgspec.Struct):
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
    now: int | None = None
    event: _Event | None = None
    frame: _Frame | None = None
    view: _View | None = None
    legal: list[_Legal] | None = None


read = msgspec.json.Decoder(_Message).decode


class Game:
    """A table: two players, perhaps a spectator."""

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
        """Play a move of the seat to move; False when none is known yet."""
        if self.sent_at and time.perf_counter() - self.sent_at > LATE:
            self.bench.error("a move did not arrive")
            self.sent_at = 0.0
        mover = next((client for client in self.clients[:2] if client.legal), None)
        if mover is None or self.sent_at or self.over:
            return False
        text = self.bench.chosen.choice(mover.legal)
        mover.legal = []
        if self.bench.chosen.random() < PREVIEWED:
            mover.send_preview(text)
        if self.bench.chosen.random() < LOOKED:
            mover.send_look()
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
        """All clients follow the next table."""
        if table != self.table:
            old, self.table, self.over, self.sent_at, self.left = self.table, table, False, 0.0, LONGEST_GAME
            for client in self.clients:
                client.v, client.legal, client.shown = 0, [], ""
                client.say({"type": "unsub", "table": old})
                client.subscribe()


class Client:
    """A client at a table: reconnects when the server is back, and takes in what it missed."""

    def __init__(self, game: Game, cookie: str, seat: int) -> None:
        self.game, self.cookie, self.seat = game, cookie, seat
        self.v, self.keys = 0, 0
        self.me, self.shown = "", ""
        """The player, and the player to whom all of version `v` was shown (empty: only its events were)."""
        self.legal: list[str] = []
        self.heard: int | None = None
        """The server's time, as it was last said."""
        self.synced = False
        self.socket: WebSocket | None = None
        self.beat: asyncio.TimerHandle | None = None
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
        """The handshake is done; a new guest was given a cookie."""
        self.socket = socket
        if not self.cookie:
            self.cookie = cookie_of(head.decode("latin-1"))
        self.subscribe()
        self.beat = asyncio.get_running_loop().call_later(HEARTBEAT * self.game.bench.chosen.random(), self.ping)

    def ping(self) -> None:
        """Send a ping, as often as the page does."""
        if self.socket is not None:
            self.say({"type": "ping", "t": int(time.time() * 1000), "heard": self.heard})
            self.beat = asyncio.get_running_loop().call_later(HEARTBEAT, self.ping)

    def send_preview(self, text: str) -> None:
        """Ask what a move would take, as the page does when the pointer rests on a target of it."""
        self.say({"type": "preview", "table": self.game.table, "v": self.v, "moves": [text]})

    def send_look(self) -> None:
        """Ask for the details of the position, as the page does when its player points at the rules."""
        self.say({"type": "look", "table": self.game.table, "v": self.v})

    def lost(self, why: str) -> None:
        """The socket is closed: connect again."""
        if self.synced:
            self.synced = False
            self.game.bench.synced -= 1
        self.socket, self.game.sent_at = None, 0.0
        if self.beat is not None:
            self.beat.cancel()
        if not self.game.bench.ending:
            if not self.game.bench.storm:
                self.game.bench.error(f"a socket was closed: {why}")
            self.game.bench.spawn(self.connect())

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        if self.socket is not None:
            self.socket.send(write(message))

    def subscribe(self) -> None:
        """Follow the table from the last known version."""
        shown = {"shown": self.shown} if self.shown else {}
        self.say({"type": "sub", "table": self.game.table, "v": self.v, **shown})

    def act(self, act: dict[str, Any]) -> None:
        """Send an act."""
        self.keys += 1
        self.say({"type": "act", "table": self.game.table, "k": f"{self.seat}.{self.keys}", "v": self.v, "do": act})

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
                    self.note(message.event)
            case "hello":
                self.me, self.heard = message.player, message.now
            case "pong":
                self.heard = message.now
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

    def note(self, event: _Event) -> None:
        """Note the events that the bench depends on."""
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
    """The clients of one process, and what they measured."""

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
        """All clients."""
        return [client for game in self.games for client in game.clients]

    # -- commands --------------------------------------------------------------------------------------------------

    async def set(self, games: list[str], watchers: int) -> dict[str, Any]:
        """Create tables of these games over HTTP, with two guests each, and clients for spectators; no sockets yet."""
        at_once = asyncio.Semaphore(16)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as http:

            async def one(name: str) -> None:
                async with at_once:
                    made = await http.post("/api/tables", json={"game": name, "seats": SEATS}, headers=NEW_GUEST)
                    made.raise_for_status()
                    table = made.json()["id"]
                    sat = await http.post(f"/api/tables/{table}/acts", json=SIT, headers=NEW_GUEST)
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
        """All clients connect and follow their tables."""
        gate = asyncio.Semaphore(at_once)

        async def one(client: Client) -> None:
            async with gate:
                await client.connect()

        begun = time.time()
        await asyncio.gather(*map(one, self.clients))
        await self.all_there(60)
        return {"synced": self.synced, "seconds": self.last_sync - begun}

    async def all_there(self, seconds: float) -> None:
        """Wait until all clients follow their tables."""
        deadline = time.time() + seconds
        while self.synced < len(self.clients) and time.time() < deadline:
            await asyncio.sleep(0.02)
        if self.synced < len(self.clients):
            self.error("a client could not follow its table")

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
        """A move arrived: when saturating, play the next one."""
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
        """Wait until all clients are back."""
        await self.all_there(seconds)
        self.storm = False
        return {"synced": self.synced, "first": self.first_sync, "last": self.last_sync}

    async def trouble(self) -> dict[str, Any]:
        """What must not have happened."""
        return {"errors": dict(self.errors)}


async def run_commands(bench: Bench | PeerBench) -> None:
    """Run the commands of standard input, one a line, until it ends."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command = json.loads(line)
        answer = await getattr(bench, command.pop("do"))(**command)
        print(json.dumps(answer), flush=True)
    bench.ending = True


if __name__ == "__main__":
    who, port, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    uvloop.run(run_commands(Bench(port, seed) if who == "tablier" else PeerBench(port)))
    os._exit(0)  # closing thousands of sockets takes seconds

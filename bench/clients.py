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
from typing import Any, Protocol

import httpx
import msgspec
import uvloop

LONGEST_GAME = 60
"""Plies after which somebody resigns and the players meet again: lives of tables are bounded, as they are with people."""
LATE = 5.0
"""Seconds after which a move that did not arrive counts as an error."""
SEATS = [{"kind": "you"}, {"kind": "open"}]
SIT = {"k": "sit", "v": 1, "do": {"type": "sit"}}
NOBODY = {"Cookie": ""}  # whoever asks is given a name
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def frame(opcode: int, payload: bytes) -> bytes:
    """A client's WebSocket frame; the mask is zero, which is a mask like any other and costs nothing."""
    size = len(payload)
    head = bytes((0x80 | opcode, 0x80 | size)) if size < 126 else bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


class Guest(Protocol):
    """Whoever uses a socket."""

    def opened(self, socket: "WebSocket", head: bytes) -> None:
        """The handshake is done; `head` is the server's answer."""

    def hear(self, data: bytes) -> None:
        """A text message."""

    def lost(self, why: str) -> None:
        """The socket is closed."""


class WebSocket(asyncio.Protocol):
    """The least WebSocket client that plays by the rules."""

    def __init__(self, port: int, path: str, cookie: str, guest: "Guest") -> None:
        self.port, self.path, self.cookie = port, path, cookie
        self.guest = guest
        self.buffer = bytearray()
        self.shaken = False
        self.farewell = ""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a socket can be written to
        """Ask for the socket."""
        self.transport = transport
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGFibGllcidzIGJlbmNoIQ==\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """The server is gone."""
        self.guest.lost(self.farewell or str(exc or "without a word"))

    def data_received(self, data: bytes) -> None:
        """Bytes of the handshake, then of frames."""
        buffer = self.buffer
        buffer += data
        if not self.shaken:
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in (answer := head.partition(b"\r\n")[0]):
                self.farewell = answer.decode("latin-1")
                self.transport.abort()
                return
            self.shaken, self.buffer = True, bytearray(rest)
            buffer = self.buffer
            self.guest.opened(self, head)
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, begin = buffer[at + 1], at + 2
            if length >= 126:
                wide = 2 if length == 126 else 8
                length, begin = int.from_bytes(buffer[begin : begin + wide], "big"), begin + wide
            if begin + length > size:
                break
            opcode = buffer[at] & 15
            payload = bytes(buffer[begin : begin + length])
            at = begin + length
            if opcode == TEXT:
                self.guest.hear(payload)
            elif opcode == PING:
                self.transport.write(frame(PONG, payload))
            elif opcode == CLOSE:
                self.farewell = f"{int.from_bytes(payload[:2], 'big')} {payload[2:].decode()}"
                self.transport.close()
        del buffer[:at]

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self.transport.write(frame(TEXT, text))


# -- Tablier ----------------------------------------------------------------------------------------------------------


class _Happening(msgspec.Struct):
    type: str
    table: str = ""


class _Frame(msgspec.Struct):
    ply: int


class _Legal(msgspec.Struct):
    text: str


class _Message(msgspec.Struct):
    """What a client of the bench looks at in a message; the rest is skipped."""

    type: str
    table: str = ""
    v: int = 0
    code: str = ""
    event: _Happening | None = None
    frame: _Frame | None = None
    legal: list[_Legal] | None = None


read = msgspec.json.Decoder(_Message).decode
write = msgspec.json.Encoder().encode


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
                client.v, client.legal = 0, []
                client.say({"type": "unsub", "table": old})
                client.subscribe()


class Client:
    """Somebody at a table: comes back when the server does, and fills in what was missed."""

    def __init__(self, game: Game, cookie: str, seat: int) -> None:
        self.game, self.cookie, self.seat = game, cookie, seat
        self.v, self.keys = 0, 0
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
        self.socket, self.legal, self.game.sent_at = None, [], 0.0
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
        self.say({"type": "sub", "table": self.game.table, "v": self.v})

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
                if message.frame is not None or message.legal is not None:
                    self.legal = [one.text for one in message.legal or ()]
                if message.event is not None:
                    self.happened(message.event)
            case "sync":
                self.v = message.v
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


# -- boardgame.io -------------------------------------------------------------------------------------------------------

DRAWN = (0, 4, 8, 1, 7, 6, 2, 5, 3)
"""Tic-tac-toe that fills the board and nobody wins."""
SPACE = "/tic-tac-toe,"
SOCKET_IO = "/socket.io/?EIO=4&transport=websocket"


class Match:
    """A match of tic-tac-toe at boardgame.io's server: two sockets that speak socket.io."""

    def __init__(self, bench: "PeerBench", match: str, credentials: list[str]) -> None:
        self.bench, self.match, self.state, self.moves = bench, match, 0, 0
        self.players = [Peer(self, str(seat), secret) for seat, secret in enumerate(credentials)]

    def play(self) -> None:
        """The next move of the match."""
        player = self.players[self.moves % 2]
        made = {"type": "clickCell", "args": [DRAWN[self.moves]], "playerID": player.seat, "credentials": player.credentials}
        player.emit("update", {"type": "MAKE_MOVE", "payload": made}, self.state, self.match, player.seat)

    def arrived(self, state: int) -> None:
        """The move has reached the opponent."""
        self.state = state
        self.moves += 1
        if self.moves < len(DRAWN):
            self.play()
        else:
            self.bench.finished()


class Peer:
    """A player of boardgame.io."""

    def __init__(self, match: Match, seat: str, credentials: str) -> None:
        self.match, self.seat, self.credentials = match, seat, credentials
        self.socket: WebSocket | None = None

    def opened(self, socket: WebSocket, head: bytes) -> None:
        """The socket is open; socket.io's own greeting follows."""
        self.socket = socket

    def lost(self, why: str) -> None:
        """The server is gone."""
        if not self.match.bench.ending:
            self.match.bench.errors[f"a socket was closed: {why}"] += 1

    def emit(self, *words: Any) -> None:
        """Send an event."""
        assert self.socket is not None
        self.socket.send(b"42" + SPACE.encode() + write(words))

    def hear(self, data: bytes) -> None:
        """Engine.IO: 0 is hello, 2 a ping; 40 is welcome to the space, 42 an event."""
        if data.startswith(b"42"):
            words = msgspec.json.decode(data[2 + len(SPACE) :])
            if words[0] == "sync":
                self.match.bench.ready()
            elif words[0] == "update":
                self.updated(words[2]["_stateID"])
        elif data.startswith(b"40"):
            self.emit("sync", self.match.match, self.seat, self.credentials, 2)
        elif data.startswith(b"0"):
            assert self.socket is not None
            self.socket.send(b"40" + SPACE.encode())
        elif data == b"2":
            assert self.socket is not None
            self.socket.send(b"3")

    def updated(self, state: int) -> None:
        """A move was made; the opponent of who made it answers."""
        if int(self.seat) != self.match.moves % 2 and state > self.match.state:
            self.match.arrived(state)


class PeerBench:
    """The players of boardgame.io in one process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.matches: list[Match] = []
        self.errors: Counter[str] = Counter()
        self.there = self.playing = 0
        self.ending = False
        self.done = asyncio.Event()

    def ready(self) -> None:
        """Somebody follows their match."""
        self.there += 1

    def finished(self) -> None:
        """A match is over."""
        self.playing -= 1
        if not self.playing:
            self.done.set()

    async def set(self, matches: int) -> dict[str, Any]:
        """Set matches over HTTP and let both players of each come."""
        at_once = asyncio.Semaphore(16)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}/games/tic-tac-toe", timeout=60) as http:

            async def one() -> None:
                async with at_once:
                    match = (await http.post("/create", json={"numPlayers": 2})).json()["matchID"]
                    joined = [
                        (await http.post(f"/{match}/join", json={"playerID": seat, "playerName": seat})).json()["playerCredentials"]
                        for seat in "01"
                    ]
                    made = Match(self, match, joined)
                    for peer in made.players:
                        await asyncio.get_running_loop().create_connection(
                            lambda peer=peer: WebSocket(self.port, SOCKET_IO, "", peer), "127.0.0.1", self.port
                        )
                self.matches.append(made)

            await asyncio.gather(*(one() for _ in range(matches)))
        deadline = time.time() + 60
        while self.there < 2 * matches and time.time() < deadline:
            await asyncio.sleep(0.02)
        return {"there": self.there}

    async def saturate(self, first: int, count: int) -> dict[str, Any]:
        """Some of the matches are played as fast as they can be."""
        chosen = self.matches[first : first + count]
        self.playing = len(chosen)
        self.done.clear()
        begun = time.perf_counter()
        for match in chosen:
            match.play()
        try:
            await asyncio.wait_for(self.done.wait(), 60)
        except TimeoutError:
            self.errors["a match did not finish"] += 1
        return {"moves": sum(match.moves for match in chosen), "seconds": time.perf_counter() - begun}

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

"""The players of boardgame.io's server, many in one process; bench/clients.py starts them."""

import asyncio
import time
from collections import Counter
from typing import Any

import httpx
import msgspec
from client_sockets import WebSocket, write

DRAWN = (0, 4, 8, 1, 7, 6, 2, 5, 3)
"""A drawn game of tic-tac-toe that fills the board."""
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
        """Follow a match."""
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

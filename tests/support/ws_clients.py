"""A client as the browser is one: follows a table by versions, sends again what was not acknowledged, comes back by itself."""

import asyncio
import itertools
import json
from contextlib import suppress
from typing import Any

import httpx
import websockets


class Client:
    """A client at a table, over a socket. `url` may change while it is away: servers come and go."""

    def __init__(self, url: str, cookie: str) -> None:
        self.url, self.cookie = url, cookie
        self.v = 0
        self.events: list[dict[str, Any]] = []
        self.sync: dict[str, Any] = {}
        self.shown: str | None = None
        """Who this was when all of version `v` was shown to it, and not only what happened."""
        self.me, self.stills = "", 0
        self.frame: dict[str, Any] = {}
        self.legal: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.table = ""
        self.code: str | None = None
        self.unanswered: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.looked: list[dict[str, Any]] = []
        self.gone: list[dict[str, Any]] = []
        self.present: dict[str, Any] = {}
        self.reconnects = 0
        self.changed = asyncio.Event()
        self._keys = itertools.count()
        self._socket: Any = None
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def guest(cls, url: str) -> "Client":
        """A new client with a cookie of its own."""
        async with httpx.AsyncClient(base_url=url) as http:
            await http.get("/api/me")
            return cls(url, "; ".join(f"{name}={value}" for name, value in http.cookies.items()))

    def http(self) -> httpx.AsyncClient:
        """The same person over HTTP."""
        return httpx.AsyncClient(base_url=self.url, headers={"Cookie": self.cookie}, timeout=20)

    async def follow(self, table: str, code: str | None = None) -> "Client":
        self.table, self.code = table, code
        self._task = asyncio.create_task(self._stay())
        await self.until(lambda: self.sync or self.gone)
        return self

    async def _stay(self) -> None:
        while True:
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                async with websockets.connect(self._socket_url, additional_headers={"Cookie": self.cookie}, open_timeout=5) as self._socket:
                    await self._subscribe()
                    async for message in self._socket:
                        await self._hear(json.loads(message))
            self._socket = None
            self.reconnects += 1
            await asyncio.sleep(0.1)

    async def _subscribe(self) -> None:
        given = {"code": self.code, "shown": self.shown}
        await self._send({"type": "sub", "table": self.table, "v": self.v} | {name: one for name, one in given.items() if one})

    @property
    def _socket_url(self) -> str:
        return self.url.replace("http", "ws", 1) + "/ws"

    async def _send(self, message: dict[str, Any]) -> None:
        if self._socket is not None:
            with suppress(websockets.WebSocketException):
                await self._socket.send(json.dumps(message))

    async def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "ev":
                if message["v"] == self.v + 1:
                    self.v = message["v"]
                    self.events.append(message)
                    self._state(message)
                    if "frame" not in message and "view" not in message:
                        self.shown = None
                elif message["v"] > self.v + 1:
                    await self._subscribe()
            case "hello":
                self.me = message["player"]
            case "sync" | "still":
                assert message["v"] == self.v, (message["v"], self.v)
                self.shown = self.me
                if message["type"] == "sync":
                    self.sync = message
                    self._state(message)
                else:
                    self.stills += 1
                for act in list(self.unanswered.values()):
                    await self._send(act)
            case "ack" | "nak":
                self.unanswered.pop(message["k"], None)
                self.answers[message["k"]] = message
            case "looked" | "asked":
                self.looked.append(message)
            case "gone":
                self.gone.append(message)
            case "present":
                self.present = message
        self.changed.set()

    def _state(self, message: dict[str, Any]) -> None:
        if message.get("frame"):
            self.frame = message["frame"]
            self.legal = message.get("legal") or []
        elif message.get("legal") is not None:
            self.legal = message["legal"]
        if message.get("view"):
            self.view = message["view"]

    async def until(self, condition: Any, seconds: float = 20.0) -> None:
        async def wait() -> None:
            while not condition():
                self.changed.clear()
                await self.changed.wait()

        try:
            await asyncio.wait_for(wait(), seconds)
        except TimeoutError:
            raise AssertionError(f"waited in vain at version {self.v} of {self.table}: {self.events[-2:]}") from None

    async def act(self, wait: bool = True, k: str | None = None, v: int | None = None, **deed: Any) -> dict[str, Any]:
        """Do something and wait for the answer, however often the server goes away meanwhile."""
        key = k or f"k{next(self._keys)}"
        act = {"type": "act", "table": self.table, "k": key, "v": self.v if v is None else v, "do": deed}
        self.unanswered[key] = act
        await self._send(act)
        if not wait:
            return act
        await self.until(lambda: key in self.answers)
        return self.answers[key]

    async def move(self, text: str) -> dict[str, Any]:
        return await self.act(type="move", text=text)

    async def insist(self, **deed: Any) -> dict[str, Any]:
        """Do something, as pages do it: an act that is not available just now is asked again under its key."""
        answer = await self.act(**deed)
        while answer["type"] == "nak" and answer["code"] == "unavailable":
            del self.answers[answer["k"]]
            answer = await self.act(**deed | {"k": answer["k"]})
        return answer

    async def say(self, message: dict[str, Any]) -> None:
        await self._send(message)

    @property
    def moves(self) -> list[str]:
        """The score as this client knows it."""
        score: list[str] = []
        for event in (message["event"] for message in self.events):
            if event["type"] in ("moved", "declared"):
                score.append(event["text"])
            elif event["type"] == "tookback":
                del score[-event["plies"] :]
        return score

    async def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task


async def set_table(client: Client, **plan: Any) -> dict[str, Any]:
    """A table created over HTTP by a client, who then follows it."""
    async with client.http() as http:
        made = await http.post("/api/tables", json=plan)
        assert made.status_code == 201, made.text
    table: dict[str, Any] = made.json()
    await client.follow(table["id"])
    if table.get("awaited"):
        assert (await client.act(type="nonce", nonce="host"))["type"] == "ack"
    return table


async def pair(url: str, other_url: str | None = None, **plan: Any) -> tuple[Client, Client]:
    """Two people at a new table, the first to move first."""
    one, two = await Client.guest(url), await Client.guest(other_url or url)
    table = await set_table(one, **{"seats": [{"kind": "you"}, {"kind": "open"}], **plan})
    await two.follow(table["id"], table["code"])
    assert (await two.act(type="sit"))["type"] == "ack"
    await one.until(lambda: one.legal)
    return one, two

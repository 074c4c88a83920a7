"""The socket of a client: plain ASGI, because thousands of them wait here and each should cost little."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from types import coroutine
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from starlette.requests import HTTPConnection

from tablier import __version__
from tablier.api.frames import position_details, why_not_clicks
from tablier.api.messages import (
    ActRequest,
    AnyFromClient,
    FromServer,
    Gone,
    Hello,
    Look,
    Looked,
    Nak,
    Ping,
    Pong,
    Sub,
    Unsub,
    WhyNot,
    WhyNotAnswer,
)
from tablier.api.primitives import wire_text
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.ops import gc_policy
from tablier.server.people.identity import Identity
from tablier.server.rate_limits import ADDRESS, address_of
from tablier.server.tables.registry import UNKNOWN
from tablier.server.tables.room import Room, encode
from tablier.server.timestamps import now_ms

if TYPE_CHECKING:
    from tablier.server.services import Services

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

log = structlog.get_logger("tablier.socket")
_message = msgspec.json.Decoder(AnyFromClient)

BAD_MESSAGE, TOO_BIG, TOO_SLOW, TOO_FAST, GOING_AWAY, NOT_YOU = 1007, 1009, 1013, 1008, 1001, 4001
"""Why a socket is closed, as the WebSocket protocol numbers it."""
CLOSED = -1
"""Instead of a reason: the client has been told."""
MESSAGES_A_SECOND, BURST = 20, 8
HANDSHAKE = 2.0
"""What opening a socket takes of an address's rate."""
TOO_MANY = Text("Trop de tables suivies à la fois.", "Too many tables followed at once.")


class Socket:
    """One client. Messages to it wait in a bounded queue; one that reads too slowly is asked to come back."""

    __slots__ = ("__weakref__", "_closing", "_credit", "_heard", "_lag", "_send", "_sending", "_waiting", "rooms", "services", "who")

    def __init__(self, services: "Services", who: Identity, send: Send) -> None:
        self.services, self.who, self._send = services, who, send
        self.rooms: dict[str, Room] = {}
        self._waiting: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._closing = 0
        self._lag = 0
        self._credit, self._heard = MESSAGES_A_SECOND * BURST * services.settings.quotas.rate, now_ms()

    def may_speak(self) -> bool:
        """Whether the client keeps within its rate: bursts are fine, floods are not."""
        rate = MESSAGES_A_SECOND * self.services.settings.quotas.rate
        if not rate:
            return True
        now = now_ms()
        self._credit = min(rate * BURST, self._credit + (now - self._heard) * rate / 1000) - 1
        self._heard = now
        return self._credit >= 0

    @property
    def waiting(self) -> int:
        """How many messages wait for the client."""
        return len(self._waiting)

    # -- to the client ----------------------------------------------------------------------------------------

    def tell(self, message: str) -> None:
        """Take a message for the client; never waits."""
        if self._closing:
            return
        if len(self._waiting) >= self.services.settings.quotas.queue:
            self.close(TOO_SLOW)
            return
        self._waiting.append(message)
        self._wake()

    def say(self, message: FromServer) -> None:
        """Tell the client something of its own."""
        self.tell(encode(message).decode())

    def close(self, code: int) -> None:
        """End this connection; the client will come back."""
        if not self._closing:
            self._closing = code
            self.services.metrics.socket_closed(code)
            if code != GOING_AWAY:
                self._waiting.clear()
            self._wake()

    def _wake(self) -> None:
        """Send what waits: at once when the network takes it, as it nearly always does, else in a task of its own."""
        if self._sending is not None:
            return
        sending = self._send_all()
        try:
            waiting_for = sending.send(None)
        except StopIteration:
            return
        self._sending = asyncio.create_task(_go_on(sending, waiting_for))
        self._sending.add_done_callback(self._sent)

    def _sent(self, _: asyncio.Task[None]) -> None:
        self._sending = None
        if self._waiting or self._closing > 0:
            self._wake()

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self._send({"type": "websocket.send", "text": self._waiting.popleft()})
            if self._closing > 0:
                code, self._closing = self._closing, CLOSED
                await self._send({"type": "websocket.close", "code": code})
        except Exception:  # the client is gone; the reader notices too and cleans up
            self._waiting.clear()

    # -- from the client --------------------------------------------------------------------------------------

    async def hear(self, data: str | bytes) -> None:
        """One message of the client."""
        if len(data) > self.services.settings.quotas.message:
            self.close(TOO_BIG)
            return
        try:
            message = _message.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.info("socket.bad", error=str(error)[:200], player=self.who.player.id)
            self.close(BAD_MESSAGE)
            return
        match message:
            case Ping(t, heard):
                now = now_ms()
                if heard is not None and 0 <= now - heard < 10_000:
                    self._lag = (now - heard) // 2
                self.say(Pong(t, now))
            case ActRequest():
                await self._act(message)
            case Sub():
                await self._sub(message)
            case Unsub(table):
                await self._unsub(table)
            case Look(table):
                room = self.rooms.get(table)
                if room is not None:
                    self.say(Looked(table, room.table.version, position_details(room.table.match)))
            case WhyNot(table, _, clicks):
                room = self.rooms.get(table)
                if room is not None:
                    self.say(WhyNotAnswer(table, room.table.version, clicks, why_not_clicks(room.table.match, clicks[:64])))

    async def _act(self, act: ActRequest) -> None:
        if not self.who.may("play"):
            self.say(Nak(act.table, act.k, "forbidden", wire_text(Text("Ce jeton ne permet pas de jouer.", "This token may not play."))))
            return
        if act.table not in self.rooms:
            self.say(Nak(act.table, act.k, "unknown_table", wire_text(UNKNOWN)))
            return
        code = self.rooms[act.table].code  # who follows the table may see it
        self.say(await self.services.tables.act(act.table, self.who, act.k, act.v, act.do, lag=self._lag, code=code))

    async def _sub(self, sub: Sub) -> None:
        if len(self.rooms) >= self.services.settings.quotas.subscriptions and sub.table not in self.rooms:
            self.say(Gone(sub.table, wire_text(TOO_MANY)))
            return
        try:
            room = await self.services.tables.room(sub.table)
        except Problem as problem:
            self.say(Gone(sub.table, problem.why))
            return
        known = sub.table in self.rooms
        if not known and not room.may_see(self.who, sub.code):
            self.say(Gone(sub.table, wire_text(UNKNOWN)))
            return
        await self._catch_up(room, sub.v)
        self.rooms[sub.table] = room
        room.add(self)
        room.show(self, seen=sub.v if sub.shown == self.who.player.id else 0)
        if sub.v > 0:
            self.services.metrics.reconnected()
        if not known:
            await self.services.tables.presence_changed(room)

    async def _catch_up(self, room: Room, v: int) -> None:
        """What happened after version `v`, from memory or from the log; a version that never was counts as none."""
        v = v if 0 <= v <= room.table.version else 0
        while v < room.table.version:
            first = room.recent[0].version if room.recent else room.table.version + 1
            if v + 1 >= first:
                missing = [line for line in room.recent if line.version > v]
            else:
                missing = await self.services.tables.log.read(room.table.id, v, first - 1)
            for line in missing:
                self.say_line(room, line)
            v = missing[-1].version

    def say_line(self, room: Room, line: Any) -> None:
        """A happening of the past; a long past must not look like a slow client."""
        self._waiting.append(encode(room.caught_up(line)).decode())
        self._wake()

    async def _unsub(self, table: str) -> None:
        room = self.rooms.pop(table, None)
        if room is not None:
            room.remove(self)
            await self.services.tables.presence_changed(room)

    async def leave(self) -> None:
        """The client is gone."""
        self._closing = self._closing or GOING_AWAY
        for table in list(self.rooms):
            await self._unsub(table)


@coroutine
def _go_on(begun: Coroutine[Any, Any, None], waiting_for: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that was begun without a task and now waits for something."""
    try:
        while True:
            try:
                given = yield waiting_for
            except BaseException as error:
                waiting_for = begun.throw(error)
            else:
                waiting_for = begun.send(given)
    except StopIteration:
        return


class SocketEndpoint:
    """The ASGI application behind /ws."""

    def __init__(self, services: "Services") -> None:
        self.services = services
        self.open: set[Socket] = set()
        self.of: dict[str, set[Socket]] = {}
        """By player."""

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One connection, from its handshake to its end."""
        await receive()  # websocket.connect
        who = await self._welcome(HTTPConnection(scope), send)
        if who is None:
            return
        socket = Socket(self.services, who, send)
        self.open.add(socket)
        self.of.setdefault(who.player.id, set()).add(socket)
        self.services.metrics.socket_opened()
        socket.say(Hello(who.player.id, who.player.name, now_ms(), __version__))
        try:
            await self._listen(socket, receive)
        finally:
            self.open.discard(socket)
            self.of[who.player.id].discard(socket)
            if not self.of[who.player.id]:
                del self.of[who.player.id]
            await socket.leave()
            gc_policy.socket_closed()

    async def _welcome(self, connection: HTTPConnection, send: Send) -> Identity | None:
        """Let somebody in, or not; what only the handshake needs is forgotten after it."""
        try:
            self.services.rate_limits.charge(ADDRESS, address_of(connection), HANDSHAKE)
            who = await self.services.auth.identify(connection)
        except Problem as problem:
            await send({"type": "websocket.close", "code": TOO_FAST if problem.status == 429 else NOT_YOU, "reason": problem.code})
            return None
        if len(self.of.get(who.player.id, ())) >= self.services.settings.quotas.sockets_per_player:
            await send({"type": "websocket.close", "code": TOO_FAST, "reason": "too_many"})
            return None
        accept: dict[str, Any] = {"type": "websocket.accept"}
        if who.fresh:
            accept["headers"] = [(b"set-cookie", self.services.cookies.header(self.services.cookies.sign(who.player.id)).encode())]
        await send(accept)
        return who

    async def _listen(self, socket: Socket, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if not socket.may_speak():
                socket.close(TOO_FAST)
                return
            data = message.get("text")
            await socket.hear(data if data is not None else message.get("bytes") or b"")

    async def recheck(self, player: str) -> None:
        """Close the sockets of somebody who is no longer who they were; their browsers come back as whoever they are now."""
        for socket in tuple(self.of.get(player, ())):
            if not await self.services.auth.is_valid(socket.who):
                socket.close(NOT_YOU)

    async def close(self) -> None:
        """Say goodbye: clients come back by themselves, to another process or to the next one."""
        for socket in tuple(self.open):
            socket.close(GOING_AWAY)
        await asyncio.sleep(0.05 if self.open else 0)

"""One WebSocket client: what it sends is performed, what it is sent waits in a bounded queue."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec
import structlog

from tablier.api.clicks import why_not_clicks
from tablier.api.frames import PositionDetails, takes_of
from tablier.api.messages import (
    ActRequest,
    AnyFromClient,
    FromServer,
    Gone,
    Look,
    Looked,
    Nak,
    Ping,
    Pong,
    Preview,
    Previewed,
    Sub,
    Unsub,
    WhyNot,
    WhyNotAnswer,
)
from tablier.api.primitives import wire_text
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.people.identity import Identity
from tablier.server.positions.service import Asker
from tablier.server.positions.table_details import TableDetails
from tablier.server.settings import Quotas
from tablier.server.storage.log import LogEntry
from tablier.server.tables import refusals as no
from tablier.server.tables.audience import encode
from tablier.server.tables.dispatch import ActDispatcher
from tablier.server.tables.live_table import LiveTable
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.state import Table
from tablier.server.timestamps import now_ms

log = structlog.get_logger("tablier.ws")
_decode = msgspec.json.Decoder(AnyFromClient).decode

GOING_AWAY, BAD_MESSAGE, TOO_FAST, TOO_BIG, TOO_SLOW, OTHER_PLAYER = 1001, 1007, 1008, 1009, 1013, 4001
"""Why a socket is closed, as codes of the WebSocket protocol."""
CLOSE_SENT = -1
WRITTEN_AT_ONCE = 32
"""Messages written together; then the network is asked whether it takes more."""
OUTLET = "tablier.outlet"
"""The extension of ASGI that gives an `Outlet`: `send` would take a task, and a call of the system, for each message."""
MESSAGES_PER_SECOND, BURST_SECONDS = 20, 8
MOST_CLICKS = 64
MOST_PREVIEWED = 16
LONGEST_ECHO = 10_000
"""Milliseconds; an older echo of the server's time says nothing about the delay of the network."""
TOO_MANY = Text("Trop de tables suivies à la fois.", "Too many tables followed at once.")
READ_ONLY = Text("Ce jeton ne permet pas de jouer.", "This token may not play.")


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the metrics count."""

    opened: Callable[[], None] = lambda: None
    closed: Callable[[int], None] = lambda code: None
    returned: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class TableAccess:
    """What clients do at tables, and how much of it."""

    registry: TableRegistry
    dispatcher: ActDispatcher
    details: TableDetails
    quotas: Quotas
    hooks: Hooks = Hooks()


class Outlet(Protocol):
    """The server's end of a socket."""

    writable: asyncio.Event
    """Set while the network takes more."""

    def write(self, messages: Sequence[bytes]) -> None:
        """Send text messages; nothing where the connection is lost."""

    def close(self, code: int) -> None:
        """Close the socket, after what was written."""


class Client:
    """A connected client. One that reads too slowly is closed, and comes back."""

    __slots__ = (
        "__weakref__",
        "_access",
        "_address",
        "_closing",
        "_credit",
        "_heard",
        "_lag",
        "_outlet",
        "_queue",
        "_scheduled",
        "_waiting",
        "followed",
        "who",
    )

    def __init__(self, access: TableAccess, who: Identity, outlet: Outlet, address: str = "") -> None:
        self._access, self.who, self._outlet, self._address = access, who, outlet, address
        self.followed: dict[str, LiveTable] = {}
        self._queue: deque[bytes] = deque()
        self._scheduled = False
        """Whether the queue is sent at the end of this turn of the event loop."""
        self._waiting: asyncio.Task[None] | None = None
        """Sends the queue as soon as the network takes more."""
        self._closing = 0
        self._lag = 0
        self._credit, self._heard = MESSAGES_PER_SECOND * BURST_SECONDS * access.quotas.rate, now_ms()

    def within_rate(self) -> bool:
        """Count a message of the client; False when there were too many."""
        rate = MESSAGES_PER_SECOND * self._access.quotas.rate
        if not rate:
            return True
        now = now_ms()
        self._credit = min(rate * BURST_SECONDS, self._credit + (now - self._heard) * rate / 1000) - 1
        self._heard = now
        return self._credit >= 0

    @property
    def queued(self) -> int:
        """How many messages wait for the client."""
        return len(self._queue)

    # -- to the client -------------------------------------------------------------------------------------

    def send_encoded(self, message: bytes) -> None:
        """Queue a message; never waits. What is queued in one turn of the event loop is written together."""
        if self._closing:
            return
        if len(self._queue) >= self._access.quotas.queue:
            self.close(TOO_SLOW)
            return
        self._queue.append(message)
        self._start_sending()

    def send(self, message: FromServer) -> None:
        """Queue a message for this client alone."""
        self.send_encoded(encode(message))

    def close(self, code: int) -> None:
        """Close the connection; the client comes back if it wants to."""
        if not self._closing:
            self._closing = code
            self._access.hooks.closed(code)
            if code != GOING_AWAY:
                self._queue.clear()
            self._send_all()

    def _start_sending(self) -> None:
        if not self._scheduled and self._waiting is None:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._send_all)

    def _send_all(self) -> None:
        self._scheduled = False
        if self._waiting is not None:
            return
        queue = self._queue
        while queue and self._outlet.writable.is_set():
            self._outlet.write([queue.popleft() for _ in range(min(len(queue), WRITTEN_AT_ONCE))])
        if queue:
            self._waiting = asyncio.create_task(self._send_when_writable())
        elif self._closing > 0:
            code, self._closing = self._closing, CLOSE_SENT
            self._outlet.close(code)

    async def _send_when_writable(self) -> None:
        await self._outlet.writable.wait()
        self._waiting = None
        self._send_all()

    # -- from the client -----------------------------------------------------------------------------------

    async def receive(self, data: str | bytes) -> None:
        """Perform one message of the client."""
        if len(data) > self._access.quotas.message:
            self.close(TOO_BIG)
            return
        try:
            message = _decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.info("ws.bad_message", error=str(error)[:200], player=self.who.player.id)
            self.close(BAD_MESSAGE)
            return
        match message:
            case Ping(t, heard):
                now = now_ms()
                if heard is not None and 0 <= now - heard < LONGEST_ECHO:
                    self._lag = (now - heard) // 2
                self.send(Pong(t, now))
            case ActRequest():
                await self._act(message)
            case Sub():
                await self._follow(message)
            case Unsub(table):
                self._unfollow(table)
            case Look(table) if (live := self.followed.get(table)) is not None:
                self._look(live.table)
            case Preview(table, _, moves) if (live := self.followed.get(table)) is not None:
                legal = [text for text in moves[:MOST_PREVIEWED] if text in live.table.legal]
                self.send(Previewed(table, live.table.version, moves, takes_of(live.table.match, legal)))
            case WhyNot(table, _, clicks) if (live := self.followed.get(table)) is not None:
                why = why_not_clicks(live.table.match, clicks[:MOST_CLICKS], live.table.seats_of(self.who.player.id))
                self.send(WhyNotAnswer(table, live.table.version, clicks, why))

    def _look(self, table: Table) -> None:
        """Send the details of the position later, with the version that they belong to; none where they cannot be had."""

        def answer(found: "asyncio.Future[PositionDetails]") -> None:
            if found.cancelled() or table.id not in self.followed:
                return
            error = found.exception()
            if error is None:
                self.send(Looked(table.id, table.version, found.result()))
            else:
                log.info("ws.look_failed", table=table.id, error=str(error)[:200])

        asker = Asker(self._address if self.who.fresh else self.who.player.id, self._address)
        self._access.details.find(table.play, asker).add_done_callback(answer)

    async def _act(self, request: ActRequest) -> None:
        live = self.followed.get(request.table)
        if not self.who.may("play"):
            self.send(Nak(request.table, request.k, "forbidden", wire_text(READ_ONLY)))
        elif live is None:
            self.send(Nak(request.table, request.k, "unknown_table", wire_text(no.UNKNOWN)))
        else:
            dispatcher, code = self._access.dispatcher, live.code  # a client that follows the table may see it
            self.send(await dispatcher.act(request.table, self.who, request.k, request.v, request.do, lag=self._lag, code=code))

    async def _follow(self, sub: Sub) -> None:
        known = sub.table in self.followed
        if len(self.followed) >= self._access.quotas.subscriptions and not known:
            self.send(Gone(sub.table, wire_text(TOO_MANY)))
            return
        try:
            live = await self._access.registry.find(sub.table, sub.v)
        except Problem as problem:
            self.send(Gone(sub.table, problem.why))
            return
        if not known and not live.visible_to(self.who, sub.code):
            self.send(Gone(sub.table, wire_text(no.UNKNOWN)))
            return
        await self._send_missed(live, sub.v)
        self.followed[sub.table] = live
        live.audience.add(self)
        live.show(self, seen=sub.v if sub.shown == self.who.player.id else 0)
        if sub.v > 0:
            self._access.hooks.returned()
        if not known:
            self._access.registry.presence_changed(live)

    async def _send_missed(self, live: LiveTable, v: int) -> None:
        """Send what happened after version `v`, from memory or from the log; a version that cannot be counts as none."""
        v = v if 0 <= v <= live.table.version else 0
        while v < live.table.version:
            first = live.last_entries[0].version if live.last_entries else live.table.version + 1
            missed: list[LogEntry] = [entry for entry in live.last_entries if entry.version > v]
            if v + 1 < first:
                missed = await self._access.registry.log.read(live.table.id, v, first - 1)
            for entry in missed:  # past the bound of the queue: a long past must not look like a slow client
                self._queue.append(encode(live.past_update(entry)))
            self._start_sending()
            v = missed[-1].version

    def _unfollow(self, table: str) -> None:
        live = self.followed.pop(table, None)
        if live is not None:
            live.audience.remove(self)
            self._access.registry.presence_changed(live)

    def disconnected(self) -> None:
        """The connection is gone: follow nothing any more."""
        self._closing = self._closing or GOING_AWAY
        for table in list(self.followed):
            self._unfollow(table)

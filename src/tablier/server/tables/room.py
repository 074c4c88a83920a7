"""A table in this process: its state, those who follow it, and, where this process owns it, its only writer.

Every process whose clients follow a table has a room for it. One of them owns the table and writes its log; the others fold what
the owner tells them through the bus, and fill gaps from the log.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

import msgspec
import structlog

from tablier.api.legal import LegalMove
from tablier.api.messages import FromServer, Present, Still, Sync, Update
from tablier.api.tables import AnyTableEvent, Created, Left, Moved, Replaced, Sat
from tablier.core.actors import Seat
from tablier.server.ops.logging import REQUEST
from tablier.server.storage.log import LogEntry
from tablier.server.tables.state import Table
from tablier.server.timestamps import now_ms

if TYPE_CHECKING:
    from tablier.server.people.identity import Identity

log = structlog.get_logger("tablier.room")
encode = msgspec.json.Encoder().encode
happening_of = msgspec.json.Decoder(AnyTableEvent).decode
MOMENT = 0.1
"""Seconds within which comings and goings are told together."""
KEPT = 64
"""Happenings kept in memory for clients that come back; older ones are read from the log."""


Presence = tuple[tuple[int, ...], int]
"""The seats whose players are connected, and how many look on."""


class Follower(Protocol):
    """Somebody who is told what happens at a table."""

    who: "Identity"

    def tell(self, message: str) -> None:
        """Take a message; must not wait."""


class Room:
    """A table and those who follow it."""

    def __init__(self, table: Table, lines: list[LogEntry], *, code: str, seed: bytes | None, epoch: int | None) -> None:
        self.table, self.code, self.seed = table, code, seed
        self.epoch = epoch
        """The lease under which this process writes; None where another process owns the table."""
        self.recent: deque[LogEntry] = deque(lines[-KEPT:], maxlen=KEPT)
        self.followers: dict[Follower, Presence | None] = {}
        """Everybody here, and what they were last told about who else is."""
        self.elsewhere: dict[str, frozenset[str]] = {}
        """Who is connected to other processes."""
        self.away_since: dict[Seat, int] = {}
        self.thinking = False
        """Whether an engine was asked for a move, and has not played it."""
        self.chances: dict[Seat, float] = {}
        """How likely each engine thought to win when it last moved."""
        self.used = now_ms()
        self.retired = False
        self.timer: asyncio.TimerHandle | None = None
        self._mailbox: deque[tuple[str, Callable[[], Awaitable[None]]]] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._telling: asyncio.TimerHandle | None = None

    @classmethod
    def replay(cls, table: str, lines: list[LogEntry], *, code: str, seed: bytes | None, epoch: int | None) -> "Room":
        """The room of a table as its log tells it."""
        created, *later = (happening_of(line.body) for line in lines)
        if not isinstance(created, Created):
            raise ValueError(f"the log of {table} does not begin with its creation")
        state = Table.laid(table, lines[0].at, created)
        if lines[0].key:
            state.keys[lines[0].key] = 1
        moves = sum(isinstance(happening, Moved) for happening in later)
        for line, happening in zip(lines[1:], later, strict=True):
            moves -= isinstance(happening, Moved)
            state.fold(line.version, line.at, happening, line.key, last=not moves)
        return cls(state, lines, code=code, seed=seed, epoch=epoch)

    # -- the writer ---------------------------------------------------------------------------------------

    def post(self, job: Callable[[], Awaitable[None]]) -> None:
        """Do this after everything that was asked before: whoever asks may go away, what is begun is finished."""
        self._mailbox.append((REQUEST.get(), job))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._work())

    async def do(self, job: Callable[[], Awaitable[None]]) -> None:
        """The same, and wait until it is done."""
        done = asyncio.Event()

        async def guarded() -> None:
            try:
                await job()
            finally:
                done.set()

        self.post(guarded)
        await done.wait()

    async def _work(self) -> None:
        while self._mailbox:
            request, job = self._mailbox.popleft()
            REQUEST.set(request)
            try:
                await job()
            except Exception:
                log.exception("room.job", table=self.table.id)

    @property
    def waiting(self) -> int:
        """How much waits to be done."""
        return len(self._mailbox)

    @property
    def busy(self) -> bool:
        """Whether something is being written, or waits to be."""
        return bool(self._mailbox) or (self._writer is not None and not self._writer.done())

    def retire(self) -> None:
        """This process no longer keeps the table."""
        self.retired, self.epoch = True, None
        if self.timer:
            self.timer.cancel()

    # -- the fold -------------------------------------------------------------------------------------------

    def happened(self, line: LogEntry, happening: AnyTableEvent) -> None:
        """Fold what is now in the log, and tell all who follow."""
        table = self.table
        before = table.changed
        table.fold(line.version, line.at, happening, line.key)
        self.recent.append(line)
        self.used = now_ms()
        self._tell_all(line, happening, board=table.changed != before)
        if isinstance(happening, Sat | Left | Replaced):
            self.presence_changed()

    def _tell_all(self, line: LogEntry, happening: AnyTableEvent, *, board: bool) -> None:
        if not self.followers:
            return
        table = self.table
        plain = isinstance(happening, Moved)
        news = Update(
            table.id,
            line.version,
            line.at,
            happening,
            frame=table.frame if board else None,
            view=None if plain else table.view(),
            clocks=table.clock.at(now_ms()),
        )
        public = encode(news).decode()
        turn = table.turn
        mover = table.chairs[turn].player if turn is not None and not table.chairs[turn].level else None
        for_mover: str | None = None
        for follower in tuple(self.followers):
            if mover is not None and follower.who.player.id == mover.id:
                if for_mover is None:
                    for_mover = f'{public[:-1]},"legal":{encode(self.legal).decode()}}}'  # the same, and one thing more
                follower.tell(for_mover)
            else:
                follower.tell(public)

    @property
    def legal(self) -> tuple[LegalMove, ...]:
        """The moves of whoever acts."""
        return tuple(self.table.legal.values())

    def read_again(self, lines: list[LogEntry]) -> None:
        """The log was written over, up to the version of the table: all is as it tells now. Whoever wrote over it has ended the lease."""
        fresh = Room.replay(self.table.id, lines, code=self.code, seed=self.seed, epoch=None)
        self.table, self.recent, self.epoch = fresh.table, fresh.recent, None
        for follower in tuple(self.followers):
            self.show(follower)
        self.presence_changed()

    # -- followers ------------------------------------------------------------------------------------------

    def sync(self, who: "Identity") -> Sync:
        """How the table stands, as one of those who may see it sees it."""
        table = self.table
        mine = table.seats_of(who.player.id)
        seats, watching = self.present
        return Sync(
            table.id,
            table.version,
            mine,
            table.view(self.code if mine or who.player.id == table.owner.id else None),
            table.frame,
            table.clock.at(now_ms()),
            self.legal if table.turn in mine else (),
            seats,
            watching,
        )

    def caught_up(self, line: LogEntry) -> Update:
        """A happening for one who was away: what happened, and not how the board looked then."""
        return Update(self.table.id, line.version, line.at, happening_of(line.body))

    def add(self, follower: Follower) -> None:
        """Somebody follows the table."""
        self.followers[follower] = None
        self.used = now_ms()

    def show(self, follower: Follower, seen: int = 0) -> None:
        """Tell somebody who follows the table how it stands; one who has seen this version needs to know little more."""
        self.followers[follower] = present = self.present
        table = self.table
        news = Still(table.id, seen, table.clock.at(now_ms()), *present) if seen == table.version else self.sync(follower.who)
        follower.tell(encode(news).decode())

    def remove(self, follower: Follower) -> None:
        """Somebody no longer does."""
        self.followers.pop(follower, None)
        self.used = now_ms()

    def tell(self, message: FromServer) -> None:
        """Tell everybody here."""
        data = encode(message).decode()
        for follower in tuple(self.followers):
            follower.tell(data)

    # -- presence -------------------------------------------------------------------------------------------

    @property
    def here(self) -> frozenset[str]:
        """Who is connected to this process."""
        return frozenset(follower.who.player.id for follower in self.followers)

    @property
    def present(self) -> Presence:
        """Who is connected anywhere: the seats, and how many look on."""
        there = self.here.union(*self.elsewhere.values())
        seated = (chair.player.id if chair.player and not chair.level else "" for chair in self.table.chairs)
        return tuple(seat for seat, player in enumerate(seated) if player in there), len(there - self.table.people)

    def presence_changed(self) -> None:
        """Remember since when somebody is not there, and tell who is: once for all who come and go in the same moment."""
        seats, _ = self.present
        now = now_ms()
        for seat in range(len(self.table.chairs)):
            if seat in seats:
                self.away_since.pop(seat, None)
            else:
                self.away_since.setdefault(seat, now)
        if self._telling is None and self.followers:
            self._telling = asyncio.get_running_loop().call_later(MOMENT, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        present = self.present
        message = encode(Present(self.table.id, *present)).decode()
        for follower in tuple(self.followers):
            if self.followers[follower] != present:
                self.followers[follower] = present
                follower.tell(message)

    def away(self, seat: Seat) -> int:
        """For how many milliseconds nobody of a seat has been connected."""
        since = self.away_since.get(seat)
        return 0 if since is None else now_ms() - since

    # -- who may see ------------------------------------------------------------------------------------------

    def may_see(self, who: "Identity", code: str | None) -> bool:
        """Public tables are for all; private ones for those who sit there, set them, or know the code."""
        player = who.player.id
        return not self.table.plan.private or player in self.table.people or player == self.table.owner.id or code == self.code

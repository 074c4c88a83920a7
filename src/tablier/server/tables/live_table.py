"""A table in the memory of this process: its state, its followers, and the queue of what is to be done at it, one job after another."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import msgspec
import structlog
from msgspec import structs

from tablier.api.messages import AnyAct, Nak, Still, Sync, Update
from tablier.api.tables import AnyTableEvent, Moved, Started
from tablier.core.actors import Seat
from tablier.server.people.identity import Identity
from tablier.server.request_id import REQUEST
from tablier.server.storage.log import LogEntry
from tablier.server.tables.audience import Audience, Follower, encode
from tablier.server.tables.decision import Context
from tablier.server.tables.state import Table, fold, fold_all
from tablier.server.timestamps import now_ms

log = structlog.get_logger("tablier.tables")
decode_event = msgspec.json.Decoder(AnyTableEvent).decode
MAX_KEPT = 64
"""Log entries kept in memory for clients that come back; older ones are read from the log."""

Job = Callable[[], Awaitable[None]]
Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedDict(OrderedDict[Key, Value]):
    """A dictionary that keeps the last `size` items."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        if len(self) > self._size:
            self.popitem(last=False)


class LiveTable:
    """Every process whose clients follow a table has one. The process with an `epoch` owns the table and alone writes its log."""

    def __init__(self, table: Table, entries: Sequence[LogEntry], *, code: str, seed: bytes | None, epoch: int | None) -> None:
        self.table, self.code, self.seed, self.epoch = table, code, seed, epoch
        self.audience = Audience(lambda: self.table)
        self.last_entries: deque[LogEntry] = deque(entries, maxlen=MAX_KEPT)
        self.versions = {entry.key: entry.version for entry in entries if entry.key}
        """By idempotency key: the version that the act with this key became."""
        self.refused = BoundedDict[tuple[str, int, AnyAct], Nak](MAX_KEPT)
        """What was refused of late: a copy of an act that comes late gets the answer of then, though it would be accepted by now."""
        self.uncertain = False
        """Whether an append failed, so that the log may be ahead of the table."""
        self.engine_asked = False
        """Whether an engine was asked for a move that it has not played yet."""
        self.chances: dict[Seat, float] = {}
        """How likely each engine thought to win when it last moved."""
        self.used = now_ms()
        self.retired = False
        self.timer: asyncio.TimerHandle | None = None
        self._jobs: deque[tuple[str, Job]] = deque()
        self._worker: asyncio.Task[None] | None = None

    @classmethod
    def replay(cls, table: str, entries: Sequence[LogEntry], *, code: str, seed: bytes | None, epoch: int | None) -> "LiveTable":
        """The table as its log tells it."""
        return cls(_replay(table, entries), entries, code=code, seed=seed, epoch=epoch)

    def context(self, lag: int = 0) -> Context:
        """What a decision needs to know besides the table."""
        return Context(now_ms(), self.seed, lag, self.audience.absent_for, self.chances.get)

    # -- jobs, one after another ---------------------------------------------------------------------------

    def post(self, job: Job) -> None:
        """Queue a job. It is done even when its asker goes away."""
        self._jobs.append((REQUEST.get(), job))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    async def run(self, job: Job) -> None:
        """Queue a job and wait until it is done; raises what it raises."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def signalling() -> None:
            try:
                await job()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(None)

        self.post(signalling)
        await done

    async def _work(self) -> None:
        while self._jobs:
            request, job = self._jobs.popleft()
            REQUEST.set(request)
            try:
                await job()
            except Exception:
                log.exception("table.job", table=self.table.id)

    @property
    def queued(self) -> int:
        """How many jobs wait."""
        return len(self._jobs)

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        return bool(self._jobs) or (self._worker is not None and not self._worker.done())

    def retire(self) -> None:
        """Give the table up: this process no longer writes or keeps it."""
        self.retired, self.epoch = True, None
        if self.timer:
            self.timer.cancel()

    # -- what happened -------------------------------------------------------------------------------------

    def record(self, entry: LogEntry, event: AnyTableEvent, after: Table | None = None) -> None:
        """Take over an entry that is now in the log, and send it to the followers. `after` is the table after it, where it is known."""
        before = self.table
        self.table = table = after if after is not None else fold(before, event, entry.at)
        self.last_entries.append(entry)
        self.used = now_ms()
        if entry.key is not None:
            self.versions[entry.key] = entry.version
        if self.audience:
            only_moved = isinstance(event, Moved) and table.offers == before.offers and table.can_abort == before.can_abort
            update = Update(
                table.id,
                entry.version,
                entry.at,
                event,
                frame=table.frame if table.changed != before.changed else None,
                view=None if only_moved else table.view(),
                clocks=table.clock.at(now_ms()),
            )
            if table.seats != before.seats:
                self.audience.send_each(lambda player: self._personal(update, player))
            else:
                mover = table.mover
                self.audience.send_update(update, mover, table.legal.values() if mover else ())
        if isinstance(event, Started):
            self.audience.restart_absences()
        if table.seats != before.seats:
            self.audience.refresh()

    def _personal(self, update: Update, player: str) -> Update:
        """An update after which a player may hold other seats, see the code, or have a move to play."""
        table, seats = self.table, self.table.seats_of(player)
        legal = tuple(table.legal.values()) if table.turn in seats else None
        return structs.replace(update, seats=seats, legal=legal, view=table.view(self.code if table.invites(player) else None))

    def record_all(self, entries: Sequence[LogEntry]) -> None:
        """Take over the entries that follow the version of the table."""
        for entry in entries:
            if entry.version == self.table.version + 1:
                self.record(entry, decode_event(entry.body))

    def follow_log(self, entries: Sequence[LogEntry]) -> None:
        """Bring the table to what its whole log says. Followers get what they miss as updates; where earlier entries were replaced
        meanwhile, they are then shown the whole table."""
        self.record_all(entries)
        if all(entries[entry.version - 1] == entry for entry in self.last_entries):
            return
        self.table = _replay(self.table.id, entries)
        self.last_entries = deque(entries, maxlen=MAX_KEPT)
        for follower in self.audience.followers:
            self.show(follower)
        self.audience.refresh()

    # -- followers -----------------------------------------------------------------------------------------

    def sync(self, who: Identity) -> Sync:
        """The table as a player sees it."""
        table, player = self.table, who.player.id
        mine = table.seats_of(player)
        seats, watching = self.audience.presence()
        return Sync(
            table.id,
            table.version,
            mine,
            table.view(self.code if table.invites(player) else None),
            table.frame,
            table.clock.at(now_ms()),
            tuple(table.legal.values()) if table.turn in mine else (),
            seats,
            watching,
            self.audience.absences(),
        )

    def show(self, follower: Follower, seen: int = 0) -> None:
        """Send a follower how the table stands; one that has seen this version needs only clocks and presence."""
        presence, table = self.audience.mark_told(follower), self.table
        current = seen == table.version
        news = Still(table.id, seen, table.clock.at(now_ms()), *presence, self.audience.absences()) if current else self.sync(follower.who)
        follower.send_encoded(encode(news))

    def past_update(self, entry: LogEntry) -> Update:
        """An entry for a client that was away: what happened, without how the board looked then."""
        return Update(self.table.id, entry.version, entry.at, decode_event(entry.body))

    def visible_to(self, who: Identity, code: str | None) -> bool:
        """Whether a player may see the table, perhaps by its code."""
        return self.table.visible_to(who.player.id) or code == self.code


def _replay(table: str, entries: Sequence[LogEntry]) -> Table:
    return fold_all(table, [(entry.at, decode_event(entry.body)) for entry in entries])

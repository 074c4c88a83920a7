"""The tables in the memory of this process: loaded from their logs, owned or only followed, compared with the database, forgotten."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

import structlog

from tablier.server.background import BackgroundTasks
from tablier.server.errors import Problem
from tablier.server.storage.log import Log, LogEntry
from tablier.server.tables import refusals as no
from tablier.server.tables.cluster import Cluster, EntryWritten, LogRewritten, PresenceUpdate, TableMessage
from tablier.server.tables.live_table import LiveTable
from tablier.server.tables.ownership import DEAD_AFTER, HEARTBEAT, Holding, Lease, Leases
from tablier.server.timestamps import now_ms

log = structlog.get_logger("tablier.registry")
LONGEST_ID = 32
IDLE = 120_000
"""Milliseconds after which a table without followers leaves the memory."""
COMPARE = 2.0
"""Seconds between two comparisons with the database, where several processes share it."""
COMPARED_AT_ONCE = 500
ANNOUNCE = 3.0
"""Seconds between two announcements of presence."""
CLOSING_PATIENCE = 3_000
"""Milliseconds for which closing waits for what is being written."""

Taken = Callable[[LiveTable, Lease], Awaitable[None]]


class TableRegistry:
    """Finds live tables, and keeps them true to the database."""

    def __init__(self, leases: Leases, log: Log, cluster: Cluster, background: BackgroundTasks) -> None:
        self.leases, self.log, self.cluster, self._background = leases, log, cluster, background
        self.live: dict[str, LiveTable] = {}
        self.taken: Taken = _ignore
        """Called when this process has become the owner of a table; set by the wiring."""
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._unsettled: set[str] = set()
        """Tables that the database may give to this process although it does not hold them: an answer was lost in between."""
        self._renewed = now_ms()

    @property
    def process(self) -> str:
        """The name of this process."""
        return self.leases.process

    @property
    def lapsed(self) -> bool:
        """Whether this process could not show for too long that it is alive."""
        return now_ms() - self._renewed > DEAD_AFTER

    # -- start and stop ------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Show that this process is alive, and begin to look after tables."""
        await self.leases.delete_old_processes()
        await self.leases.renew()
        self._background.repeat(self._renew, HEARTBEAT)
        self._background.repeat(self._take_orphans, HEARTBEAT)
        self._background.repeat(self._forget_idle, IDLE / 8000)
        if self.cluster.shared:
            self._background.repeat(self.compare, COMPARE)
            self._background.repeat(self._announce_presence, ANNOUNCE)

    async def _renew(self) -> None:
        """Show that this process is alive. Where it was not for too long, other processes may own its tables by now."""
        lapsed = self.lapsed
        await self.leases.renew()
        self._renewed = now_ms()
        if lapsed:
            await self.compare()

    async def close(self) -> None:
        """Finish what is being written, then give all tables up; the background tasks are closed before."""
        deadline = now_ms() + CLOSING_PATIENCE
        while any(live.busy for live in self.live.values()) and now_ms() < deadline:
            await asyncio.sleep(0.01)
        for live in self.live.values():
            live.retire()
        await self.leases.release_all()

    # -- finding a table -----------------------------------------------------------------------------------

    async def find(self, table: str, seen: int = 0) -> LiveTable:
        """A table, from memory or from its log, not older than a version that a client has seen; `Problem` 404 when there is none."""
        live = self.live.get(table)
        if live is None:
            live = await self._find_stored(table)
        live.used = now_ms()  # kept until its caller has used it
        if seen > live.table.version:
            await self.catch_up(live)
        return live

    async def _find_stored(self, table: str) -> LiveTable:
        if not (table.isascii() and table.isalnum() and len(table) <= LONGEST_ID):
            raise Problem(404, "unknown_table", no.UNKNOWN)  # the database need not be asked
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def add(self, live: LiveTable) -> None:
        """Keep a table in memory, and hear what other processes tell about it."""
        await self.cluster.listen(live.table.id, lambda message: self._hear(live, message))
        self.live[live.table.id] = live

    async def _load(self, table: str) -> LiveTable:
        held = await self.leases.holding(table)
        if held is None:
            raise Problem(404, "unknown_table", no.UNKNOWN)
        early: list[TableMessage] = []
        await self.cluster.listen(table, early.append)  # before the log is read, so that nothing is missed in between
        lease = None if held.alive and held.owner != self.process else await self._acquire(table)
        entries = await self.log.read_all(table)
        live = LiveTable.replay(table, entries, code=held.code, seed=held.seed, epoch=lease.epoch if lease else None)
        await self.add(live)
        self._unsettled.discard(table)
        for message in early:
            self._hear(live, message)
        if lease is not None:
            await self.taken(live, lease)
        return live

    async def _forget_idle(self) -> None:
        before = now_ms() - IDLE
        for table, live in list(self.live.items()):
            playing = live.epoch is not None and live.table.state == "playing" and live.table.acts_alone
            if live.audience or live.busy or live.used >= before or playing:
                continue
            del self.live[table]
            live.retire()
            await self.cluster.unlisten(table)

    # -- ownership -----------------------------------------------------------------------------------------

    async def holding(self, live: LiveTable) -> Holding | None:
        """Who owns a table, by the database; None when there is no such table."""
        return await self.leases.holding(live.table.id)

    async def take(self, live: LiveTable) -> None:
        """Become the owner of a table in memory, unless a living process owns it."""
        lease = await self._acquire(live.table.id)
        if lease is None:
            return
        await self.catch_up(live)
        live.epoch = lease.epoch
        self._unsettled.discard(live.table.id)
        log.info("table.taken", table=live.table.id, epoch=lease.epoch, gap=lease.gap)
        await self.taken(live, lease)

    async def _acquire(self, table: str) -> Lease | None:
        """Become the owner of a table in the database."""
        self._unsettled.add(table)
        lease = await self.leases.acquire(table)
        if lease is None:
            self._unsettled.discard(table)
        return lease

    async def _take_orphans(self) -> None:
        """Take over tables at which something happens by itself and whose owner is dead, and those that are unsettled."""
        for table in (*self._unsettled, *await self.leases.orphans()):
            with suppress(Problem):
                live = await self.find(table)
                if live.epoch is None:
                    await self.take(live)

    # -- the database is the truth -------------------------------------------------------------------------

    async def compare(self) -> None:
        """Compare every table that is followed or owned with the database: its epoch and its version decide."""
        wanted = [table for table, live in self.live.items() if live.audience or live.epoch is not None]
        for start in range(0, len(wanted), COMPARED_AT_ONCE):
            part = wanted[start : start + COMPARED_AT_ONCE]
            epochs = {table: live.epoch for table in part if (live := self.live.get(table)) is not None}
            for table, holding in (await self.leases.holdings(part)).items():
                live = self.live.get(table)
                if live is not None:
                    await self._compare_one(live, holding, epochs.get(table))

    async def _compare_one(self, live: LiveTable, held: Holding, epoch: int | None) -> None:
        """`epoch` is that of the table when the database was asked: a lease that is newer than the answer is not lost."""
        if epoch is not None and live.epoch == epoch and (held.epoch != epoch or held.owner != self.process):
            log.warning("table.lost", table=live.table.id, epoch=live.epoch, now=held.epoch)
            live.epoch = None
        if held.version > live.table.version and not (live.epoch is not None and live.busy):
            await self.catch_up(live)
        if live.epoch is None and live.audience and not held.alive:
            await self.take(live)
        live.audience.refresh()

    async def catch_up(self, live: LiveTable) -> None:
        """Record what the log has and this process has not, in turn with other jobs of the table."""
        await live.run(lambda: self._record_missing(live))

    async def _record_missing(self, live: LiveTable) -> None:
        live.record_all(await self.log.read(live.table.id, live.table.version))

    async def reload(self, tables: Iterable[str]) -> None:
        """Entries in the logs of these tables were replaced: read them again, here before this returns, and tell other processes."""
        for table in tables:
            self.cluster.announce_rewrite(table)
            if table in self.live or table in self._loading:
                await self._reload_one(await self.find(table))

    async def _reload_one(self, live: LiveTable) -> None:
        """Read the whole log again. The lease ended when the log was rewritten."""
        owned = live.epoch is not None

        async def job() -> None:
            live.epoch = None
            live.follow_log(await self.log.read(live.table.id))

        await live.run(job)
        if owned and not live.retired:
            await self.take(live)

    # -- what other processes tell -------------------------------------------------------------------------

    def _hear(self, live: LiveTable, message: TableMessage) -> None:
        match message:
            case PresenceUpdate(process, players):
                if process != self.process and live.audience.hear(process, players) and live.audience:
                    self.announce_presence(live)  # that process does not know yet who is connected here
            case LogRewritten(process):
                if process != self.process:
                    self._background.spawn(self._reload_one(live))
            case EntryWritten(version, at, key, body):
                if version <= live.table.version or live.epoch is not None:
                    return
                if version == live.table.version + 1 and not live.busy:
                    live.record_all([LogEntry(version, at, key, body)])
                else:
                    live.post(lambda: self._record_missing(live))

    def announce_presence(self, live: LiveTable) -> None:
        """Tell other processes which players of a table are connected here."""
        self.cluster.announce_presence(live.table.id, live.audience.local_players)

    def presence_changed(self, live: LiveTable) -> None:
        """A client has come to or left a table in this process."""
        live.used = now_ms()
        live.audience.refresh()
        self.announce_presence(live)

    def connected_players(self, table: str) -> frozenset[str]:
        """The players of a table that are connected to this process."""
        live = self.live.get(table)
        return live.audience.local_players if live is not None else frozenset()

    async def ask_presence(self, live: LiveTable) -> bool:
        """Ask every living process who is connected to it: the bus may have been silent for long. False when one does not answer."""
        others = await self.leases.others() if self.cluster.shared else []
        answers = await asyncio.gather(*(self.cluster.ask_presence(other, live.table.id) for other in others))
        for other, players in zip(others, answers, strict=True):
            if players is not None:
                live.audience.hear(other, players)
        return None not in answers

    async def _announce_presence(self) -> None:
        """Say again who is connected here: what is not said again lapses."""
        for live in tuple(self.live.values()):
            if live.audience:
                self.announce_presence(live)


async def _ignore(live: LiveTable, lease: Lease) -> None:
    """Do nothing."""

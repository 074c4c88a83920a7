"""Which process writes which table. Each process shows that it is alive; a table whose owner is not may be taken under a new epoch."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, bindparam, delete, func, insert, not_, or_, select, update

from tablier.server.storage.batching import BatchedQuery
from tablier.server.storage.database import Database
from tablier.server.storage.schema import processes, table_events, tables
from tablier.server.storage.statements import Execute
from tablier.server.timestamps import now_ms

HEARTBEAT = 0.75
"""Seconds between signs of life."""
DEAD_AFTER = 3_000
"""Milliseconds without a sign of life after which a process counts as dead."""
FORGET_AFTER = 86_400_000
"""Milliseconds after which a dead process is deleted."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write a table while the epoch lasts. `gap`: for how many milliseconds no process had it."""

    epoch: int
    gap: int


@dataclass(frozen=True, slots=True)
class Holding:
    """A table as the database knows it, and whether its owner is alive."""

    code: str
    seed: bytes | None
    owner: str | None
    epoch: int
    version: int
    alive: bool


class Leases:
    """The leases of one process. Where it is `alone` there is no other process, and its tables are taken at once."""

    def __init__(self, database: Database, process: str, *, alone: bool) -> None:
        self.database, self.process, self.alone = database, process, alone
        self._holdings = BatchedQuery(self._read_holdings)
        self._acquired = BatchedQuery(self._acquire_all)

    # -- this process --------------------------------------------------------------------------------------

    async def renew(self) -> None:
        """Show that this process is alive."""
        now = now_ms()

        def renew(execute: Execute) -> None:
            if not execute(UPDATE_PROCESS, {"which": self.process, "seen": now}).rowcount:
                execute(INSERT_PROCESS, {"name": self.process, "seen": now, "gone": False})

        await self.database.transact(renew)

    async def delete_old_processes(self) -> None:
        """Delete processes that died long ago, where no other process could miss them."""
        if self.alone:
            async with self.database.write() as connection:
                await connection.execute(delete(processes).where(processes.c.seen < now_ms() - FORGET_AFTER))

    async def others(self) -> list[str]:
        """The other processes that are alive."""
        given = {"by": self.process, "dead": now_ms() - DEAD_AFTER}
        return [name for (name,) in await self.database.fetch(SELECT_OTHERS, given)]

    async def release_all(self) -> None:
        """Give all tables up: this process is gone."""
        async with self.database.write() as connection:
            await connection.execute(update(processes).where(processes.c.name == self.process).values(seen=now_ms(), gone=True))

    # -- tables --------------------------------------------------------------------------------------------

    async def holding(self, table: str) -> Holding | None:
        """How a table is held; None when there is no such table. Concurrent questions share a round trip."""
        return await self._holdings(table)

    async def holdings(self, wanted: list[str]) -> dict[str, Holding]:
        """How tables are held, in one query."""
        return await self._read_holdings(wanted)

    async def _read_holdings(self, wanted: list[str]) -> dict[str, Holding]:
        given = {"wanted": wanted, "dead": now_ms() - DEAD_AFTER}
        return {
            table: Holding(code, seed, owner, epoch, version or 0, self._counts_as_alive(owner, alive))
            for table, code, seed, owner, epoch, version, alive in await self.database.fetch(SELECT_HOLDINGS, given)
        }

    def _counts_as_alive(self, owner: str | None, alive: bool | None) -> bool:
        return owner is not None and (owner == self.process or (not self.alone and bool(alive)))

    async def acquire(self, table: str) -> Lease | None:
        """Become the owner of a table; None when a living process owns it."""
        return await self._acquired(table)

    async def _acquire_all(self, wanted: list[str]) -> dict[str, Lease | None]:
        return await self.database.transact(lambda execute: self._acquire(execute, wanted))

    def _acquire(self, execute: Execute, wanted: list[str]) -> dict[str, Lease | None]:
        now = now_ms()
        held = {table: (owner, epoch) for table, owner, epoch in execute(SELECT_OWNERS, {"wanted": wanted})}
        owners = sorted({owner for owner, _ in held.values() if owner is not None})
        seen = {name: (at, alive) for name, at, alive in execute(SELECT_PROCESSES, {"wanted": owners, "dead": now - DEAD_AFTER})}
        leases: dict[str, Lease | None] = {}
        taken = []
        for table, (owner, epoch) in held.items():
            at, alive = seen.get(owner, (None, False))
            if owner == self.process:
                leases[table] = Lease(epoch, 0)
            elif self._counts_as_alive(owner, alive):
                leases[table] = None
            else:
                leases[table] = Lease(epoch + 1, now - at if at is not None else 0)
                taken.append({"which": table, "by": self.process, "next": epoch + 1})
        if taken:
            execute(UPDATE_OWNER, taken)
        return leases

    async def orphans(self) -> list[str]:
        """Some tables at which something happens by itself and that no living process owns."""
        given = {"by": self.process} if self.alone else {"by": self.process, "dead": now_ms() - DEAD_AFTER}
        return [table for (table,) in await self.database.fetch(SELECT_NOT_MINE if self.alone else SELECT_ORPHANS, given)]


def _is_alive(dead: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that a process is alive: it was seen after `dead`."""
    return and_(processes.c.seen >= dead, not_(processes.c.gone))


# Statements are built once: building one takes longer than SQLite takes to answer it.
SELECT_HOLDINGS = (
    select(
        tables.c.id,
        tables.c.code,
        tables.c.seed,
        tables.c.owner,
        tables.c.epoch,
        select(func.max(table_events.c.version)).where(table_events.c.table == tables.c.id).scalar_subquery(),
        _is_alive(bindparam("dead")),
    )
    .select_from(tables.outerjoin(processes, tables.c.owner == processes.c.name))
    .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
)
SELECT_OWNERS = (
    select(tables.c.id, tables.c.owner, tables.c.epoch)
    .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update()  # in order, so that two processes never wait for each other
)
SELECT_PROCESSES = select(processes.c.name, processes.c.seen, _is_alive(bindparam("dead"))).where(
    processes.c.name.in_(bindparam("wanted", expanding=True))
)
SELECT_OTHERS = select(processes.c.name).where(processes.c.name != bindparam("by"), _is_alive(bindparam("dead")))
UPDATE_OWNER = update(tables).where(tables.c.id == bindparam("which")).values(owner=bindparam("by"), epoch=bindparam("next"))
UPDATE_PROCESS = update(processes).where(processes.c.name == bindparam("which")).values(seen=bindparam("seen"))
INSERT_PROCESS = insert(processes)
SELECT_NOT_MINE = (
    select(tables.c.id)
    .select_from(tables.outerjoin(processes, tables.c.owner == processes.c.name))
    .where(tables.c.watch.is_(True), tables.c.state != "over")
    .where(or_(tables.c.owner.is_(None), tables.c.owner != bindparam("by")))
    .limit(50)
)
SELECT_ORPHANS = SELECT_NOT_MINE.where(or_(processes.c.name.is_(None), not_(_is_alive(bindparam("dead")))))

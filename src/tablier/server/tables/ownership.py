"""Who writes which table: each process shows that it is alive; a table whose owner is not may be taken over, under a new epoch."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, bindparam, delete, insert, not_, or_, select, update

from tablier.server.storage.batching import BatchedQuery
from tablier.server.storage.database import Database
from tablier.server.storage.schema import processes, tables
from tablier.server.storage.statements import Execute
from tablier.server.timestamps import now_ms

BEAT = 0.75
"""Seconds between signs of life."""
DEAD = 3_000
"""Milliseconds without a sign of life after which a process counts as dead."""

LONG_GONE = 86_400_000
"""Milliseconds after which a process is forgotten."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write a table, while the epoch lasts. `gap`: how long nobody had it, in milliseconds."""

    epoch: int
    gap: int


@dataclass(frozen=True, slots=True)
class Holding:
    """A table as the database knows it, and whether it is held by a living process."""

    code: str
    seed: bytes | None
    state: str
    owner: str | None
    epoch: int
    alive: bool


class Leases:
    """The leases of one process. Without a shared bus there can be no other process, and its tables are taken at once."""

    def __init__(self, database: Database, name: str, *, alone: bool) -> None:
        self.database, self.name, self.alone = database, name, alone
        self._look = BatchedQuery(self._look_at)
        self._taken = BatchedQuery(self._take_each)

    async def beat(self) -> None:
        """Show that this process is alive."""
        now = now_ms()

        def show(execute: Execute) -> None:
            if not execute(HERE, {"which": self.name, "seen": now}).rowcount:
                execute(COME, {"name": self.name, "seen": now, "gone": False})

        await self.database.transact(show)

    async def clear_up(self) -> None:
        """Forget processes that were last seen long ago, where no other could miss them."""
        if self.alone:
            async with self.database.write() as connection:
                await connection.execute(delete(processes).where(processes.c.seen < now_ms() - LONG_GONE))

    async def others(self) -> list[str]:
        """The other processes that are alive."""
        async with self.database.read() as connection:
            asked = select(processes.c.name).where(processes.c.name != self.name, living())
            return [row.name for row in await connection.execute(asked)]

    async def look(self, table: str) -> Holding | None:
        """How a table is held; None when there is no such table."""
        return await self._look(table)

    async def _look_at(self, wanted: list[str]) -> dict[str, Holding]:
        given = {"wanted": wanted, "dead": now_ms() - DEAD}
        return {
            table: Holding(code, seed, state, owner, epoch, self._alive(owner, alive))
            for table, code, seed, state, owner, epoch, alive in await self.database.fetch(HELD, given)
        }

    def _alive(self, owner: str | None, alive: bool | None) -> bool:
        return owner is not None and (owner == self.name or (not self.alone and bool(alive)))

    async def take(self, table: str) -> Lease | None:
        """Become the owner of a table; None when a living process owns it."""
        return await self._taken(table)

    async def _take_each(self, wanted: list[str]) -> dict[str, Lease | None]:
        return await self.database.transact(lambda execute: self._take(execute, wanted))

    def _take(self, execute: Execute, wanted: list[str]) -> dict[str, Lease | None]:
        now = now_ms()
        held = {table: (owner, epoch) for table, owner, epoch in execute(OWNERS, {"wanted": wanted})}
        owners = sorted({owner for owner, _ in held.values() if owner is not None})
        seen = {name: (at, alive) for name, at, alive in execute(SEEN, {"wanted": owners, "dead": now - DEAD})}
        leases: dict[str, Lease | None] = {}
        taken = []
        for table, (owner, epoch) in held.items():
            at, alive = seen.get(owner, (None, False))
            if owner == self.name:
                leases[table] = Lease(epoch, 0)
            elif self._alive(owner, alive):
                leases[table] = None
            else:
                leases[table] = Lease(epoch + 1, now - at if at is not None else 0)
                taken.append({"which": table, "by": self.name, "next": epoch + 1})
        if taken:
            execute(TAKE, taken)
        return leases

    async def orphans(self) -> list[str]:
        """Some tables with a clock or an engine that no living process owns."""
        given = {"by": self.name} if self.alone else {"by": self.name, "dead": now_ms() - DEAD}
        return [table for (table,) in await self.database.fetch(NOT_MINE if self.alone else ORPHANS, given)]

    async def release_all(self) -> None:
        """Hand all tables over: this process is gone, and whoever is asked next takes them."""
        async with self.database.write() as connection:
            await connection.execute(update(processes).where(processes.c.name == self.name).values(seen=now_ms(), gone=True))


def living(dead: ColumnElement[int] | None = None) -> ColumnElement[bool]:
    """The condition that a process is alive: it was seen after `dead`."""
    return and_(processes.c.seen >= (now_ms() - DEAD if dead is None else dead), not_(processes.c.gone))


# Made once: they are asked for every table that comes into memory.
HELD = (
    select(tables.c.id, tables.c.code, tables.c.seed, tables.c.state, tables.c.owner, tables.c.epoch, living(bindparam("dead")))
    .select_from(tables.outerjoin(processes, tables.c.owner == processes.c.name))
    .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
)
OWNERS = (
    select(tables.c.id, tables.c.owner, tables.c.epoch)
    .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update()  # in order, so that two processes never wait for each other
)
SEEN = select(processes.c.name, processes.c.seen, living(bindparam("dead"))).where(
    processes.c.name.in_(bindparam("wanted", expanding=True))
)
TAKE = update(tables).where(tables.c.id == bindparam("which")).values(owner=bindparam("by"), epoch=bindparam("next"))
HERE = update(processes).where(processes.c.name == bindparam("which")).values(seen=bindparam("seen"))
COME = insert(processes)
NOT_MINE = (
    select(tables.c.id)
    .select_from(tables.outerjoin(processes, tables.c.owner == processes.c.name))
    .where(tables.c.watch.is_(True), tables.c.state == "playing")
    .where(or_(tables.c.owner.is_(None), tables.c.owner != bindparam("by")))
    .limit(50)
)
ORPHANS = NOT_MINE.where(or_(processes.c.name.is_(None), not_(living(bindparam("dead")))))

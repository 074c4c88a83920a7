"""Who writes which table: each process shows that it is alive; a table whose owner is not may be taken over, under a new epoch."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, insert, not_, or_, select, update

from tablier.server.clock import now_ms
from tablier.server.store.database import Database
from tablier.server.store.schema import processes, tables
from tablier.server.store.together import Together

BEAT = 0.75
"""Seconds between signs of life."""
DEAD = 3_000
"""Milliseconds without a sign of life after which a process counts as dead."""


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
        self._look = Together(self._look_at)
        self._taken = Together(self._take_each)

    async def beat(self) -> None:
        """Show that this process is alive."""
        async with self.database.write() as connection:
            mine = update(processes).where(processes.c.name == self.name).values(seen=now_ms())
            if not (await connection.execute(mine)).rowcount:
                await connection.execute(insert(processes).values(name=self.name, seen=now_ms(), gone=False))
            if self.alone:
                await connection.execute(delete(processes).where(processes.c.seen < now_ms() - 86_400_000))

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
        rows = await self.database.look_up(lambda connection: connection.execute(HELD, given).all())
        return {
            row.id: Holding(row.code, row.seed, row.state, row.owner, row.epoch, self._alive(row.owner, row.alive)) for row in rows
        }

    def _alive(self, owner: str | None, alive: bool | None) -> bool:
        return owner is not None and (owner == self.name or (not self.alone and bool(alive)))

    async def take(self, table: str) -> Lease | None:
        """Become the owner of a table; None when a living process owns it."""
        return await self._taken(table)

    async def _take_each(self, wanted: list[str]) -> dict[str, Lease | None]:
        in_order = sorted(wanted)  # so that two processes never wait for each other
        return await self.database.transact(lambda connection: {table: self._take(connection, table) for table in in_order})

    def _take(self, connection: Connection, table: str) -> Lease | None:
        row = connection.execute(OWNER, {"wanted": table}).first()
        if row is None:
            return None
        held = connection.execute(SEEN, {"wanted": row.owner, "dead": now_ms() - DEAD}).first()
        if row.owner == self.name:
            return Lease(row.epoch, 0)
        if held is not None and self._alive(row.owner, held.alive):
            return None
        epoch = row.epoch + 1
        connection.execute(TAKE, {"wanted": table, "by": self.name, "next": epoch})
        return Lease(epoch, now_ms() - held.seen if held is not None else 0)

    async def orphans(self, most: int = 50) -> list[str]:
        """Tables with a clock or an engine that no living process owns."""
        joined = tables.outerjoin(processes, tables.c.owner == processes.c.name)
        unheld = or_(tables.c.owner.is_(None), tables.c.owner != self.name)
        if not self.alone:
            unheld = and_(unheld, or_(processes.c.name.is_(None), not_(living())))
        asked = select(tables.c.id).select_from(joined).where(tables.c.watch.is_(True), tables.c.state == "playing", unheld).limit(most)
        async with self.database.read() as connection:
            return [row.id for row in await connection.execute(asked)]

    async def release_all(self) -> None:
        """Hand all tables over: this process is gone, and whoever is asked next takes them."""
        async with self.database.write() as connection:
            await connection.execute(update(processes).where(processes.c.name == self.name).values(seen=now_ms(), gone=True))


def living(dead: ColumnElement[int] | None = None) -> ColumnElement[bool]:
    """The condition that a process is alive: it was seen after `dead`."""
    return and_(processes.c.seen >= (now_ms() - DEAD if dead is None else dead), not_(processes.c.gone))


# Made once: they are asked for every table that comes into memory.
HELD = (
    select(tables, living(bindparam("dead")).label("alive"))
    .select_from(tables.outerjoin(processes, tables.c.owner == processes.c.name))
    .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
)
OWNER = select(tables.c.owner, tables.c.epoch).where(tables.c.id == bindparam("wanted")).with_for_update()
SEEN = select(processes.c.seen, living(bindparam("dead")).label("alive")).where(processes.c.name == bindparam("wanted"))
TAKE = update(tables).where(tables.c.id == bindparam("wanted")).values(owner=bindparam("by"), epoch=bindparam("next"))

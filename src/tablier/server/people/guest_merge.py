"""A guest who logs in: what they set, played and said becomes the account's, all of it in one transaction.

Only whoever shows the guest's signed cookie and the account's password gets here. The log is written over, as it is when somebody is
erased; who owned these tables is fenced off, and reads them anew.
"""

from collections.abc import Iterator

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, insert, or_, select, update

from tablier.api.tables import AnyTableEvent, Created, Player, Said, Sat
from tablier.server.storage.schema import players, seats, table_events, tables
from tablier.server.timestamps import now_ms

_decode = msgspec.json.Decoder(AnyTableEvent).decode
_encode = msgspec.json.Encoder().encode


def tables_of(player: str) -> Select[tuple[str]]:
    """The tables that somebody set, sat at, or did something at."""
    acted = select(table_events.c.table).where(_by(player))
    mine = or_(tables.c.host == player, tables.c.id.in_(_sat(player)), tables.c.id.in_(acted))
    return select(tables.c.id).where(mine).order_by(tables.c.created, tables.c.id)


def renamed(happening: AnyTableEvent, player: str, now: Player) -> AnyTableEvent:
    """A happening in which somebody is called otherwise, or is somebody else."""
    match happening:
        case Created(by=who) if who.id == player:
            return msgspec.structs.replace(happening, by=now)
        case Sat(player=who) | Said(player=who) if who.id == player:
            return msgspec.structs.replace(happening, player=now)
    return happening


def hand_over(connection: Connection, guest: str, to: Player, gone: str) -> list[str]:
    """Make everything of a guest an account's; the tables at which that changed something. The guest is nobody from then on."""
    connection.execute(select(players.c.id).where(players.c.id == guest).with_for_update())  # two logins at once: one comes first
    found: list[str] = sorted(row.id for row in connection.execute(tables_of(guest)))
    if not found:
        return []
    played = {row.table for row in connection.execute(_sat(guest))}
    for table in found:
        # A guest's game never counted; it shall not count because they log in when it goes well.
        unrated = {"rated": False} if table in played else {}
        fenced = {"epoch": tables.c.epoch + 1, "owner": None, **unrated}
        connection.execute(update(tables).where(tables.c.id == table).values(fenced))
        for version, change in _changes(connection, table, guest, to, unrated=bool(unrated)):
            connection.execute(update(table_events).where(table_events.c.table == table, table_events.c.version == version).values(change))
    connection.execute(update(seats).where(seats.c.player == guest).values(player=to.id))
    connection.execute(update(tables).where(tables.c.host == guest).values(host=to.id))
    if not connection.execute(update(players).where(players.c.id == guest).values(name_key=gone)).rowcount:
        connection.execute(insert(players).values(id=guest, name="", name_key=gone, bot=False, created=now_ms()))
    return found


def _changes(connection: Connection, table: str, guest: str, to: Player, *, unrated: bool) -> Iterator[tuple[int, dict[str, object]]]:
    """The lines of a log that change, and how."""
    for line in connection.execute(select(table_events).where(table_events.c.table == table)).all():
        before = _decode(bytes(line.body))
        after = renamed(before, guest, to)
        if unrated and isinstance(after, Created):
            after = msgspec.structs.replace(after, plan=msgspec.structs.replace(after.plan, rated=False))
        change: dict[str, object] = {"body": _encode(after)} if after != before else {}
        if line.key and line.key.startswith(f"{guest}:"):
            change["key"] = f"{to.id}:{line.key}"  # found with the account's own, and never the same as one of them
        if change:
            yield line.version, change


def _by(player: str) -> ColumnElement[bool]:
    return table_events.c.key.startswith(f"{player}:", autoescape=True)


def _sat(player: str) -> Select[tuple[str]]:
    return select(seats.c.table).where(seats.c.player == player)

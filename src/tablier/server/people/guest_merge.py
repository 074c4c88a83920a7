"""Merges a guest who logs in into the account, in one transaction.

The request has shown the guest's signed cookie and the account's password. The logs of the guest's tables are rewritten; the epoch of
each is raised, so that its owner must read it again.
"""

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from tablier.api.tables import Created, Player
from tablier.server.people.player_events import decode_event, encode_event, replace_player, seated_at, tables_of
from tablier.server.storage.schema import challenges, players, seats, table_events, tables
from tablier.server.timestamps import now_ms


def merge_guest(connection: Connection, guest: str, account: Player, retired_key: str) -> list[str]:
    """Give the account all that is the guest's; the tables that changed. The guest's cookie is not accepted afterwards."""
    connection.execute(select(players.c.id).where(players.c.id == guest).with_for_update())  # serialises concurrent logins of one guest
    own = (challenges.c.challenger == guest, challenges.c.challenged != account.id)
    connection.execute(update(challenges).where(*own).values(challenger=account.id))
    connection.execute(delete(challenges).where(challenges.c.challenger == guest))  # the guest had challenged this account
    found: list[str] = sorted(row.id for row in connection.execute(tables_of(guest)))
    if not found:
        return []
    played = {row.table for row in connection.execute(seated_at(guest))}
    for table in found:
        # A guest's game is not rated, and must not become rated by a login while it goes well.
        unrated = {"rated": False} if table in played else {}
        fenced = {"epoch": tables.c.epoch + 1, "owner": None, **unrated}
        connection.execute(update(tables).where(tables.c.id == table).values(fenced))
        for version, change in _changes(connection, table, guest, account, unrated=bool(unrated)):
            connection.execute(update(table_events).where(table_events.c.table == table, table_events.c.version == version).values(change))
    connection.execute(update(seats).where(seats.c.player == guest).values(player=account.id))
    connection.execute(update(tables).where(tables.c.host == guest).values(host=account.id))
    if not connection.execute(update(players).where(players.c.id == guest).values(name_key=retired_key)).rowcount:
        connection.execute(insert(players).values(id=guest, name="", name_key=retired_key, bot=False, created=now_ms()))
    return found


def _changes(connection: Connection, table: str, guest: str, account: Player, *, unrated: bool) -> Iterator[tuple[int, dict[str, object]]]:
    """The versions of the log entries that change, and their new columns."""
    for entry in connection.execute(select(table_events).where(table_events.c.table == table)).all():
        before = decode_event(bytes(entry.body))
        after = replace_player(before, guest, account)
        if unrated and isinstance(after, Created):
            after = msgspec.structs.replace(after, plan=msgspec.structs.replace(after.plan, rated=False))
        change: dict[str, object] = {"body": encode_event(after)} if after != before else {}
        if entry.key and entry.key.startswith(f"{guest}:"):
            change["key"] = f"{account.id}:{entry.key}"  # found with the account's own keys, and never equal to one of them
        if change:
            yield entry.version, change

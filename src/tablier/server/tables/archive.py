"""Finished tables as lists show them: folded from the log without its moves, so that a page of them costs little."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.tables import AnyTableEvent, Created, Ended, Left, Player, Rematched, Renamed, Replaced, Returned, Sat, TableView
from tablier.server.storage.schema import players, table_events, tables
from tablier.server.tables.state import fold_all

_decode = msgspec.json.Decoder(AnyTableEvent).decode
replace = msgspec.structs.replace
MOVED = b'{"type":"moved"'
LISTED = (Created, Sat, Left, Renamed, Replaced, Returned, Ended, Rematched)


async def summaries(connection: AsyncConnection, ids: Sequence[str]) -> list[TableView]:
    """These tables in this order, without their moves; players under the names they have now."""
    rows = {row.id: row for row in await connection.execute(select(tables).where(tables.c.id.in_(ids)))}
    events: dict[str, list[tuple[int, AnyTableEvent]]] = {}
    versions: dict[str, int] = {}
    wanted = select(table_events).where(table_events.c.table.in_(ids)).order_by(table_events.c.table, table_events.c.version)
    for entry in await connection.execute(wanted):
        versions[entry.table] = entry.version
        body = bytes(entry.body)
        if not body.startswith(MOVED) and isinstance(event := _decode(body), LISTED):
            events.setdefault(entry.table, []).append((entry.at, event))
    views = [_view(rows[table], versions[table], events[table]) for table in ids if table in rows and table in events]
    known = await people(connection, {seat.player.id for view in views for seat in view.seats if seat.player} | {v.host.id for v in views})
    return [_renamed(view, known) for view in views]


async def people(connection: AsyncConnection, ids: set[str]) -> dict[str, Player]:
    """Those of these players who have an account, under the names they have now."""
    rows = await connection.execute(select(players).where(players.c.id.in_(ids), players.c.name_key.is_not(None)))
    return {row.id: Player(row.id, row.name, guest=row.password is None, bot=row.bot) for row in rows}


def _view(row: Any, version: int, events: Sequence[tuple[int, AnyTableEvent]]) -> TableView:
    return replace(fold_all(row.id, events).view(), version=version, state=row.state, ply=row.ply)


def _renamed(view: TableView, known: dict[str, Player]) -> TableView:
    def named(player: Player | None) -> Player | None:
        now = known.get(player.id) if player else None
        return replace(now, bot=now.bot or player.bot, rating=player.rating) if now and player else player

    seats = tuple(replace(seat, player=named(seat.player)) for seat in view.seats)
    return replace(view, seats=seats, host=named(view.host) or view.host)

"""Finished tables as a list shows them: read from the log without replaying the moves, so that a page of them costs little."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.tables import AnyTableEvent, Created, Ended, Left, Player, Rematched, Replaced, Sat, SeatView, TableView
from tablier.server.storage.schema import players, table_events, tables

_happening = msgspec.json.Decoder(AnyTableEvent)
MOVED = b'{"type":"moved"'


async def summaries(connection: AsyncConnection, ids: Sequence[str]) -> list[TableView]:
    """These tables in this order, without their moves; players under the names they have now."""
    rows = {row.id: row for row in await connection.execute(select(tables).where(tables.c.id.in_(ids)))}
    lines: dict[str, list[AnyTableEvent]] = {}
    versions: dict[str, int] = {}
    wanted = select(table_events.c.table, table_events.c.version, table_events.c.body).where(table_events.c.table.in_(ids))
    for line in await connection.execute(wanted.order_by(table_events.c.table, table_events.c.version)):
        versions[line.table] = line.version
        body = bytes(line.body)
        if not body.startswith(MOVED):
            lines.setdefault(line.table, []).append(_happening.decode(body))
    views = [_view(rows[table], versions[table], lines[table]) for table in ids if table in rows and table in lines]
    known = await people(connection, {seat.player.id for view in views for seat in view.seats if seat.player} | {v.owner.id for v in views})
    return [_renamed(view, known) for view in views]


async def people(connection: AsyncConnection, ids: set[str]) -> dict[str, Player]:
    """Those of these players who have an account, as they are called now."""
    rows = await connection.execute(select(players).where(players.c.id.in_(ids), players.c.name_key.is_not(None)))
    return {row.id: Player(row.id, row.name, guest=row.password is None, bot=row.bot) for row in rows}


def _view(row: Any, version: int, happened: Sequence[AnyTableEvent]) -> TableView:
    created = happened[0]
    if not isinstance(created, Created):
        raise ValueError("a log does not begin with its creation")
    seats = [SeatView("engine", level=seat.level) if seat.kind == "engine" else SeatView("open") for seat in created.plan.seats]
    view = TableView(row.id, version, row.state, created.plan, (), created.by, row.created, row.ply, commitment=created.commitment)
    for happening in happened[1:]:
        match happening:
            case Sat(seat, player):
                seats[seat] = SeatView("human", player)
            case Left(seat):
                seats[seat] = SeatView("open")
            case Replaced(seat, level):
                seats[seat] = SeatView("engine", level=level)
            case Ended(ending, seed):
                view = msgspec.structs.replace(view, ending=ending, seed=seed)
            case Rematched(table):
                view = msgspec.structs.replace(view, rematch=table)
    return msgspec.structs.replace(view, seats=tuple(seats))


def _renamed(view: TableView, known: dict[str, Player]) -> TableView:
    def named(player: Player | None) -> Player | None:
        now = known.get(player.id) if player else None
        return msgspec.structs.replace(now, bot=now.bot or player.bot, rating=player.rating) if now and player else player

    seats = tuple(msgspec.structs.replace(seat, player=named(seat.player)) for seat in view.seats)
    return msgspec.structs.replace(view, seats=seats, owner=named(view.owner) or view.owner)

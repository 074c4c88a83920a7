"""The stream of one's own notices."""

import asyncio
from collections.abc import AsyncIterator

from sqlalchemy import select
from starlette.responses import StreamingResponse

from tablier.api.notifications import Notification
from tablier.server.http.routing import Call, Endpoint
from tablier.server.storage.schema import seats, tables
from tablier.server.tables.notifications import channel_of, start, turn
from tablier.server.tables.room import encode

SIGN_OF_LIFE = 15.0


async def stream(call: Call) -> StreamingResponse:
    """What concerns you at your tables, as lines of JSON: first how they stand, then what happens."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_lines(call), media_type="application/x-ndjson", headers=headers)


async def _lines(call: Call) -> AsyncIterator[bytes]:
    services, player = call.services, call.who.player.id
    heard: asyncio.Queue[bytes] = asyncio.Queue(services.settings.quotas.queue)
    full = asyncio.Event()

    def hear(data: bytes) -> None:
        if heard.full():
            full.set()  # one who reads this slowly must come back, and is told how all stands
        else:
            heard.put_nowait(data)

    await services.bus.listen(channel_of(player), hear)
    try:
        for notice in await _standing(call):
            yield encode(notice) + b"\n"
        watch = services.auth.watch(call.who)
        while not full.is_set() and not services.closing and await watch.lasts():
            try:
                yield await asyncio.wait_for(heard.get(), SIGN_OF_LIFE) + b"\n"
            except TimeoutError:
                yield b"\n"
    finally:
        await services.bus.unlisten(channel_of(player), hear)


async def _standing(call: Call) -> list[Notification]:
    """How one's running games stand."""
    mine = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(seats.c.player == call.who.player.id, tables.c.state == "playing")
        .distinct()
    )
    async with call.services.database.read() as connection:
        found = [row.id for row in await connection.execute(mine)]
    rooms = [await call.services.tables.room(table) for table in found]
    return [
        turn(room, seat) if room.table.turn == seat else start(room, seat)
        for room in rooms
        for seat in room.table.seats_of(call.who.player.id)
    ]


ENDPOINTS = (
    Endpoint(
        "GET",
        "/stream",
        "What concerns you at your tables, as lines of JSON",
        stream,
        returns=Notification,
        scope="read",
        cost=5,
        media="application/x-ndjson",
    ),
)

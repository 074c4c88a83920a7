"""The stream of one's own notices."""

import asyncio
from collections.abc import AsyncIterator

from sqlalchemy import select
from starlette.responses import StreamingResponse

from tablier.api.notifications import ChallengeNotice, Notification
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.auth import Authenticator
from tablier.server.settings import Settings
from tablier.server.shutdown import Shutdown
from tablier.server.storage.bus import Bus
from tablier.server.storage.database import Database
from tablier.server.storage.schema import seats, tables
from tablier.server.tables.audience import encode
from tablier.server.tables.notifications import channel_of, start, turn
from tablier.server.tables.registry import TableRegistry

SIGN_OF_LIFE = 15.0


async def stream(
    call: Call, settings: Settings, bus: Bus, auth: Authenticator, database: Database, registry: TableRegistry, shutdown: Shutdown
) -> StreamingResponse:
    """What concerns you at your tables, as lines of JSON: first how they stand, then what happens."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    player = call.who.player.id

    async def lines() -> AsyncIterator[bytes]:
        heard: asyncio.Queue[bytes] = asyncio.Queue(settings.quotas.queue)
        full = asyncio.Event()

        def hear(data: bytes) -> None:
            if heard.full():
                full.set()  # a client that reads this slowly must reconnect, and is told how all stands
            else:
                heard.put_nowait(data)

        await bus.listen(channel_of(player), hear)
        try:
            for notice in await _standing(database, registry, player):
                yield encode(notice) + b"\n"
            watch = auth.watch(call.who)
            while not full.is_set() and not shutdown.begun and await watch.is_valid():
                try:
                    yield await asyncio.wait_for(heard.get(), SIGN_OF_LIFE) + b"\n"
                except TimeoutError:
                    yield b"\n"
        finally:
            await bus.unlisten(channel_of(player), hear)

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=headers)


async def _standing(database: Database, registry: TableRegistry, player: str) -> list[Notification]:
    """How one's running games stand."""
    mine = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(seats.c.player == player, tables.c.state == "playing")
        .distinct()
    )
    async with database.read() as connection:
        found = [row.id for row in await connection.execute(mine)]
    states = [(await registry.find(table)).table for table in found]
    return [turn(table, seat) if table.turn == seat else start(table, seat) for table in states for seat in table.seats_of(player)]


ENDPOINTS = (
    Endpoint(
        "GET",
        "/stream",
        "What concerns you at your tables, as lines of JSON",
        stream,
        returns=(Notification, ChallengeNotice),
        scope="read",
        cost=5,
        media="application/x-ndjson",
    ),
)

"""Oneself: who one is, what one chose, everything the server knows, and how to leave it."""

import msgspec
from sqlalchemy import select, update
from starlette.responses import StreamingResponse

from tablier.api.accounts import Choice, EraseRequest, Export, Me, SettingsRequest
from tablier.api.http import Done
from tablier.api.messages import LeaveSeat, Resign
from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.http.rate_limits import address_of
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.accounts import ensure_player
from tablier.server.storage.schema import players

LARGEST_SETTINGS = 8_192


async def me(call: Call) -> Me:
    """Who you are."""
    who = call.who
    return Me(who.player, who.account, await _settings(call), None if who.scopes is None else tuple(sorted(who.scopes)))


async def change_settings(call: Call, asked: SettingsRequest) -> Me:
    """Keep the client's settings; what is not given is forgotten."""
    text = msgspec.json.encode(asked.settings).decode()
    if len(text) > LARGEST_SETTINGS:
        raise Problem(413, "too_long", Text(f"Au plus {LARGEST_SETTINGS} octets.", f"At most {LARGEST_SETTINGS} bytes."))
    await ensure_player(call.services.database, call.who.player)
    async with call.services.database.write() as connection:
        await connection.execute(update(players).where(players.c.id == call.who.player.id).values(settings=text))
    return await me(call)


async def export(call: Call) -> StreamingResponse:
    """Everything that the server keeps about you."""
    name = {"Content-Disposition": 'attachment; filename="tablier-export.json"', "Cache-Control": "no-store"}
    return StreamingResponse(call.services.privacy.export(call.who), media_type="application/json", headers=name)


async def leave(call: Call, asked: EraseRequest) -> Done:
    """Erase yourself: the games you are in are given up, what you said is erased, and the games you played stay without your name."""
    who, services = call.who, call.services
    if who.account:
        await services.accounts.check_password(who.player.id, asked.password or "", address_of(call.request))
    for table in await services.privacy.running(who.player.id):
        await _give_up(call, table)
    await services.tables.renew(await services.privacy.erase(who))
    services.auth.become(call.request, services.auth.guest_cookie(services.auth.newcomer().player.id))
    return Done()


async def _give_up(call: Call, table: str) -> None:
    """Resign, or get up where the game has not begun, so that nobody waits for somebody who is gone."""
    room = await call.services.tables.room(table)
    for seat in room.table.seats_of(call.who.player.id):
        deed = LeaveSeat(seat) if room.table.state == "open" else Resign(seat)
        await call.services.tables.act(table, call.who, f"erased-{seat}", room.table.version, deed)


async def _settings(call: Call) -> dict[str, Choice]:
    async with call.services.database.read() as connection:
        row = (await connection.execute(select(players.c.settings).where(players.c.id == call.who.player.id))).first()
    return msgspec.json.decode(row.settings, type=dict[str, Choice]) if row else {}


ENDPOINTS = (
    Endpoint("GET", "/me", "Who you are", me, None, Me, scope="read"),
    Endpoint("GET", "/me/export", "Everything about you", export, None, Export, scope="account", cost=50),
    Endpoint("DELETE", "/me", "Erase yourself", leave, EraseRequest, Done, scope="account", cost=20),
    Endpoint("PUT", "/me/settings", "Keep settings", change_settings, SettingsRequest, Me, scope="account"),
)

"""Oneself: who one is, what one chose, everything the server knows, and how to leave it."""

import msgspec
from sqlalchemy import select, update
from starlette.responses import StreamingResponse

from tablier.api.accounts import Choice, EraseRequest, Export, Me, SettingsRequest
from tablier.api.http import Done
from tablier.api.messages import LeaveSeat, Resign
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.accounts import Accounts, ensure_player
from tablier.server.people.cookies import Cookies
from tablier.server.people.identity import Identity, new_guest
from tablier.server.people.privacy import Privacy
from tablier.server.rate_limits import address_of
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players
from tablier.server.tables.dispatch import ActDispatcher
from tablier.server.tables.registry import TableRegistry

LARGEST_SETTINGS = 8_192


async def me(call: Call, database: Database) -> Me:
    """Who you are."""
    who = call.who
    return Me(who.player, who.account, await _settings(database, who.player.id), None if who.scopes is None else tuple(sorted(who.scopes)))


async def change_settings(call: Call, asked: SettingsRequest, database: Database) -> Me:
    """Keep the client's settings; what is not given is forgotten."""
    text = msgspec.json.encode(asked.settings).decode()
    if len(text) > LARGEST_SETTINGS:
        raise Problem(413, "too_long", Text(f"Au plus {LARGEST_SETTINGS} octets.", f"At most {LARGEST_SETTINGS} bytes."))
    await ensure_player(database, call.who.player)
    async with database.write() as connection:
        await connection.execute(update(players).where(players.c.id == call.who.player.id).values(settings=text))
    return await me(call, database)


async def export(call: Call, privacy: Privacy) -> StreamingResponse:
    """Everything that the server keeps about you."""
    name = {"Content-Disposition": 'attachment; filename="tablier-export.json"', "Cache-Control": "no-store"}
    return StreamingResponse(privacy.export(call.who), media_type="application/json", headers=name)


async def erase(
    call: Call,
    asked: EraseRequest,
    accounts: Accounts,
    privacy: Privacy,
    registry: TableRegistry,
    dispatcher: ActDispatcher,
    cookies: Cookies,
) -> Done:
    """Erase yourself: the games you are in are given up, what you said is erased, and the games you played stay without your name."""
    who = call.who
    if who.account:
        await accounts.check_password(who.player.id, asked.password or "", address_of(call.request))
    for table in await privacy.running(who.player.id):
        await _resign(registry, dispatcher, table, who)
    await registry.reload(await privacy.erase(who))
    call.set_cookie(cookies.sign(new_guest().player.id))
    return Done()


async def _resign(registry: TableRegistry, dispatcher: ActDispatcher, table: str, who: Identity) -> None:
    """Resign, or leave the seat where the game has not begun, so that the other players do not wait."""
    state = (await registry.find(table)).table
    for seat in state.seats_of(who.player.id):
        act = LeaveSeat(seat) if state.state == "open" else Resign(seat)
        await dispatcher.act(table, who, f"erased-{seat}", state.version, act)


async def _settings(database: Database, player: str) -> dict[str, Choice]:
    async with database.read() as connection:
        row = (await connection.execute(select(players.c.settings).where(players.c.id == player))).first()
    return msgspec.json.decode(row.settings, type=dict[str, Choice]) if row else {}


ENDPOINTS = (
    Endpoint("GET", "/me", "Who you are", me, None, Me, scope="read"),
    Endpoint("GET", "/me/export", "Everything about you", export, None, Export, scope="account", cost=50),
    Endpoint("DELETE", "/me", "Erase yourself", erase, EraseRequest, Done, scope="account", cost=20),
    Endpoint("PUT", "/me/settings", "Keep settings", change_settings, SettingsRequest, Me, scope="account"),
)

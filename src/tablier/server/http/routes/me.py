"""The player who asks: identity, settings, export and erasure of all data."""

import secrets
from dataclasses import replace

import msgspec
from starlette.responses import StreamingResponse

from tablier.api.accounts import EraseRequest, Export, Me, NameRequest, SettingsRequest
from tablier.api.http import Done
from tablier.api.messages import LeaveSeat, Resign, ShowName
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.accounts import Accounts
from tablier.server.people.cookies import Cookies
from tablier.server.people.identity import Identity, new_guest
from tablier.server.people.privacy import Privacy
from tablier.server.tables.dispatch import ActDispatcher
from tablier.server.tables.registry import TableRegistry

MAX_SETTINGS = 8_192


async def me(call: Call, accounts: Accounts) -> Me:
    """Who you are."""
    who = call.who
    scopes = None if who.scopes is None else tuple(sorted(who.scopes))
    return Me(who.player, who.account, await accounts.read_settings(who.player.id), scopes)


async def change_name(
    call: Call, asked: NameRequest, accounts: Accounts, privacy: Privacy, registry: TableRegistry, dispatcher: ActDispatcher
) -> Me:
    """Give yourself a name, as a guest; your tables show it at once."""
    if call.who.account:
        raise Problem(409, "has_account", Text("Votre compte a déjà un nom.", "Your account has a name already."))
    player = await accounts.rename_guest(call.who, asked.name)
    who, key = replace(call.who, player=player), f"name-{secrets.token_hex(4)}"
    for table in await privacy.unfinished_tables(player.id):
        version = (await registry.find(table)).table.version
        await dispatcher.act(table, who, key, version, ShowName())
    return Me(player, False, await accounts.read_settings(player.id))


async def change_settings(call: Call, asked: SettingsRequest, accounts: Accounts) -> Me:
    """Store the client's settings, in place of all that were stored before."""
    settings = msgspec.json.encode(asked.settings)
    if len(settings) > MAX_SETTINGS:
        raise Problem(413, "too_long", Text(f"Au plus {MAX_SETTINGS} octets.", f"At most {MAX_SETTINGS} bytes."))
    await accounts.write_settings(call.who.player, settings)
    return await me(call, accounts)


async def export(call: Call, privacy: Privacy) -> StreamingResponse:
    """All that the server stores about you, as a file."""
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
    """Erase yourself: you resign the games you play, what you said is erased, and the games you played stay without your name."""
    who = call.who
    if who.account:
        await accounts.check_password(who.player.id, asked.password or "")
    for table in await privacy.unfinished_tables(who.player.id):
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


ENDPOINTS = (
    Endpoint("GET", "/me", "Who you are", me, None, Me, scope="read"),
    Endpoint("PUT", "/me/name", "Give yourself a name as a guest", change_name, NameRequest, Me, scope="account", cost=5),
    Endpoint("GET", "/me/export", "All that is stored about you", export, None, Export, scope="account", cost=50),
    Endpoint("DELETE", "/me", "Erase yourself", erase, EraseRequest, Done, scope="account", cost=20),
    Endpoint("PUT", "/me/settings", "Store settings", change_settings, SettingsRequest, Me, scope="account"),
)

"""Oneself: who one is, what one chose, everything the house knows, and how to leave it."""

import msgspec
from sqlalchemy import select, update

from tablier.api.accounts import Choice, Me, SettingsAsked
from tablier.core.text import Text
from tablier.server.accounts import ensure_player
from tablier.server.problem import Problem
from tablier.server.router import Call, Endpoint
from tablier.server.store.schema import players

LARGEST_SETTINGS = 8_192


async def me(call: Call) -> Me:
    """Who you are."""
    who = call.who
    return Me(who.player, who.account, await _settings(call), None if who.scopes is None else tuple(sorted(who.scopes)))


async def change_settings(call: Call, asked: SettingsAsked) -> Me:
    """Keep the client's settings; what is not given is forgotten."""
    text = msgspec.json.encode(asked.settings).decode()
    if len(text) > LARGEST_SETTINGS:
        raise Problem(413, "too_long", Text(f"Au plus {LARGEST_SETTINGS} octets.", f"At most {LARGEST_SETTINGS} bytes."))
    await ensure_player(call.house.database, call.who.player)
    async with call.house.database.write() as connection:
        await connection.execute(update(players).where(players.c.id == call.who.player.id).values(settings=text))
    return await me(call)


async def _settings(call: Call) -> dict[str, Choice]:
    async with call.house.database.read() as connection:
        row = (await connection.execute(select(players.c.settings).where(players.c.id == call.who.player.id))).first()
    return msgspec.json.decode(row.settings, type=dict[str, Choice]) if row else {}


ENDPOINTS = (
    Endpoint("GET", "/me", "Who you are", me, None, Me, scope="read"),
    Endpoint("PUT", "/me/settings", "Keep settings", change_settings, SettingsAsked, Me, scope="account"),
)

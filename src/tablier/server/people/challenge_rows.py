"""Challenges as they are stored, and as their players see them."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.challenges import Challenge
from tablier.api.tables import ClockPlan, Player
from tablier.server.people.identity import account_player, guest_player
from tablier.server.storage.schema import challenges, players, ratings

ERASED = Player("", "")


class Terms(Struct, frozen=True, omit_defaults=True):
    """What a challenge asks for, beside its game."""

    options: dict[str, str | int]
    clock: ClockPlan = ClockPlan()
    seat: int | None = None
    rated: bool = False
    private: bool = False
    bot: bool = False
    """A program has challenged."""


encode_terms = msgspec.json.Encoder().encode
decode_terms = msgspec.json.Decoder(Terms).decode


async def find_challenge(connection: AsyncConnection, challenge: str) -> Row[Any] | None:
    """The row of a challenge."""
    return (await connection.execute(select(challenges).where(challenges.c.id == challenge))).first()


async def views(connection: AsyncConnection, rows: Sequence[Row[Any]], bots: Iterable[str] = ()) -> list[Challenge]:
    """Rows of challenges as their players see them; `bots` are online now."""
    people = {player for row in rows for player in (row.challenger, row.challenged)}
    found = await connection.execute(select(players).where(players.c.id.in_(people)))
    known = {row.id: account_player(row) if row.name_key else guest_player(row.id, row.name) for row in found}
    rated = await connection.execute(select(ratings).where(ratings.c.player.in_(people), ratings.c.game.in_({row.game for row in rows})))
    values = {(row.player, row.game): round(row.value) for row in rated}
    programs = frozenset(bots)

    def shown(player: str, game: str, *, bot: bool) -> Player:
        stored = known.get(player, ERASED)
        return msgspec.structs.replace(stored, rating=values.get((player, game)), bot=stored.bot or bot)

    def view(row: Row[Any]) -> Challenge:
        terms = decode_terms(row.body)
        return Challenge(
            row.id,
            row.state,
            shown(row.challenger, row.game, bot=terms.bot),
            shown(row.challenged, row.game, bot=row.challenged in programs),
            row.game,
            terms.options,
            row.created,
            row.lapses,
            terms.clock,
            terms.seat,
            terms.rated,
            terms.private,
            row.table,
            row.reason,
        )

    return [view(row) for row in rows]

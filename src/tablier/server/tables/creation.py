"""Creating tables."""

import secrets
from collections.abc import Sequence

import msgspec
from sqlalchemy import bindparam, func, insert, select

from tablier.api.tables import AnyTableEvent, Created, Player, Sat, TablePlan
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.games import game as game_named
from tablier.search.levels import levels_of
from tablier.server.errors import Problem
from tablier.server.people.players import Players
from tablier.server.storage.database import Database
from tablier.server.storage.log import Append, AppendFailed, LogEntry
from tablier.server.storage.schema import seats as seats_table
from tablier.server.storage.schema import tables as tables_table
from tablier.server.tables import refusals as no
from tablier.server.tables.acts import ActRunner
from tablier.server.tables.audience import encode
from tablier.server.tables.clock import check_plan as check_clock
from tablier.server.tables.dice import SEED_BYTES, commitment_of
from tablier.server.tables.live_table import LiveTable
from tablier.server.tables.rated import elos_of_seats, why_not_rated
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.state import new_table
from tablier.server.timestamps import now_ms

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters that are not mistaken for one another when a code is read out."""
ID_LENGTH, CODE_LENGTH = 12, 8
TOO_MANY = Text("Trop de tables ouvertes : finissez-en quelques-unes.", "Too many tables at once: finish some first.")
NOT_RATED = Text(
    "Une partie qui commence dans une position donnée n'est pas classée : retirez « rated » ou « position ».",
    "A game that begins in a given position is not rated: leave out `rated` or `position`.",
)
INSERT_TABLE, INSERT_SEATS = insert(tables_table), insert(seats_table)
COUNT_TABLES = (
    select(func.count())
    .select_from(seats_table.join(tables_table, seats_table.c.table == tables_table.c.id))
    .where(seats_table.c.player == bindparam("wanted"), tables_table.c.state != "over")
)


class TableCreator:
    """Creates tables, at most so many for each player."""

    def __init__(self, registry: TableRegistry, runner: ActRunner, database: Database, players: Players, most: int) -> None:
        self.registry, self.runner, self.database, self.players, self.most = registry, runner, database, players, most

    async def create(self, plan: TablePlan, host: Player, players: Sequence[Player | None] = (), table: str = "") -> LiveTable:
        """Create a table. The host takes the seats of kind "you"; a rematch and a challenge bring their `players`."""
        game = game_named(plan.game, **plan.options)
        plan = msgspec.structs.replace(plan, options=dict(game.options))
        check_plan(plan, game)
        if why := why_not_rated(plan, game, host):
            raise Problem(422, "not_rated", why)
        await self.check_count(host)
        host = await self.players.introduce(host, plan.game)
        live = await self._write(plan, host, game, table or new_table_id())
        seated = players or [host if seat.kind == "you" else None for seat in plan.seats]
        events: list[AnyTableEvent] = [Sat(seat, player) for seat, player in enumerate(seated) if player is not None]
        await self.runner.add_events(live, tuple(events))
        if live.uncertain:
            raise AppendFailed(live.table.id)
        return live

    async def _write(self, plan: TablePlan, host: Player, game: AnyGame, table: str) -> LiveTable:
        code, now = _random_word(CODE_LENGTH), now_ms()
        seed = secrets.token_bytes(SEED_BYTES) if game.dice else None
        created = Created(plan, host, game.info.version, commitment_of(seed) if seed else None, elos_of_seats(plan, game))
        row = {
            "id": table,
            "game": plan.game,
            "state": "open",
            "private": plan.private,
            "rated": plan.rated,
            "code": code,
            "seed": seed,
            "host": host.id,
            "created": now,
            "updated": now,
            "ply": 0,
            "owner": self.registry.process,
            "epoch": 1,
            "watch": False,
            "from_position": plan.position is not None,
        }
        seats = [{"table": table, "seat": number, "player": None, "level": seat.level or None} for number, seat in enumerate(plan.seats)]
        entry = LogEntry(1, now, None, encode(created))
        await self.runner.log.append(Append(table, 1, [entry], before=[(INSERT_TABLE, row), (INSERT_SEATS, seats)]))
        live = LiveTable(new_table(table, now, created), [entry], code=code, seed=seed, epoch=1)
        await self.registry.add(live)
        return live

    async def check_count(self, player: Player) -> None:
        """Refuse a player who sits at too many tables."""
        ((count,),) = await self.database.fetch(COUNT_TABLES, {"wanted": player.id})
        if count >= self.most:
            raise Problem(429, "too_fast", TOO_MANY)


def new_table_id() -> str:
    """An id for a table."""
    return _random_word(ID_LENGTH)


def _random_word(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def check_plan(plan: TablePlan, game: AnyGame) -> None:
    """Refuse a plan that no table can have."""
    given, seats = len(plan.seats), len(game.seats)
    if given != seats:
        raise Problem(422, "bad_request", Text(f"Il faut {seats} places, pas {given}.", f"{seats} seats are needed, not {given}."))
    levels = levels_of(game)
    if any(seat.level not in levels for seat in plan.seats if seat.kind == "engine"):
        raise Problem(422, "bad_request", no.bad_level(levels))
    if plan.leavers == "engine" and plan.leaver_level not in levels:
        raise Problem(422, "bad_request", no.bad_level(levels))
    if plan.position is not None and plan.rated:
        raise Problem(422, "bad_request", NOT_RATED)
    check_clock(plan.clock)

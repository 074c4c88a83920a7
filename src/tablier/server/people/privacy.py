"""Exports and erases all that the server stores about a player.

Erased are account, sessions, tokens, settings, ratings, challenges, stars, puzzles tried, studies and all chat texts. The games stay, for
the other players, with an anonymous player. The name cannot be taken again; what is stored for that is a keyed hash, which does not tell
the name.
"""

from collections.abc import AsyncIterator

import msgspec
from sqlalchemy import delete, insert, or_, select, update

from tablier.api.accounts import Choice
from tablier.api.exports import ChatExport, Export, PuzzleTryExport, RatingChangeExport, TableExport
from tablier.api.tables import Declared, Moved, Player, Said, TookBack
from tablier.server.people.accounts import Accounts
from tablier.server.people.challenges import Challenges
from tablier.server.people.identity import Identity
from tablier.server.people.lesson_stars import LessonStars
from tablier.server.people.player_events import decode_event, encode_event, replace_player, tables_of
from tablier.server.people.ratings import rating_views
from tablier.server.people.studies import Studies
from tablier.server.people.tokens import Tokens
from tablier.server.storage.database import Database
from tablier.server.storage.schema import (
    challenges,
    lesson_stars,
    players,
    puzzle_players,
    puzzle_tries,
    rating_changes,
    ratings,
    seats,
    sessions,
    studies,
    table_events,
    tables,
    tokens,
)
from tablier.server.timestamps import now_ms

ANONYMOUS = "Anonyme"


class Privacy:
    """Exports and erases players."""

    def __init__(
        self, database: Database, accounts: Accounts, tokens: Tokens, challenges: Challenges, lessons: LessonStars, studies: Studies
    ) -> None:
        self.database, self.accounts, self.tokens = database, accounts, tokens
        self.challenges, self.lessons, self.studies = challenges, lessons, studies

    async def export(self, who: Identity) -> AsyncIterator[bytes]:
        """An `Export` as JSON, table by table, so that memory stays small."""
        player = who.player.id
        async with self.database.read() as connection:
            row = (await connection.execute(select(players).where(players.c.id == player))).first()
            rated = (await connection.execute(select(ratings).where(ratings.c.player == player))).all()
            changes = (await connection.execute(select(rating_changes).where(rating_changes.c.player == player))).all()
            tries = (await connection.execute(select(puzzle_tries).where(puzzle_tries.c.player == player))).all()
        head = Export(
            who.player,
            row.created if row else None,
            msgspec.json.decode(row.settings, type=dict[str, Choice]) if row else {},
            tuple(await self.accounts.list_sessions(who)),
            tuple(await self.tokens.list_tokens(player)),
            rating_views(rated),
            tuple(RatingChangeExport(change.table, change.game, change.at, change.before, change.after) for change in changes),
            await self.challenges.read_rules(player),
            tuple(await self.challenges.stored(player)),
            await self.lessons.read(player),
            tuple(PuzzleTryExport(one.game, one.puzzle, one.at, one.solved, one.before, one.after) for one in tries),
            tuple(await self.studies.all_of(who.player)),
            (),
        )
        yield msgspec.json.encode(head).removesuffix(b"]}")  # the list of tables comes last
        for number, table in enumerate(await self._tables(player)):
            yield (b"," if number else b"") + msgspec.json.encode(await self._export_table(table, player))
        yield b"]}"

    async def unfinished_tables(self, player: str) -> list[str]:
        """The tables that a player sits at and that are not over."""
        sat = select(tables.c.id).join(seats, seats.c.table == tables.c.id).where(seats.c.player == player, tables.c.state != "over")
        async with self.database.read() as connection:
            return [row.id for row in await connection.execute(sat.distinct())]

    async def erase(self, who: Identity) -> list[str]:
        """Erase a player for good; the tables that changed. Asked again after a crash, it finishes."""
        player = who.player.id
        changed = await self._anonymise_tables(player)
        async with self.database.write() as connection:
            for table in (sessions, tokens, ratings, rating_changes, lesson_stars, puzzle_players, puzzle_tries):
                await connection.execute(delete(table).where(table.c.player == player))
            await connection.execute(delete(studies).where(studies.c.author == player))
            await connection.execute(delete(challenges).where(or_(challenges.c.challenger == player, challenges.c.challenged == player)))
            row = (await connection.execute(select(players.c.name_key).where(players.c.id == player))).first()
            key = self.accounts.retired_key(row.name_key if row and row.name_key else player)
            erased = {"name": ANONYMOUS, "name_key": key, "password": None, "bot": False, "settings": "{}", "accepts": "none", "plays": ""}
            if row is None:
                await connection.execute(insert(players).values(id=player, created=now_ms(), **erased))
            else:
                await connection.execute(update(players).where(players.c.id == player).values(created=0, **erased))
        await self.accounts.auth.player_changed(player)
        return changed + await self._anonymise_tables(player)  # what was written meanwhile

    async def _tables(self, player: str) -> list[str]:
        async with self.database.read() as connection:
            return [row.id for row in await connection.execute(tables_of(player))]

    async def _export_table(self, table: str, player: str) -> TableExport:
        async with self.database.read() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table))).one()
            held = (await connection.execute(select(seats.c.seat).where(seats.c.table == table, seats.c.player == player))).scalars().all()
            wanted = select(table_events.c.at, table_events.c.body).where(table_events.c.table == table).order_by(table_events.c.version)
            entries = (await connection.execute(wanted)).all()
        moves: list[str] = []
        said: list[ChatExport] = []
        for entry in entries:
            match decode_event(bytes(entry.body)):
                case Moved(text) | Declared(text):
                    moves.append(text)
                case TookBack(plies):
                    del moves[len(moves) - plies :]
                case Said(speaker, phrase, text) if speaker.id == player:
                    said.append(ChatExport(entry.at, phrase, text))
        return TableExport(
            table, row.game, row.state, row.created, tuple(sorted(held)), row.ranks, tuple(moves) if held else (), tuple(said)
        )

    async def _anonymise_tables(self, player: str) -> list[str]:
        """Rewrite the logs in one short transaction for each table, so that moves do not wait; the tables that changed."""
        changed = []
        for table in await self._tables(player):
            async with self.database.read() as connection:
                entries = (await connection.execute(select(table_events).where(table_events.c.table == table))).all()
            bodies = {entry.version: body for entry in entries if (body := anonymise(bytes(entry.body), player)) is not None}
            if bodies:
                changed.append(table)
                async with self.database.write() as connection:
                    for version, body in bodies.items():
                        here = (table_events.c.table == table, table_events.c.version == version)
                        await connection.execute(update(table_events).where(*here).values(body=body))
        return changed


def anonymise(body: bytes, player: str) -> bytes | None:
    """A stored event with the player anonymous and their chat text empty; None when there is nothing to change."""
    if player.encode() not in body:
        return None
    event = decode_event(body)
    changed = replace_player(event, player, Player(player, ANONYMOUS))
    if isinstance(changed, Said) and changed.player.id == player and changed.text is not None:
        changed = msgspec.structs.replace(changed, text="")
    return None if changed == event else encode_event(changed)

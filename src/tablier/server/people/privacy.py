"""All that the server keeps about somebody: to hand it over, and to erase it.

Whoever leaves is erased: account, sessions, tokens, settings, ratings, and every free word they said. The games stay, for those who
played them too, with an anonymous player. Nobody can take the name afterwards and pass for the one who left; what is kept for that
is a keyed hash, from which the name cannot be read.
"""

from collections.abc import AsyncIterator

import msgspec
from sqlalchemy import delete, insert, select, update

from tablier.api.accounts import ChatExport, Choice, Export, RatingChangeExport, TableExport
from tablier.api.tables import AnyTableEvent, Declared, Moved, Player, Said, TookBack
from tablier.server.people.accounts import Accounts
from tablier.server.people.auth import Identity
from tablier.server.people.guest_merge import renamed, tables_of
from tablier.server.people.ratings import rating_views
from tablier.server.people.tokens import Tokens
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, rating_changes, ratings, seats, sessions, table_events, tables, tokens
from tablier.server.timestamps import now_ms

ANONYMOUS = "Anonyme"
_decode = msgspec.json.Decoder(AnyTableEvent).decode
_encode = msgspec.json.Encoder().encode


class Privacy:
    """Hands over and erases."""

    def __init__(self, database: Database, accounts: Accounts, tokens: Tokens) -> None:
        self.database, self.accounts, self.tokens = database, accounts, tokens

    # -- handing over -------------------------------------------------------------------------------------

    async def export(self, who: Identity) -> AsyncIterator[bytes]:
        """An `Export` as JSON, table by table, so that many games take no memory."""
        me = who.player.id
        async with self.database.read() as connection:
            row = (await connection.execute(select(players).where(players.c.id == me))).first()
            rated = (await connection.execute(select(ratings).where(ratings.c.player == me))).all()
            changes = (await connection.execute(select(rating_changes).where(rating_changes.c.player == me))).all()
        head = Export(
            who.player,
            row.created if row else None,
            msgspec.json.decode(row.settings, type=dict[str, Choice]) if row else {},
            tuple(await self.accounts.sessions_of(who)),
            tuple(await self.tokens.of(me)),
            rating_views(rated),
            tuple(RatingChangeExport(change.table, change.game, change.at, change.before, change.after) for change in changes),
            (),
        )
        yield _encode(head).removesuffix(b"]}")  # the tables come last, and are still empty
        for number, table in enumerate(await self.tables_of(me)):
            yield (b"," if number else b"") + _encode(await self._table(table, me))
        yield b"]}"

    async def tables_of(self, player: str) -> list[str]:
        """The tables that somebody set, sat at, or did something at."""
        async with self.database.read() as connection:
            return [row.id for row in await connection.execute(tables_of(player))]

    async def running(self, player: str) -> list[str]:
        """The tables that somebody sits at and that are not over."""
        sat = select(tables.c.id).join(seats, seats.c.table == tables.c.id).where(seats.c.player == player, tables.c.state != "over")
        async with self.database.read() as connection:
            return [row.id for row in await connection.execute(sat.distinct())]

    async def _table(self, table: str, me: str) -> TableExport:
        async with self.database.read() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table))).one()
            held = (await connection.execute(select(seats.c.seat).where(seats.c.table == table, seats.c.player == me))).scalars().all()
            wanted = select(table_events.c.at, table_events.c.body).where(table_events.c.table == table).order_by(table_events.c.version)
            lines = (await connection.execute(wanted)).all()
        moves: list[str] = []
        said: list[ChatExport] = []
        for line in lines:
            match _decode(bytes(line.body)):
                case Moved(text) | Declared(text):
                    moves.append(text)
                case TookBack(plies):
                    del moves[len(moves) - plies :]
                case Said(player, phrase, text) if player.id == me:
                    said.append(ChatExport(line.at, phrase, text))
        return TableExport(
            table, row.game, row.state, row.created, tuple(sorted(held)), row.ranks, tuple(moves) if held else (), tuple(said)
        )

    # -- erasing --------------------------------------------------------------------------------------------

    async def erase(self, who: Identity) -> list[str]:
        """Erase somebody for good; the tables at which they are now anonymous. Asked again after a crash, it finishes."""
        me = who.player.id
        erased = await self._erase_words(me)
        async with self.database.write() as connection:
            for table, column in ((sessions, sessions.c.player), (tokens, tokens.c.player), (ratings, ratings.c.player)):
                await connection.execute(delete(table).where(column == me))
            await connection.execute(delete(rating_changes).where(rating_changes.c.player == me))
            row = (await connection.execute(select(players.c.name_key).where(players.c.id == me))).first()
            key = row.name_key if row and row.name_key else me
            gone = {"name": ANONYMOUS, "name_key": self.accounts.gone_key(key), "password": None, "bot": False, "settings": "{}"}
            if row is None:
                await connection.execute(insert(players).values(id=me, created=now_ms(), **gone))
            else:
                await connection.execute(update(players).where(players.c.id == me).values(created=0, **gone))
        await self.accounts.auth.changed(me)
        return erased + await self._erase_words(me)  # what was said meanwhile

    async def _erase_words(self, me: str) -> list[str]:
        """One short transaction for each table, so that nobody's move waits for this."""
        erased = []
        for table in await self.tables_of(me):
            async with self.database.read() as connection:
                lines = (await connection.execute(select(table_events).where(table_events.c.table == table))).all()
            changed = {line.version: body for line in lines if (body := without(bytes(line.body), me)) is not None}
            if changed:
                erased.append(table)
                async with self.database.write() as connection:
                    for version, body in changed.items():
                        here = (table_events.c.table == table, table_events.c.version == version)
                        await connection.execute(update(table_events).where(*here).values(body=body))
        return erased


def without(body: bytes, player: str) -> bytes | None:
    """A stored happening in which this player is anonymous; None when there is nothing to change."""
    if player.encode() not in body:
        return None
    happening = _decode(body)
    changed = renamed(happening, player, Player(player, ANONYMOUS))
    if isinstance(changed, Said) and changed.player.id == player and changed.text is not None:
        changed = msgspec.structs.replace(changed, text="")
    return None if changed == happening else _encode(changed)

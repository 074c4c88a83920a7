"""Personal tokens, by which programs play and read for somebody. Shown once; what is stored only recognises them."""

import secrets
from collections.abc import Iterable, Sequence

from sqlalchemy import delete, func, insert, select

from tablier.api.accounts import NewToken, TokenView
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.people.auth import TOKEN_PREFIX, Authenticator, hash_secret, new_secret
from tablier.server.storage.database import Database
from tablier.server.storage.schema import tokens
from tablier.server.timestamps import now_ms

MOST_TOKENS = 50


class Tokens:
    """Makes, lists and revokes tokens."""

    def __init__(self, database: Database, auth: Authenticator) -> None:
        self.database, self.auth = database, auth

    async def make(self, player: str, name: str, scopes: Iterable[str]) -> NewToken:
        """A new token, with the only sight of its secret that there will ever be. Which scopes may be given is the caller's to know."""
        secret, now, identifier = new_secret(), now_ms(), secrets.token_hex(8)
        listed = sorted(set(scopes))
        row = {"id": identifier, "hash": hash_secret(secret), "player": player, "name": name, "scopes": " ".join(listed), "created": now}
        async with self.database.write() as connection:
            count = (await connection.execute(select(func.count()).where(tokens.c.player == player))).scalar_one()
            if count >= MOST_TOKENS:
                raise Problem(409, "too_many", Text(f"Au plus {MOST_TOKENS} jetons.", f"At most {MOST_TOKENS} tokens."))
            await connection.execute(insert(tokens).values(row))
        return NewToken(TOKEN_PREFIX + secret, TokenView(identifier, name, tuple(listed), now))

    async def of(self, player: str) -> Sequence[TokenView]:
        """The tokens of a player, the newest first."""
        wanted = select(tokens).where(tokens.c.player == player).order_by(tokens.c.created.desc(), tokens.c.id)
        async with self.database.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [TokenView(row.id, row.name, tuple(row.scopes.split()), row.created, row.used) for row in rows]

    async def revoke(self, player: str, token: str) -> bool:
        """Make a token worthless; False when the player has no such token."""
        async with self.database.write() as connection:
            revoked = await connection.execute(delete(tokens).where(tokens.c.id == token, tokens.c.player == player))
        await self.auth.player_changed(player)
        return revoked.rowcount > 0

"""Personal tokens, with which programs act for a player. A token is shown once; only its hash is stored."""

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

MAX_TOKENS = 50


class Tokens:
    """Creates, lists and revokes tokens."""

    def __init__(self, database: Database, auth: Authenticator) -> None:
        self.database, self.auth = database, auth

    async def create(self, player: str, name: str, scopes: Iterable[str]) -> NewToken:
        """Create a token; the result is the only place that holds its secret. The caller checks which scopes may be given."""
        secret, now, identifier = new_secret(), now_ms(), secrets.token_hex(8)
        listed = sorted(set(scopes))
        row = {"id": identifier, "hash": hash_secret(secret), "player": player, "name": name, "scopes": " ".join(listed), "created": now}
        async with self.database.write() as connection:
            count = (await connection.execute(select(func.count()).where(tokens.c.player == player))).scalar_one()
            if count >= MAX_TOKENS:
                raise Problem(409, "too_many", Text(f"Au plus {MAX_TOKENS} jetons.", f"At most {MAX_TOKENS} tokens."))
            await connection.execute(insert(tokens).values(row))
        return NewToken(TOKEN_PREFIX + secret, TokenView(identifier, name, tuple(listed), now))

    async def list_tokens(self, player: str) -> Sequence[TokenView]:
        """The tokens of a player, the latest first."""
        wanted = select(tokens).where(tokens.c.player == player).order_by(tokens.c.created.desc(), tokens.c.id)
        async with self.database.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [TokenView(row.id, row.name, tuple(row.scopes.split()), row.created, row.used) for row in rows]

    async def revoke(self, player: str, token: str) -> bool:
        """Revoke a token; False when the player has no such token."""
        async with self.database.write() as connection:
            revoked = await connection.execute(delete(tokens).where(tokens.c.id == token, tokens.c.player == player))
        await self.auth.player_changed(player)
        return revoked.rowcount > 0

"""Accounts and their sessions. An account is a player with a name and a password; a session is a browser that knows neither."""

import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.accounts import SessionView
from tablier.api.tables import Player
from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.http.rate_limits import LOGIN_ADDRESS, LOGIN_HERE, LOGIN_NAME, REGISTER, RateLimits
from tablier.server.people.auth import SECRET_BYTES, SESSION, Authenticator, Identity, hash_of
from tablier.server.people.guest_merge import hand_over
from tablier.server.people.names import is_reserved, key_of, name_of
from tablier.server.people.passwords import Passwords, fitting
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, sessions
from tablier.server.timestamps import now_ms

MOST_SESSIONS = 50


KNOWN = select(players.c.id).where(players.c.id == bindparam("wanted"))
NEW = insert(players)


async def ensure_player(database: Database, player: Player) -> None:
    """A row for somebody who sits down or sets a table; until then a guest is only a cookie."""
    if await database.fetch(KNOWN, {"wanted": player.id}):
        return
    row = {"id": player.id, "name": player.name, "bot": player.bot, "created": now_ms()}
    with suppress(IntegrityError, sqlite3.IntegrityError):  # somebody sat them down at the same time, at another table
        await database.transact(lambda execute: execute(NEW, row))


class Accounts:
    """Registers, logs in and out, and knows all of an account's browsers."""

    def __init__(self, database: Database, auth: Authenticator, limits: RateLimits, secret: bytes) -> None:
        self.database, self.auth, self.limits = database, auth, limits
        self.passwords = Passwords()
        self._secret = secret

    async def register(self, who: Identity, name: str, password: str, *, bot: bool, address: str, agent: str) -> tuple[Player, str]:
        """Make the guest an account of this name, who keeps what they played; the player and their new cookie."""
        shown = name_of(name)
        fitting(password, shown)
        await self.limits.charge_together(REGISTER, address)
        key = key_of(shown)
        async with self.database.read() as connection:
            had = (await connection.execute(select(players.c.id).where(players.c.name_key.in_((key, self.gone_key(key)))))).first()
        if had is not None or is_reserved(shown):
            raise _name_cannot_be_had()
        account = {"name": shown, "name_key": key, "password": await self.passwords.hash(password), "bot": bot}
        try:
            async with self.database.write() as connection:
                grown = await connection.execute(
                    update(players).where(players.c.id == who.player.id, players.c.name_key.is_(None)).values(account)
                )
                if grown.rowcount == 0:
                    await connection.execute(insert(players).values(id=who.player.id, created=now_ms(), **account))
                cookie = await _open_session(connection, who.player.id, agent)
        except IntegrityError as error:  # the name, or this very guest, was taken in the same moment
            raise _name_cannot_be_had() from error
        await self.auth.changed(who.player.id)
        return Player(who.player.id, shown, guest=False, bot=bot), cookie

    async def login(self, who: Identity, name: str, password: str, *, address: str, agent: str) -> tuple[Player, str, list[str]]:
        """The player of this name, a new cookie, and the tables at which a guest has become that player. What is wrong is not said, and
        takes as long whatever it is."""
        key = _key_or_none(name)
        guessed = key if key is not None else f"?{hash_of(name)}"
        await self.limits.charge_together(LOGIN_ADDRESS, address)
        await self.limits.charge_together(LOGIN_HERE, f"{address} {guessed}")
        await self.limits.charge_together(LOGIN_NAME, guessed)
        async with self.database.read() as connection:
            row = (await connection.execute(select(players).where(players.c.name_key == (key or "")))).first()
        if not await self.passwords.verify(row.password if row else None, password) or row is None:
            raise Problem(401, "bad_login", Text("Nom ou mot de passe incorrect.", "Wrong name or password."))
        await self.limits.forgive(LOGIN_HERE, f"{address} {guessed}")
        renewed = await self.passwords.hash(password) if self.passwords.is_old(row.password) else None
        player, was = Player(row.id, row.name, guest=False, bot=row.bot), who.player
        async with self.database.write() as connection:
            if renewed is not None:
                await connection.execute(
                    update(players).where(players.c.id == row.id, players.c.password == row.password).values(password=renewed)
                )
            if who.session is not None:
                await connection.execute(delete(sessions).where(sessions.c.id == who.session))
            cookie = await _open_session(connection, row.id, agent)
            inherited = await connection.run_sync(hand_over, was.id, player, self.gone_key(was.id)) if was.guest and not who.fresh else []
        await self.auth.changed(was.id)
        return player, cookie, inherited

    async def check_password(self, player: str, password: str, address: str) -> None:
        """Refuse somebody who is logged in but does not know the password; as slow for guessers as the login is."""
        await self.limits.charge_together(LOGIN_ADDRESS, address)
        await self.limits.charge_together(LOGIN_NAME, player)
        async with self.database.read() as connection:
            row = (await connection.execute(select(players.c.password).where(players.c.id == player))).first()
        if not await self.passwords.verify(row.password if row else None, password):
            raise Problem(403, "bad_password", Text("Ce n'est pas votre mot de passe.", "This is not your password."))
        await self.limits.forgive(LOGIN_NAME, player)

    async def change_password(self, who: Identity, old: str, new: str, *, address: str, agent: str) -> str | None:
        """A new password: all browsers are logged out, and the one that asks gets a new cookie. Tokens stay."""
        fitting(new, who.player.name)
        await self.check_password(who.player.id, old, address)
        hashed = await self.passwords.hash(new)
        async with self.database.write() as connection:
            await connection.execute(update(players).where(players.c.id == who.player.id).values(password=hashed))
            await connection.execute(delete(sessions).where(sessions.c.player == who.player.id))
            cookie = await _open_session(connection, who.player.id, agent) if who.session is not None else None
        await self.auth.changed(who.player.id)
        return cookie

    async def sessions_of(self, who: Identity) -> Sequence[SessionView]:
        """Where this account is logged in, the last used first."""
        wanted = select(sessions).where(sessions.c.player == who.player.id).order_by(sessions.c.seen.desc(), sessions.c.created.desc())
        async with self.database.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [SessionView(row.id, row.created, row.seen, row.agent, current=row.id == who.session) for row in rows]

    async def end_session(self, player: str, session: str) -> bool:
        """Log one browser out; False when the player has no such session."""
        async with self.database.write() as connection:
            ended = await connection.execute(delete(sessions).where(sessions.c.id == session, sessions.c.player == player))
        await self.auth.changed(player)
        return ended.rowcount > 0

    def gone_key(self, key: str) -> str:
        """What remains of the name of somebody who left: nobody else can take it, and nobody can read it."""
        return "gone:" + hmac.digest(self._secret, f"tablier.gone {key}".encode(), hashlib.sha256).hex()


async def _open_session(connection: AsyncConnection, player: str, agent: str) -> str:
    """A new session; the cookie that opens it. The oldest make room when there are too many."""
    kept = select(sessions.c.id).where(sessions.c.player == player).order_by(sessions.c.seen.desc()).limit(MOST_SESSIONS - 1)
    kept_ids = [row.id for row in (await connection.execute(kept)).all()]
    await connection.execute(delete(sessions).where(sessions.c.player == player, sessions.c.id.not_in(kept_ids)))
    secret, now = secrets.token_urlsafe(SECRET_BYTES), now_ms()
    times = {"created": now, "seen": now}
    row = {"id": secrets.token_hex(8), "hash": hash_of(secret), "player": player, "agent": _printable(agent)[:200], **times}
    await connection.execute(insert(sessions).values(row))
    return SESSION + secret


def _key_or_none(name: str) -> str | None:
    try:
        return key_of(name_of(name))
    except Problem:
        return None


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())


def _name_cannot_be_had() -> Problem:
    return Problem(409, "name_taken", Text("Ce nom n'est pas disponible.", "This name cannot be had."))

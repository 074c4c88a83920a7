"""Accounts and their sessions. An account is a player with a name and a password; a session is a browser that is logged in."""

import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.accounts import Choice, SessionView
from tablier.api.tables import Player
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.people.auth import SESSION_PREFIX, Authenticator, hash_secret, new_secret
from tablier.server.people.guest_merge import merge_guest
from tablier.server.people.identity import Identity, account_player, guest_player
from tablier.server.people.login_limits import LoginLimits
from tablier.server.people.names import guest_name_key, is_reserved, name_key, parse_guest_name, parse_name
from tablier.server.people.passwords import Passwords, check_new_password
from tablier.server.rate_limits import REGISTER, RENAME, RateLimits
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, sessions
from tablier.server.timestamps import now_ms

MAX_SESSIONS = 50
NAME_TAKEN = Text("Ce nom n'est pas disponible.", "This name is not available.")
GUEST_NAME_TAKEN = Text(
    "Ce nom est celui d'un compte : ajoutez-y une initiale, ou connectez-vous si c'est le vôtre.",
    "This name is that of an account: add an initial, or log in if it is yours.",
)

SELECT_PLAYER = select(players.c.id).where(players.c.id == bindparam("wanted"))
INSERT_PLAYER = insert(players)


async def ensure_player(database: Database, player: Player) -> None:
    """Store a player who creates a table or takes a seat; until then a guest is only a cookie."""
    if await database.fetch(SELECT_PLAYER, {"wanted": player.id}):
        return
    row = {"id": player.id, "name": player.name, "bot": player.bot, "created": now_ms()}
    with suppress(IntegrityError, sqlite3.IntegrityError):  # stored concurrently for another table
        await database.transact(lambda execute: execute(INSERT_PLAYER, row))


class Login(NamedTuple):
    """A login: the player, the browser's new cookies, and the tables that became the player's because a guest was merged."""

    player: Player
    cookie: str
    device: str
    merged: list[str]


class Accounts:
    """Registers accounts, logs browsers in and out, keeps passwords and settings."""

    def __init__(self, database: Database, auth: Authenticator, limits: RateLimits, secret: bytes) -> None:
        self.database, self.auth, self.limits = database, auth, limits
        self.passwords = Passwords()
        self.login_limits = LoginLimits(limits, secret)
        self._secret = secret

    async def register(self, who: Identity, name: str, password: str, *, bot: bool, address: str, agent: str) -> Login:
        """Turn a guest into an account, who keeps all games."""
        shown = parse_name(name)
        check_new_password(password, shown)
        await self.limits.charge_shared(REGISTER, address)
        key = name_key(shown)
        if is_reserved(shown) or await self._is_taken(key):
            raise Problem(409, "name_taken", NAME_TAKEN)
        account = {"name": shown, "name_key": key, "password": await self.passwords.hash(password), "bot": bot}
        try:
            async with self.database.write() as connection:
                updated = await connection.execute(
                    update(players).where(players.c.id == who.player.id, players.c.name_key.is_(None)).values(account)
                )
                if updated.rowcount == 0:
                    await connection.execute(insert(players).values(id=who.player.id, created=now_ms(), **account))
                cookie = await _open_session(connection, who.player.id, agent)
        except IntegrityError as error:  # the name was taken, or this guest registered, concurrently
            raise Problem(409, "name_taken", NAME_TAKEN) from error
        await self.auth.player_changed(who.player.id)
        return Login(Player(who.player.id, shown, guest=False, bot=bot), cookie, self.login_limits.new_device(who.player.id), [])

    async def rename_guest(self, who: Identity, name: str) -> Player:
        """Give a guest a name, kept for this guest. It need not be the only one, but no account may be called so."""
        shown = parse_guest_name(name)
        await self.limits.charge_shared(RENAME, who.player.id)
        if is_reserved(shown):
            raise Problem(409, "name_taken", NAME_TAKEN)
        if await self._is_taken(guest_name_key(shown)):
            raise Problem(409, "name_taken", GUEST_NAME_TAKEN)
        await ensure_player(self.database, who.player)
        async with self.database.write() as connection:
            guest = (players.c.id == who.player.id, players.c.name_key.is_(None))
            await connection.execute(update(players).where(*guest).values(name=shown))
        await self.auth.player_changed(who.player.id)
        return guest_player(who.player.id, shown)

    async def _is_taken(self, key: str) -> bool:
        """Whether an account has or had a name of this key."""
        async with self.database.read() as connection:
            taken = select(players.c.id).where(players.c.name_key.in_((key, self.retired_key(key))))
            return (await connection.execute(taken)).first() is not None

    async def login(self, who: Identity, name: str, password: str, *, address: str, agent: str, device: str = "") -> Login:
        """Log a browser in, and merge its guest into the account. A wrong name and a wrong password look alike and take equally long."""
        key = _key_or_none(name)
        guessed = key if key is not None else f"?{hash_secret(name)}"
        async with self.database.read() as connection:
            row = (await connection.execute(select(players).where(players.c.name_key == (key or "")))).first()
        source, known = self.login_limits.source(device, row.id if row else None, guessed, address)
        await self.login_limits.charge(source, None if known else address)
        if not await self.passwords.verify(row.password if row else None, password, urgent=known) or row is None:
            raise Problem(401, "bad_login", Text("Nom ou mot de passe incorrect.", "Wrong name or password."))
        await self.login_limits.reset(source)
        rehashed = await self.passwords.hash(password) if self.passwords.needs_rehash(row.password) else None
        player, before = account_player(row), who.player
        async with self.database.write() as connection:
            if rehashed is not None:
                unchanged = (players.c.id == row.id, players.c.password == row.password)
                await connection.execute(update(players).where(*unchanged).values(password=rehashed))
            if who.session is not None:
                await connection.execute(delete(sessions).where(sessions.c.id == who.session))
            cookie = await _open_session(connection, row.id, agent)
            merged = []
            if before.guest and not who.fresh:
                merged = await connection.run_sync(merge_guest, before.id, player, self.retired_key(before.id))
        await self.auth.player_changed(before.id)
        return Login(player, cookie, device if known else self.login_limits.new_device(row.id), merged)

    async def check_password(self, player: str, password: str) -> None:
        """Refuse a wrong password for an account that is logged in; limited as logins are."""
        await self.login_limits.charge(f"account {player}")
        async with self.database.read() as connection:
            row = (await connection.execute(select(players.c.password).where(players.c.id == player))).first()
        if not await self.passwords.verify(row.password if row else None, password):
            raise Problem(403, "bad_password", Text("Ce n'est pas votre mot de passe.", "This is not your password."))
        await self.login_limits.reset(f"account {player}")

    async def change_password(self, who: Identity, old: str, new: str, *, agent: str) -> str | None:
        """Change the password and end all sessions; a new cookie for the browser that asks. Tokens stay valid."""
        check_new_password(new, who.player.name)
        await self.check_password(who.player.id, old)
        hashed = await self.passwords.hash(new)
        async with self.database.write() as connection:
            await connection.execute(update(players).where(players.c.id == who.player.id).values(password=hashed))
            await connection.execute(delete(sessions).where(sessions.c.player == who.player.id))
            cookie = await _open_session(connection, who.player.id, agent) if who.session is not None else None
        await self.auth.player_changed(who.player.id)
        return cookie

    async def list_sessions(self, who: Identity) -> Sequence[SessionView]:
        """The sessions of an account, the last used first."""
        wanted = select(sessions).where(sessions.c.player == who.player.id).order_by(sessions.c.seen.desc(), sessions.c.created.desc())
        async with self.database.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return [SessionView(row.id, row.created, row.seen, row.agent, current=row.id == who.session) for row in rows]

    async def end_session(self, player: str, session: str) -> bool:
        """Log one browser out; False when the player has no such session."""
        async with self.database.write() as connection:
            ended = await connection.execute(delete(sessions).where(sessions.c.id == session, sessions.c.player == player))
        await self.auth.player_changed(player)
        return ended.rowcount > 0

    async def read_settings(self, player: str) -> dict[str, Choice]:
        """The settings that the player's clients have stored."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(players.c.settings).where(players.c.id == player))).first()
        return msgspec.json.decode(row.settings, type=dict[str, Choice]) if row else {}

    async def write_settings(self, player: Player, settings: bytes) -> None:
        """Replace all settings of a player by those in a JSON text."""
        await ensure_player(self.database, player)
        async with self.database.write() as connection:
            await connection.execute(update(players).where(players.c.id == player.id).values(settings=settings.decode()))

    def retired_key(self, key: str) -> str:
        """What replaces the key of a name whose account was erased: a keyed hash, so that the name stays taken and cannot be read."""
        return "gone:" + hmac.digest(self._secret, f"tablier.gone {key}".encode(), hashlib.sha256).hex()


async def _open_session(connection: AsyncConnection, player: str, agent: str) -> str:
    """Open a session and return its cookie; ends the sessions that were unused for longest when there are too many."""
    kept = select(sessions.c.id).where(sessions.c.player == player).order_by(sessions.c.seen.desc()).limit(MAX_SESSIONS - 1)
    kept_ids = [row.id for row in (await connection.execute(kept)).all()]
    await connection.execute(delete(sessions).where(sessions.c.player == player, sessions.c.id.not_in(kept_ids)))
    secret, now = new_secret(), now_ms()
    printable = "".join(letter for letter in agent if letter.isprintable())[:200]
    row = {"id": secrets.token_hex(8), "hash": hash_secret(secret), "player": player, "agent": printable, "created": now, "seen": now}
    await connection.execute(insert(sessions).values(row))
    return SESSION_PREFIX + secret


def _key_or_none(name: str) -> str | None:
    try:
        return name_key(parse_name(name))
    except Problem:
        return None

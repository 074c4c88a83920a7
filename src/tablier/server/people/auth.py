"""Authentication: a guest by a signed cookie, an account by a session, a program by a token."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import Column, ColumnElement, Row, Table, bindparam, select, update
from starlette.requests import HTTPConnection

from tablier.api.tables import Player
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.people.cookies import COOKIE, Cookies
from tablier.server.people.identity import GUEST_LENGTH, WORKER, Identity, account_player, guest_player, new_guest
from tablier.server.storage.batching import BatchedQuery
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, sessions, tokens
from tablier.server.storage.ttl_cache import TtlCache
from tablier.server.timestamps import now_ms

SESSION_PREFIX, TOKEN_PREFIX = "s-", "tbl_"
SECRET_LENGTH = 43  # 32 bytes in URL-safe base64
SESSION_LIFETIME = 90 * 24 * 3600 * 1000
"""Milliseconds after its last use when a session ends."""
USE_RESOLUTION = 3600 * 1000
"""Milliseconds between two updates of the last use of a session or a token."""
CACHE_SECONDS = 3.0
"""How long another process may still accept a session that was ended in this one."""

STORED = select(players.c.id, players.c.name, players.c.name_key).where(players.c.id.in_(bindparam("wanted", expanding=True)))


class Authenticator:
    """Tells who sent a request. `listeners` are called with the id of a player whose identities may have become invalid."""

    def __init__(self, database: Database, cookies: Cookies, worker_token: str) -> None:
        self.database, self.cookies, self.worker_token = database, cookies, worker_token
        self._known: TtlCache[str, Identity] = TtlCache(CACHE_SECONDS, 20_000)
        self._guests: TtlCache[str, tuple[str, Player | None]] = TtlCache(10 * CACHE_SECONDS, 50_000)
        """By guest id: the id, and the player; None for a guest who has got an account."""
        self._stored = BatchedQuery(self._read_stored)
        self.listeners: list[Callable[[str], Awaitable[None]]] = []

    async def identify(self, connection: HTTPConnection) -> Identity:
        """Who sent this: a new guest if it shows nothing. A token that is not valid is refused, never taken for a guest."""
        shown = bearer_of(connection.headers)
        if shown is not None:
            return await self.identify_token(shown)
        cookie = connection.cookies.get(COOKIE, "")
        if cookie.startswith(SESSION_PREFIX):
            who = await self._by_secret(cookie.removeprefix(SESSION_PREFIX), self._session)
        else:
            who = await self._guest(cookie)
        return who or new_guest()

    async def identify_token(self, shown: str) -> Identity:
        """The owner of a token, or the worker."""
        if self.worker_token and hmac.compare_digest(shown.encode(), self.worker_token.encode()):
            return Identity(WORKER, scopes=frozenset({"work"}))
        who = await self._by_secret(shown.removeprefix(TOKEN_PREFIX), self._token) if shown.startswith(TOKEN_PREFIX) else None
        if who is None:
            raise Problem(401, "bad_token", Text("Ce jeton n'est pas valable.", "This token is not valid."))
        return who

    async def is_valid(self, who: Identity) -> bool:
        """Whether an identity found earlier still holds: its session or token exists, its guest has no account yet."""
        return await self.renew(who) is not None

    async def renew(self, who: Identity) -> Identity | None:
        """An identity found earlier as it is now: its guest may have another name. None where it no longer holds."""
        if who.session is None and who.token is None:
            player = who.player if who.player.id == WORKER.id else await self._find_guest(who.player.id)
            return None if player is None else replace(who, player=player)
        table, key = (sessions, who.session) if who.session else (tokens, who.token)
        async with self.database.read() as connection:
            return who if (await connection.execute(select(table.c.id).where(table.c.id == key))).first() else None

    def watch(self, who: Identity) -> "Watch":
        """A repeated check for a response that streams."""
        return Watch(self, who)

    async def player_changed(self, player: str) -> None:
        """A player logged in or out, got an account, revoked a token or was erased: drop what is cached and call the listeners."""
        self.invalidate(player)
        for listener in self.listeners:
            await listener(player)

    def invalidate(self, player: str) -> None:
        """Drop what is cached about a player."""
        self._known.invalidate(lambda who: who.player.id == player)
        self._guests.invalidate(lambda known: known[0] == player)

    async def _guest(self, cookie: str) -> Identity | None:
        guest = self.cookies.guest_of(cookie)
        if guest is None or len(guest) != GUEST_LENGTH:
            return None
        player = await self._find_guest(guest)
        return None if player is None else Identity(player)

    async def _find_guest(self, guest: str) -> Player | None:
        """The player of a guest id; None for a guest who has got an account, and must log in."""
        known = self._guests.get(guest)
        if known is not None:
            return known[1]
        era = self._guests.generation
        name, has_account = await self._stored(guest) or ("", False)
        player = None if has_account else guest_player(guest, name)
        self._guests.put(guest, (guest, player), era)
        return player

    async def _read_stored(self, wanted: list[str]) -> dict[str, tuple[str, bool]]:
        """By player: the name, and whether there is an account."""
        return {player: (name, key is not None) for player, name, key in await self.database.fetch(STORED, {"wanted": wanted})}

    async def _by_secret(self, secret: str, find: Callable[[str], Awaitable[Identity | None]]) -> Identity | None:
        """The identity of a secret, from the cache or by its hash from the database."""
        if len(secret) != SECRET_LENGTH:
            return None
        hashed = hash_secret(secret)
        known = self._known.get(hashed)
        if known is not None:
            return known
        era = self._known.generation
        who = await find(hashed)
        if who is not None:
            self._known.put(hashed, who, era)
        return who

    async def _session(self, hashed: str) -> Identity | None:
        row = await self._find(sessions, hashed, sessions.c.seen)
        if row is None or row.seen <= now_ms() - SESSION_LIFETIME:
            return None
        await self._note_use(sessions.c.seen, row.credential, row.seen)
        return Identity(account_player(row), session=row.credential)

    async def _token(self, hashed: str) -> Identity | None:
        row = await self._find(tokens, hashed, tokens.c.used, tokens.c.scopes)
        if row is None:
            return None
        await self._note_use(tokens.c.used, row.credential, row.used or 0)
        player, scopes = account_player(row), frozenset(row.scopes.split())
        if "play" in scopes:  # a program plays, and the others at the table are told so
            player = msgspec.structs.replace(player, bot=True)
        return Identity(player, scopes=scopes, token=row.credential)

    async def _find(self, table: Table, hashed: str, *columns: ColumnElement[Any]) -> Row[Any] | None:
        """The player of a session or a token, with its id as `credential` and these of its columns."""
        wanted = (
            select(players, table.c.id.label("credential"), *columns)
            .join_from(table, players, players.c.id == table.c.player)
            .where(table.c.hash == hashed)
        )
        async with self.database.read() as connection:
            return (await connection.execute(wanted)).first()

    async def _note_use(self, column: Column[Any], credential: str, last: int) -> None:
        now = now_ms()
        if last < now - USE_RESOLUTION:
            async with self.database.write() as connection:
                await connection.execute(update(column.table).where(column.table.c.id == credential).values({column: now}))


class Watch:
    """Checks now and then whether an identity is still valid."""

    every = 15.0
    """Seconds between two checks."""

    def __init__(self, auth: Authenticator, who: Identity) -> None:
        self.auth, self.who, self.checked = auth, who, time.monotonic()

    async def is_valid(self) -> bool:
        """Whether the identity was valid at the last check."""
        now = time.monotonic()
        if now - self.checked < self.every:
            return True
        self.checked = now
        return await self.auth.is_valid(self.who)


def new_secret() -> str:
    """A random secret for a session or a token."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer_of(headers: Mapping[str, str]) -> str | None:
    """The bearer token of a request, "" for an empty one; None without the header."""
    kind, _, shown = headers.get("authorization", "").partition(" ")
    return shown.strip() if kind.lower() == "bearer" else None

"""Who somebody is: a guest by a signed cookie, an account by a session, a bot by a token; and what each may do."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from sqlalchemy import bindparam, select, update
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tablier.api.tables import Player
from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.http.rate_limits import ADDRESS, PLAYER, RateLimits, address_of
from tablier.server.http.routing import Endpoint
from tablier.server.settings import Settings
from tablier.server.storage.batching import BatchedQuery
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, sessions, tokens
from tablier.server.storage.ttl_cache import TtlCache
from tablier.server.timestamps import now_ms

COOKIE = "tablier"
YEAR = 365 * 24 * 3600
SESSION, TOKEN = "s-", "tbl_"
SECRET_BYTES = 32
SECRET_LENGTH = 43  # as urlsafe_base64 writes them
GUEST_LENGTH = 24
LONGEST_ABSENCE = 90 * 24 * 3600 * 1000
"""Milliseconds after which a session that nobody used is over."""
NOTED_EVERY = 3600 * 1000
"""How finely the last use of a session or a token is noted."""
BELIEVED = 3.0
"""Seconds for which another process may still believe in a session that was ended here."""

WITH_NAMES = select(players.c.id).where(players.c.id.in_(bindparam("wanted", expanding=True)), players.c.name_key.is_not(None))
PERSONAL = frozenset({"play", "read", "account"})
"""What somebody may allow a token of theirs to do. `work` is for whoever runs the server to give."""


@dataclass(frozen=True)
class Identity:
    """Somebody at the auth. `scopes` is None for a person, who may do all that is theirs to do."""

    player: Player
    fresh: bool = False
    scopes: frozenset[str] | None = None
    session: str | None = None
    token: str | None = None

    def may(self, scope: str) -> bool:
        """Whether this one may do that: a token what it was made for, a person all but the engines' work."""
        return scope != "work" if self.scopes is None else scope in self.scopes

    @property
    def account(self) -> bool:
        """Whether this is somebody with a name of their own."""
        return not self.player.guest


class Authenticator:
    """Lets people in and tells who they are."""

    def __init__(self, settings: Settings, secret: bytes, database: Database, limits: RateLimits) -> None:
        self.settings, self.database, self.limits = settings, database, limits
        key = Signer(secret, salt="tablier.guest", digest_method=hashlib.sha256).derive_key()  # once, and not for every visitor
        self.signer = Signer(key, key_derivation="none", digest_method=hashlib.sha256)
        self.secure = settings.secure_cookies or settings.public_url.startswith("https:")
        self._known: TtlCache[str, Identity] = TtlCache(BELIEVED, 20_000)
        self._guests: TtlCache[str, tuple[str, bool]] = TtlCache(10 * BELIEVED, 50_000)
        self._has_name = BatchedQuery(self._with_names)
        self.told: list[Callable[[str], Awaitable[None]]] = []
        """Who else wants to know that somebody has changed: open sockets, other processes."""

    # -- who is it? -----------------------------------------------------------------------------------

    async def identify(self, connection: HTTPConnection) -> Identity:
        """Who sent this; a newcomer becomes a guest. A token that is not good is refused, never taken for a guest."""
        shown = bearer_of(connection.headers)
        if shown is not None:
            return await self._bearer(shown)
        cookie = connection.cookies.get(COOKIE, "")
        who = await (self._secret(cookie[len(SESSION) :], self._session) if cookie.startswith(SESSION) else self._guest(cookie))
        return who or self.newcomer()

    def newcomer(self) -> Identity:
        """Somebody who was never here."""
        return Identity(guest_player(secrets.token_hex(GUEST_LENGTH // 2)), fresh=True)

    async def still(self, who: Identity) -> bool:
        """Whether somebody who came in a while ago (and kept a socket open) is still who they were."""
        if who.session is None and who.token is None:
            return who.player.id == WORKER.id or await self._is_guest(who.player.id)
        table, key = (sessions, who.session) if who.session else (tokens, who.token)
        async with self.database.read() as connection:
            return (await connection.execute(select(table.c.id).where(table.c.id == key))).first() is not None

    def watch(self, who: Identity) -> "Watch":
        """For an answer that goes on and on: whether it may."""
        return Watch(self, who)

    async def changed(self, player: str) -> None:
        """Somebody logged out, was logged out, got an account or left: nobody shall be taken for who they were."""
        self.forget(player)
        for tell in self.told:
            await tell(player)

    def forget(self, player: str) -> None:
        """Ask the database about this player before believing anything."""
        self._known.invalidate(lambda who: who.player.id == player)
        self._guests.invalidate(lambda known: known[0] == player)

    async def _guest(self, cookie: str) -> Identity | None:
        try:
            guest = self.signer.unsign(cookie.encode()).decode()
        except (BadSignature, UnicodeError):
            return None
        if len(guest) != GUEST_LENGTH or not await self._is_guest(guest):
            return None
        return Identity(guest_player(guest))

    async def _is_guest(self, guest: str) -> bool:
        """Not one who has an account by now, and must log in to be who they were."""
        known = self._guests.get(guest)
        if known is not None:
            return known[1]
        era = self._guests.generation
        good = await self._has_name(guest) is None
        self._guests.put(guest, (guest, good), era)
        return good

    async def _with_names(self, wanted: list[str]) -> dict[str, bool]:
        return {player: True for (player,) in await self.database.fetch(WITH_NAMES, {"wanted": wanted})}

    async def _secret(self, secret: str, find: Callable[[str, int], Awaitable[Identity | None]]) -> Identity | None:
        """Whoever a secret stands for: remembered, or found in the database by its hash."""
        if len(secret) != SECRET_LENGTH:
            return None
        hashed = hash_of(secret)
        known = self._known.get(hashed)
        if known is not None:
            return known
        era = self._known.generation
        who = await find(hashed, now_ms())
        if who is not None:
            self._known.put(hashed, who, era)
        return who

    async def _session(self, hashed: str, now: int) -> Identity | None:
        wanted = (
            select(players, sessions.c.id.label("session"), sessions.c.seen)
            .join_from(sessions, players, players.c.id == sessions.c.player)
            .where(sessions.c.hash == hashed, sessions.c.seen > now - LONGEST_ABSENCE)
        )
        async with self.database.read() as connection:
            row = (await connection.execute(wanted)).first()
        if row is None:
            return None
        if row.seen < now - NOTED_EVERY:
            async with self.database.write() as connection:
                await connection.execute(update(sessions).where(sessions.c.id == row.session).values(seen=now))
        return Identity(Player(row.id, row.name, guest=False, bot=row.bot), session=row.session)

    async def _bearer(self, shown: str) -> Identity:
        worker = self.settings.worker_token
        if worker and hmac.compare_digest(shown.encode(), worker.encode()):
            return Identity(WORKER, scopes=frozenset({"work"}))
        who = await self._secret(shown[len(TOKEN) :], self._token) if shown.startswith(TOKEN) else None
        if who is None:
            raise Problem(401, "bad_token", Text("Ce jeton n'est pas valable.", "This token is not good."))
        return who

    async def _token(self, hashed: str, now: int) -> Identity | None:
        wanted = (
            select(players, tokens.c.id.label("token"), tokens.c.scopes, tokens.c.used)
            .join_from(tokens, players, players.c.id == tokens.c.player)
            .where(tokens.c.hash == hashed)
        )
        async with self.database.read() as connection:
            row = (await connection.execute(wanted)).first()
        if row is None:
            return None
        if (row.used or 0) < now - NOTED_EVERY:
            async with self.database.write() as connection:
                await connection.execute(update(tokens).where(tokens.c.id == row.token).values(used=now))
        scopes = frozenset(row.scopes.split())
        # Whoever plays by a token is a program, and the others at the table are told so.
        return Identity(Player(row.id, row.name, guest=False, bot=row.bot or "play" in scopes), scopes=scopes, token=row.token)

    # -- may they? --------------------------------------------------------------------------------------

    def admit(self, request: Request, who: Identity, endpoint: Endpoint) -> None:
        """Refuse what this one may not do here, or not so often."""
        if who.player.id != WORKER.id:  # which ask as often as there is work
            self.limits.charge(ADDRESS, address_of(request), endpoint.cost)
            if not who.fresh:
                self.limits.charge(PLAYER, who.player.id, endpoint.cost)
        if endpoint.scope is not None and not who.may(endpoint.scope):
            scope = endpoint.scope
            why = Text(f"Il faut un jeton qui permette « {scope} ».", f"This takes a token that allows “{scope}”.")
            raise Problem(403, "forbidden", why)

    def same_origin(self, headers: Mapping[str, str]) -> bool:
        """Whether a request comes from our own pages, or from no page at all. A page elsewhere cannot show a token, so tokens are fine."""
        if bearer_of(headers) is not None:
            return True
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin") or headers.get("referer")
        if origin is None:
            return True  # every browser of this decade says where an unsafe request comes from
        given = _origin(origin)
        return given is not None and (given == _origin(self.settings.public_url) or given[1:] == _host(headers.get("host", ""), given[0]))

    # -- what they are given ------------------------------------------------------------------------------

    def greet(self, request: Request, who: Identity, response: Response) -> None:
        """Give a newcomer a cookie, and whoever has become somebody else a new one."""
        cookie = getattr(request.state, "cookie", None)
        if cookie is None and who.fresh:
            cookie = self.guest_cookie(who.player.id)
        if cookie is not None:
            response.headers.append("set-cookie", self.cookie(cookie))

    def cookie(self, value: str) -> str:
        """The header that gives a browser its cookie: out of reach of scripts, and not sent with what other sites post."""
        return f"{COOKIE}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if self.secure else ''}"

    def become(self, request: Request, cookie: str) -> None:
        """From this answer on, the browser is somebody else."""
        request.state.cookie = cookie

    def guest_cookie(self, guest: str) -> str:
        """What a guest's browser keeps."""
        return self.signer.sign(guest).decode()


class Watch:
    """Looks now and then whether somebody is still who they were when they came in."""

    every = 15.0
    """Seconds."""

    def __init__(self, auth: Authenticator, who: Identity) -> None:
        self.auth, self.who, self.looked = auth, who, time.monotonic()

    async def lasts(self) -> bool:
        """Whether they may go on listening."""
        now = time.monotonic()
        if now - self.looked < self.every:
            return True
        self.looked = now
        return await self.auth.still(self.who)


WORKER = Player("worker", "worker", guest=False, bot=True)


def guest_player(guest: str) -> Player:
    """A guest under a made-up name that stays the same."""
    return Player(guest, f"Invité {guest[:4]}")


def hash_of(secret: str) -> str:
    """What is stored of a random secret: enough to know it again, too little to be it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def bearer_of(headers: Mapping[str, str]) -> str | None:
    """The token that a request shows, "" for an empty one; None when it shows none."""
    kind, _, shown = headers.get("authorization", "").partition(" ")
    return shown.strip() if kind.lower() == "bearer" else None


def must_have_account(who: Identity) -> str:
    """The player id of somebody with an account; guests are asked to log in."""
    if not who.account:
        raise Problem(401, "login_needed", Text("Il faut un compte : connectez-vous.", "This takes an account: please log in."))
    return who.player.id


def _origin(address: str) -> tuple[str, str, int] | None:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or (443 if parts.scheme == "https" else 80)


def _host(host: str, scheme: str) -> tuple[str, int] | None:
    found = _origin(f"{scheme}://{host}")
    return found[1:] if found else None

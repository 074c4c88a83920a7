"""Who somebody is: a guest by a signed cookie, an account by a session, a bot by a token; and what each may do."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tablier.api.tables import Player
from tablier.server.router import Endpoint

COOKIE = "tablier"
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Identity:
    """Somebody at the door. `scopes` is None for a person, who may do all that is theirs to do."""

    player: Player
    fresh: bool = False
    scopes: frozenset[str] | None = None
    session: str | None = None

    def may(self, scope: str) -> bool:
        """Whether a token of these scopes may do that."""
        return self.scopes is None or scope in self.scopes


class Door:
    """Lets people in and tells who they are."""

    def __init__(self, secret: bytes, *, secure: bool = False) -> None:
        self.signer = Signer(secret, salt="tablier.guest", digest_method=hashlib.sha256)
        self.secure = secure

    async def identify(self, connection: HTTPConnection) -> Identity:
        """Who sent this; a newcomer becomes a guest."""
        try:
            guest = self.signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        except BadSignature:
            return Identity(guest_player(secrets.token_hex(12)), fresh=True)
        return Identity(guest_player(guest))

    def same_origin(self, headers: Mapping[str, str]) -> bool:
        """Whether a request comes from our own pages."""
        return True

    def guest_cookie(self, guest: str) -> str:
        """What a guest's browser keeps."""
        return self.signer.sign(guest).decode()

    def admit(self, request: Request, who: Identity, endpoint: Endpoint) -> None:
        """Refuse what this one may not do here."""

    def greet(self, request: Request, who: Identity, response: Response) -> None:
        """Give a newcomer a cookie."""
        if who.fresh:
            response.set_cookie(COOKIE, self.guest_cookie(who.player.id), max_age=YEAR, httponly=True, samesite="lax", secure=self.secure)


def guest_player(guest: str) -> Player:
    """A guest under a made-up name that stays the same."""
    return Player(guest, f"Invité {guest[:4]}")

"""Who sent a request, and what it may do."""

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from tablier.api.tables import Player
from tablier.core.text import Text
from tablier.server.errors import Problem

GUEST_LENGTH = 24
WORKER = Player("worker", "worker", guest=False, bot=True)
PERSONAL_SCOPES = frozenset({"play", "read", "account"})
"""Scopes that an account may give to its tokens. `work` is given by the operator of the server."""


@dataclass(frozen=True)
class Identity:
    """A player, and what this request may do."""

    player: Player
    fresh: bool = False
    """A new guest, without a cookie yet."""
    scopes: frozenset[str] | None = None
    """Those of the token; None for a browser."""
    session: str | None = None
    token: str | None = None

    def may(self, scope: str) -> bool:
        """Whether the request may do this: with a token what its scopes allow, from a browser all but the engines' work."""
        return scope != "work" if self.scopes is None else scope in self.scopes

    @property
    def account(self) -> bool:
        """Whether the player has an account."""
        return not self.player.guest


def guest_player(guest: str, name: str = "") -> Player:
    """The player of a guest id, under the name that the guest has given or else named after the id."""
    made_up = f"Invité {guest[:4]}"
    return Player(guest, made_up) if name in ("", made_up) else Player(guest, name, named=True)


def account_player(row: Row[Any]) -> Player:
    """The player of an account, from a row of `players`."""
    return Player(row.id, row.name, guest=False, bot=row.bot)


def new_guest() -> Identity:
    """A guest with a new id."""
    return Identity(guest_player(secrets.token_hex(GUEST_LENGTH // 2)), fresh=True)


def require_account(who: Identity) -> str:
    """The player's id; refuses guests."""
    if not who.account:
        raise Problem(401, "login_needed", Text("Il faut un compte : connectez-vous.", "You need an account for this: please log in."))
    return who.player.id


def require_browser(who: Identity) -> None:
    """Refuse requests with a token: its player cannot log in or out."""
    if who.scopes is not None:
        raise Problem(403, "forbidden", Text("Un jeton ne peut pas faire cela.", "A token cannot do this."))

"""Accounts, sessions, tokens, profiles and ratings as they travel."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablier.api.tables import Player

NameText = Annotated[str, Meta(max_length=80)]
PasswordText = Annotated[str, Meta(max_length=400)]
Choice = str | int | float | bool | None
"""A setting of the client's."""

# -- accounts -------------------------------------------------------------------------------------------


class AccountAsked(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A new account. `bot` says that a program will play under this name."""

    name: NameText
    password: PasswordText
    bot: bool = False


class LoginAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to log in."""

    name: NameText
    password: PasswordText


class PasswordAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, by somebody who knows the old one."""

    old: PasswordText
    new: PasswordText


class LeaveAsked(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Erase me. An account shows its password; a guest has none."""

    password: PasswordText | None = None


class Me(Struct, frozen=True):
    """Who you are to the server. `scopes` are those of the token that asks; null for a person."""

    player: Player
    account: bool
    settings: dict[str, Choice] = {}
    scopes: tuple[str, ...] | None = None


class SettingsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The client's settings, which the server keeps without knowing them."""

    settings: Annotated[dict[Annotated[str, Meta(max_length=40)], Choice], Meta(max_length=100)]


class SessionView(Struct, frozen=True):
    """A browser in which you are logged in. Times are milliseconds since 1970; `seen` to the hour."""

    id: str
    created: int
    seen: int
    agent: str
    current: bool


# -- tokens -----------------------------------------------------------------------------------------------

Scope = Literal["play", "read", "work", "account"]
"""What a token allows: to play, to read what is yours, to think for the house's engines, to manage the account."""


class TokenAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be made."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=8)]


class TokenView(Struct, frozen=True):
    """A token of yours. `used` is its last use, to the hour."""

    id: str
    name: str
    scopes: tuple[str, ...]
    created: int
    used: int | None = None


class NewToken(Struct, frozen=True):
    """A token that was just made: the only time its secret is shown."""

    secret: str
    token: TokenView

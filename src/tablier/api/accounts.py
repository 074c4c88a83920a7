"""Accounts, sessions, tokens, profiles and ratings as they travel."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablier.api.tables import Player

NameText = Annotated[str, Meta(max_length=80)]
PasswordText = Annotated[str, Meta(max_length=400)]
Choice = str | int | float | bool | None
"""A setting of the client's."""

# -- accounts -------------------------------------------------------------------------------------------


class AccountRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A new account. `bot` says that a program will play under this name."""

    name: NameText
    password: PasswordText
    bot: bool = False


class LoginRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to log in."""

    name: NameText
    password: PasswordText


class PasswordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, by somebody who knows the old one."""

    old: PasswordText
    new: PasswordText


class EraseRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Erase me. An account shows its password; a guest has none."""

    password: PasswordText | None = None


class Me(Struct, frozen=True):
    """Who you are to the server. `scopes` are those of the token that asks; null for a person."""

    player: Player
    account: bool
    settings: dict[str, Choice] = {}
    scopes: tuple[str, ...] | None = None


class SettingsRequest(Struct, frozen=True, forbid_unknown_fields=True):
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
"""What a token allows: to play, to read what is yours, to think for the server's engines, to manage the account."""


class TokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
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


# -- standing -----------------------------------------------------------------------------------------------


class RatingView(Struct, frozen=True):
    """How strong somebody is at a game. A rating that is not `sure` yet stands in no list."""

    game: str
    rating: int
    deviation: int
    games: int
    sure: bool
    updated: int


class RatingPoint(Struct, frozen=True, array_like=True):
    """A rating after a game: `[milliseconds since 1970, rating]`."""

    at: int
    rating: int


class GameCount(Struct, frozen=True):
    """How many finished public games somebody has played, and how they ended."""

    game: str
    played: int
    won: int
    drawn: int
    lost: int


class Profile(Struct, frozen=True):
    """Somebody as everybody may see them. `history` are the ratings after the last games, by game."""

    player: Player
    since: int
    ratings: tuple[RatingView, ...]
    counts: tuple[GameCount, ...]
    history: dict[str, tuple[RatingPoint, ...]]


class LeaderboardRow(Struct, frozen=True):
    """A line of a leaderboard."""

    rank: int
    player: Player
    rating: int
    deviation: int
    games: int


# -- everything about somebody --------------------------------------------------------------------------------


class ChatExport(Struct, frozen=True, omit_defaults=True):
    """Something that you said at a table."""

    at: int
    phrase: str | None = None
    text: str | None = None


class TableExport(Struct, frozen=True):
    """A table that you set, sat at or spoke at. `moves` are all that was played there, if you sat there."""

    id: str
    game: str
    state: str
    created: int
    seats: tuple[int, ...]
    ranks: str | None
    moves: tuple[str, ...]
    said: tuple[ChatExport, ...]


class RatingChangeExport(Struct, frozen=True):
    """What a game did to a rating of yours."""

    table: str
    game: str
    at: int
    before: float
    after: float


class Export(Struct, frozen=True):
    """Everything that the server keeps about you, except what only recognises secrets."""

    player: Player
    created: int | None
    settings: dict[str, Choice]
    sessions: tuple[SessionView, ...]
    tokens: tuple[TokenView, ...]
    ratings: tuple[RatingView, ...]
    rating_changes: tuple[RatingChangeExport, ...]
    tables: tuple[TableExport, ...]

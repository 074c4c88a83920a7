"""Accounts, sessions, tokens, profiles and ratings on the wire."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablier.api.tables import Player

NameText = Annotated[str, Meta(max_length=80)]
PasswordText = Annotated[str, Meta(max_length=400)]
Choice = str | int | float | bool | None
"""The value of a client's setting."""

# -- accounts -------------------------------------------------------------------------------------------


class AccountRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A new account. `bot` says that a program will play under this name."""

    name: NameText
    password: PasswordText
    bot: bool = False


class LoginRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A login."""

    name: NameText
    password: PasswordText


class PasswordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the password."""

    old: PasswordText
    new: PasswordText


class EraseRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The erasure of all your data. `password` is required for an account."""

    password: PasswordText | None = None


class NameRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The name that a guest wants to be called: 1 to 24 letters, digits and spaces, with `-`, `'` and `.` between them."""

    name: NameText


class Me(Struct, frozen=True):
    """Who you are. `scopes` are those of the token in use; null without one."""

    player: Player
    account: bool
    settings: dict[str, Choice] = {}
    scopes: tuple[str, ...] | None = None


class SettingsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The client's settings. The server stores them and does not read them."""

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
"""What a token allows: to play, to read what is yours, to take engine jobs, to manage the account."""


class TokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new token."""

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
    """A token that was just created: the only time its secret is shown."""

    secret: str
    token: TokenView


# -- ratings -----------------------------------------------------------------------------------------------


class RatingView(Struct, frozen=True):
    """A player's rating at a game. One that is not `sure` yet is in no leaderboard."""

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
    """A player's finished public games, by result."""

    game: str
    played: int
    won: int
    drawn: int
    lost: int


class Profile(Struct, frozen=True):
    """A player's public profile. `history` are the ratings after the last games, by game."""

    player: Player
    since: int
    ratings: tuple[RatingView, ...]
    counts: tuple[GameCount, ...]
    history: dict[str, tuple[RatingPoint, ...]]


class LeaderboardRow(Struct, frozen=True):
    """A row of a leaderboard."""

    rank: int
    player: Player
    rating: int
    deviation: int
    games: int


# -- export of all data --------------------------------------------------------------------------------


class ChatExport(Struct, frozen=True, omit_defaults=True):
    """A chat message of yours."""

    at: int
    phrase: str | None = None
    text: str | None = None


class TableExport(Struct, frozen=True):
    """A table that you created, sat at or acted at. `moves` are all moves of the game, if you sat there."""

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
    """All that the server stores about you, except the hashes of secrets."""

    player: Player
    created: int | None
    settings: dict[str, Choice]
    sessions: tuple[SessionView, ...]
    tokens: tuple[TokenView, ...]
    ratings: tuple[RatingView, ...]
    rating_changes: tuple[RatingChangeExport, ...]
    tables: tuple[TableExport, ...]

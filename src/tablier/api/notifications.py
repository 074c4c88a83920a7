"""Notifications about all tables of a player: enough for a program to play."""

from typing import Literal

from msgspec import Struct

from tablier.api.tables import OfferKind


class Notification(Struct, frozen=True, omit_defaults=True):
    """At one of your tables the game began, it is your turn, an offer was made, or the game is over."""

    type: Literal["start", "turn", "offer", "end"]
    table: str
    game: str
    v: int
    """The version to base an act on."""
    seat: int
    options: dict[str, str | int] = {}
    position: str = ""
    legal: tuple[str, ...] = ()
    """On your turn: the legal moves."""
    offer: OfferKind | None = None
    ranks: tuple[int, ...] = ()
    """When the game is over: the rank of each seat; none for a game that was aborted."""

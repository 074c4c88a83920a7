"""What a player is told about all their tables at once: enough for a program to play by."""

from typing import Literal

from msgspec import Struct

from tablier.api.tables import OfferKind


class Notification(Struct, frozen=True, omit_defaults=True):
    """Something that concerns you at a table: the game began, it is your turn, somebody offers something, the game is over."""

    type: Literal["start", "turn", "offer", "end"]
    table: str
    game: str
    v: int
    """The version to act upon."""
    seat: int
    options: dict[str, str | int] = {}
    position: str = ""
    legal: tuple[str, ...] = ()
    """On your turn: the moves that you may play."""
    offer: OfferKind | None = None
    ranks: tuple[int, ...] = ()
    """When the game is over: the rank of each seat; none for a game that was called off."""

"""What a player is told of all tables and challenges at once: enough for a program to play."""

from typing import Literal

from msgspec import Struct

from tablier.api.challenges import Challenge
from tablier.api.tables import Clocks, OfferKind, SeatView


class Notification(Struct, frozen=True, omit_defaults=True):
    """At one of your tables the game began, it is your turn, an offer was made, or the game is over."""

    type: Literal["start", "turn", "offer", "end"]
    table: str
    game: str
    v: int
    """The version to base an act on."""
    seat: int
    """Your seat; where you play several, each is told for itself."""
    id: str = ""
    """The same whenever the same thing is told, after a reconnect as well; told once in a connection."""
    options: dict[str, str | int] = {}
    position: str = ""
    legal: tuple[str, ...] = ()
    """On your turn: the legal moves."""
    start: str | None = None
    """When the game begins and on your turn: the position in which it began; null for the opening."""
    moves: tuple[str, ...] = ()
    """On your turn: the game so far as a record writes it, with rolls and declarations."""
    last: str | None = None
    """On your turn: the last entry of `moves`; null in the opening."""
    clocks: Clocks | None = None
    """When the game begins and on your turn: the time left as this was sent; null without a clock."""
    seats: tuple[SeatView, ...] = ()
    """When the game begins and on your turn: who plays each seat; all but `seat` are your opponents."""
    offer: OfferKind | None = None
    ranks: tuple[int, ...] = ()
    """When the game is over: the rank of each seat; none for a game that was aborted."""


class ChallengeNotice(Struct, frozen=True):
    """A challenge to you or of yours was made, accepted, declined, withdrawn, or has lapsed; see its `state`.

    A stream begins with those that wait. Of a challenge accepted you are also told the `start` of its table.
    """

    type: Literal["challenge"]
    id: str
    """The same whenever the same state of a challenge is told; told once in a connection."""
    challenge: Challenge

"""A table as it is sent: its plan, its seats, its clocks, and the events that can happen at it.

What happens at a table is also what the server stores: a table is the fold of its table events, each with a version.
"""

from typing import Literal

from msgspec import Struct

from tablier.api.primitives import BoardEvent, Ending, WireText

# -- the plan -----------------------------------------------------------------------------------------


class ClockPlan(Struct, frozen=True, omit_defaults=True):
    """How time is kept: `base` + `increment` (Fischer), `base` then `periods` of `period` (byo-yomi), or `days` for each move."""

    kind: Literal["none", "fischer", "byoyomi", "correspondence"] = "none"
    base: int = 0
    """Seconds."""
    increment: int = 0
    periods: int = 0
    period: int = 0
    days: int = 0


class SeatPlan(Struct, frozen=True, omit_defaults=True):
    """Who plays a seat: the host, an engine of a level, or the first who takes it."""

    kind: Literal["you", "engine", "open"]
    level: int = 0


class TablePlan(Struct, frozen=True, omit_defaults=True):
    """What is chosen when a table is created."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: dict[str, str | int] = {}
    clock: ClockPlan = ClockPlan()
    private: bool = False
    rated: bool = False
    """Whether the result counts for the ratings of its accounts: between accounts, and against engines of a measured level, which then
    need a clock and a host with an account (422 `not_rated` else)."""
    leavers: Literal["wait", "engine", "withdraw"] = "withdraw"
    """What becomes of the seat of a player who is gone, and at a table of three or four of one who resigns: the others wait, an engine
    plays on, or the game goes on without."""
    leaver_level: int = 3
    position: str | None = None
    """Where the game begins, as its law writes positions; null for the opening. Such a game is never rated."""


class Player(Struct, frozen=True, omit_defaults=True):
    """A person or a bot. A guest who has given no name has one made up by the server."""

    id: str
    name: str
    guest: bool = True
    bot: bool = False
    rating: int | None = None
    named: bool = False
    """A guest who has given the name."""


# -- what happens ---------------------------------------------------------------------------------------


class TableEvent(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """One fact in the log of a table."""


class Created(TableEvent, frozen=True, tag="created"):
    """A table was created. `commitment` is the SHA-256 of the seed of its dice."""

    plan: TablePlan
    by: Player
    rules: int
    commitment: str | None = None
    elos: tuple[int | None, ...] = ()
    """By seat: the Elo of the engine that plays it from the start, where it is measured."""


class Sat(TableEvent, frozen=True, tag="sat"):
    """A player took a seat. `nonce` is what the player adds to the chance of the dice; null when it was not asked for yet."""

    seat: int
    player: Player
    nonce: str | None = None


class NonceGiven(TableEvent, frozen=True, tag="nonce"):
    """The player of a seat added a nonce to the chance of the dice."""

    seat: int
    nonce: str


class Left(TableEvent, frozen=True, tag="left"):
    """A player left a seat before the game began."""

    seat: int


class Started(TableEvent, frozen=True, tag="started"):
    """All seats are taken: the game begins."""


class Moved(TableEvent, frozen=True, tag="moved"):
    """A move or a roll. `spent` is the time it is charged with, in milliseconds."""

    text: str
    seat: int | None
    events: tuple[BoardEvent, ...]
    said: WireText
    spent: int = 0
    written: WireText | None = None
    """As players of the game write it; null where that is the text."""


Cause = Literal["resigned", "flagged", "absent"]
"""Why a player no longer plays: gave up, had no time left, or was gone and the others went on."""


class Declared(TableEvent, frozen=True, tag="declared"):
    """A declaration as a record writes it: `!agree`, `!resign:0`, `!flag:1`, `!withdraw:2`."""

    text: str
    seat: int | None
    events: tuple[BoardEvent, ...] = ()
    cause: Cause | None = None


OfferKind = Literal["stop", "takeback", "rematch", "abort"]
"""Stop: end the game here by agreement, for what the game says that is worth (a draw, or a count)."""


class Offered(TableEvent, frozen=True, tag="offered"):
    """A player offers something to the others. `plies`: how many entries would be taken back."""

    kind: OfferKind
    seat: int
    plies: int = 0


class Answered(TableEvent, frozen=True, tag="answered"):
    """A player answers an offer; all must say yes. The player who made it takes it back by saying no."""

    kind: OfferKind
    seat: int
    yes: bool


class TookBack(TableEvent, frozen=True, tag="tookback"):
    """The last entries are undone."""

    plies: int


class Said(TableEvent, frozen=True, tag="said"):
    """Words at the table: a phrase by its id, or free text (erased when its author leaves the library)."""

    player: Player
    phrase: str | None = None
    text: str | None = None


class Renamed(TableEvent, frozen=True, tag="renamed"):
    """A player at the table is called otherwise from now on."""

    player: Player


class Replaced(TableEvent, frozen=True, tag="replaced"):
    """An engine plays a seat: from the start, or for a player who left, and then why."""

    seat: int
    level: int
    cause: Cause | None = None
    elo: int | None = None
    """Of the level of an engine that plays for nobody else, where it is measured."""


class Returned(TableEvent, frozen=True, tag="returned"):
    """A player who had left plays the seat again that an engine has played meanwhile."""

    seat: int


class Ended(TableEvent, frozen=True, tag="ended"):
    """The game is over, or was given up before it counted (`ending` is null)."""

    ending: Ending | None
    seed: str | None = None


class Rated(TableEvent, frozen=True, tag="rated"):
    """What the result did to the players' ratings, by seat: before and after. Engines keep theirs."""

    changes: dict[str, tuple[int, int]]


class Rematched(TableEvent, frozen=True, tag="rematched"):
    """The same players meet again at another table."""

    table: str


class Resumed(TableEvent, frozen=True, tag="resumed"):
    """The server came back after `gap` milliseconds in which no clock ran."""

    gap: int


AnyTableEvent = (
    Created
    | Sat
    | NonceGiven
    | Left
    | Started
    | Moved
    | Declared
    | Offered
    | Answered
    | TookBack
    | Said
    | Renamed
    | Replaced
    | Returned
    | Ended
    | Rated
    | Rematched
    | Resumed
)


# -- how it stands ----------------------------------------------------------------------------------------


class Clocks(Struct, frozen=True, omit_defaults=True):
    """Milliseconds left for each seat as this was sent; the running one goes on. With byo-yomi, the periods left."""

    left: tuple[int, ...]
    running: int | None = None
    periods: tuple[int, ...] = ()


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat as all clients see it. The player of an engine's seat is the one who left it and may come back."""

    kind: Literal["human", "engine", "open"]
    player: Player | None = None
    level: int = 0
    left: Cause | None = None
    """Why its player no longer plays."""
    withdrawn: bool = False
    """Whether the game goes on without this seat."""
    elo: int | None = None
    """Of an engine's level, as it was when the engine sat down; null where it is not measured, or where it plays for a player who left."""


class Absence(Struct, frozen=True):
    """A player is not connected: in `left` milliseconds, as this was sent, the others may go on without (`claim`)."""

    seat: int
    left: int


class OfferView(Struct, frozen=True, omit_defaults=True):
    """An offer that waits: who made it, and who has said yes so far."""

    kind: OfferKind
    seat: int
    agreed: tuple[int, ...]
    plies: int = 0


class TableView(Struct, frozen=True, omit_defaults=True):
    """A table as shown to all who may see it."""

    id: str
    version: int
    state: Literal["open", "playing", "over"]
    plan: TablePlan
    seats: tuple[SeatView, ...]
    host: Player
    created: int
    """Milliseconds since 1970."""
    ply: int
    moves: tuple[str, ...] = ()
    offers: tuple[OfferView, ...] = ()
    ending: Ending | None = None
    rematch: str | None = None
    commitment: str | None = None
    seed: str | None = None
    code: str | None = None
    """The code that invites, for those who sit there."""
    can_abort: bool = False
    """Whether the game may still be called off without counting."""
    turn: int | None = None
    """The seat to move, as this was sent."""
    awaited: tuple[int, ...] = ()
    """With dice: the seats whose nonces the game waits for, a few seconds at most once all seats are taken."""
    clocks: Clocks | None = None
    """The milliseconds left as this was sent, where one table is asked for; null without a clock, and in lists."""

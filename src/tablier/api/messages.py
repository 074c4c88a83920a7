"""The messages of the socket. The same acts and answers serve over HTTP.

C→S sub {table, v, shown}     S→C ev … (what is missing after v), then sync; still where nothing is and all of v was shown
C→S act {table, k, v, do}     S→C ack {k, v} | nak {k, code, why, clause, cells}
C→S look {table, v}           S→C looked {table, v, look}
C→S ask {table, v, clicks}    S→C asked {table, v, clicks, why}
S→C ev {table, v, event, …}   each happening once, in order of v
"""

from typing import Literal

from msgspec import Struct

from tablier.api.frames import Frame, PositionDetails, RefusalView
from tablier.api.legal import LegalMove
from tablier.api.primitives import WireText
from tablier.api.tables import Absence, AnyTableEvent, Clocks, OfferKind, TableView

# -- what a player does ------------------------------------------------------------------------------------


class Act(Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """What a player asks to do at a table. `seat` is needed only by a player of several seats."""


class PlayMove(Act, frozen=True, tag="move"):
    """Play a move, as text."""

    text: str
    seat: int | None = None


class MakeOffer(Act, frozen=True, tag="offer"):
    """Offer something to the others."""

    kind: OfferKind
    seat: int | None = None


class AnswerOffer(Act, frozen=True, tag="answer"):
    """Say yes or no to an offer, or take one's own back."""

    kind: OfferKind
    yes: bool
    seat: int | None = None


class Resign(Act, frozen=True, tag="resign"):
    """Give up; at a table of three or four the others go on."""

    seat: int | None = None


class TakeSeat(Act, frozen=True, tag="sit"):
    """Take an open seat: this one, or any; in a game that goes on, the own seat that an engine has played meanwhile.
    `nonce` is what the player adds to the chance of the dice; without one, the empty text."""

    seat: int | None = None
    nonce: str | None = None


class GiveNonce(Act, frozen=True, tag="nonce"):
    """Add a nonce to the chance of the dice, at a table that was created with this player: at most 64 letters, digits, `-` and `_`,
    drawn after the commitment was received. Without `seat`, for all seats of the player that have none."""

    nonce: str
    seat: int | None = None


class LeaveSeat(Act, frozen=True, tag="leave"):
    """Get up before the game has begun."""

    seat: int | None = None


class SeatEngine(Act, frozen=True, tag="invite"):
    """Let an engine take an open seat."""

    seat: int
    level: int


class SendChat(Act, frozen=True, tag="say"):
    """Say a phrase, or something in one's own words."""

    phrase: str | None = None
    text: str | None = None


class ShowName(Act, frozen=True, tag="name"):
    """Be shown at this table under the name that you have by now."""


class ClaimAbsence(Act, frozen=True, tag="claim"):
    """A player is gone, and the time of the `Absence` is over: go on as the table chose, without the player or with an engine."""

    seat: int


AnyAct = PlayMove | MakeOffer | AnswerOffer | Resign | TakeSeat | GiveNonce | LeaveSeat | SeatEngine | SendChat | ShowName | ClaimAbsence

PHRASES: dict[str, WireText] = {
    "hello": WireText("Bonjour !", "Hello!"),
    "luck": WireText("Bonne partie !", "Have a good game!"),
    "nice": WireText("Joli coup !", "Nice move!"),
    "oops": WireText("Oups…", "Oops…"),
    "think": WireText("Je réfléchis.", "I am thinking."),
    "thanks": WireText("Merci pour la partie.", "Thanks for the game."),
    "again": WireText("On en refait une ?", "Shall we play again?"),
    "bye": WireText("Au revoir !", "Goodbye!"),
}
"""What can be said in any language."""


# -- from the client ------------------------------------------------------------------------------------------


class FromClient(Struct, frozen=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True):
    """A message to the server."""


class Sub(FromClient, frozen=True, tag="sub"):
    """Follow a table; `v` is the last version known, 0 for none. `code` opens a private one. A client that comes back and still has all
    that it was shown up to `v`, and not only what happened, says in `shown` to whom: which player it was then."""

    table: str
    v: int = 0
    code: str | None = None
    shown: str | None = None


class Unsub(FromClient, frozen=True, tag="unsub"):
    """Follow it no longer."""

    table: str


class ActRequest(FromClient, frozen=True, tag="act"):
    """Do something: `k` is a key that makes sending it twice harmless, `v` the version that the player saw."""

    table: str
    k: str
    v: int
    do: AnyAct


class Look(FromClient, frozen=True, tag="look"):
    """Ask for a closer look at the position."""

    table: str
    v: int


class Preview(FromClient, frozen=True, tag="preview"):
    """Ask what these legal moves would take."""

    table: str
    v: int
    moves: tuple[str, ...]


class WhyNot(FromClient, frozen=True, tag="ask"):
    """Ask why these clicks make no move."""

    table: str
    v: int
    clicks: tuple[str, ...]


class Ping(FromClient, frozen=True, tag="ping"):
    """Keep the connection alive: `t` comes back; `heard` is the last time the server sent, so that it knows the lag."""

    t: int
    heard: int | None = None


AnyFromClient = Sub | Unsub | ActRequest | Look | Preview | WhyNot | Ping


# -- from the server -----------------------------------------------------------------------------------------


class FromServer(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """A message from the server."""


class Hello(FromServer, frozen=True, tag="hello"):
    """The first message: who you are, and what time it is here (milliseconds since 1970)."""

    player: str
    name: str
    now: int
    release: str


class Update(FromServer, frozen=True, tag="ev"):
    """Something happened. While a client catches up, only the event; live, also what it changed."""

    table: str
    v: int
    at: int
    event: AnyTableEvent
    frame: Frame | None = None
    view: TableView | None = None
    clocks: Clocks | None = None
    seats: tuple[int, ...] | None = None
    """The seats that you hold, when seats have changed."""
    legal: tuple[LegalMove, ...] | None = None


class Sync(FromServer, frozen=True, tag="sync"):
    """How the table stands at version `v`; ends the answer to `sub`. `seats` are those that you hold."""

    table: str
    v: int
    seats: tuple[int, ...]
    view: TableView
    frame: Frame
    clocks: Clocks | None
    legal: tuple[LegalMove, ...]
    present: tuple[int, ...] = ()
    watching: int = 0
    absent: tuple[Absence, ...] = ()


class Still(FromServer, frozen=True, tag="still"):
    """Nothing has happened since version `v`, all of which you were shown; ends the answer to `sub` instead of `sync`."""

    table: str
    v: int
    clocks: Clocks | None = None
    present: tuple[int, ...] = ()
    watching: int = 0
    absent: tuple[Absence, ...] = ()


class Present(FromServer, frozen=True, tag="present"):
    """Who is there: the seats whose players are connected, how many look on, and which players the others need not wait for much longer."""

    table: str
    seats: tuple[int, ...]
    watching: int
    absent: tuple[Absence, ...] = ()


class Ack(FromServer, frozen=True, tag="ack"):
    """What you did counts, as version `v`, and is kept for good."""

    table: str
    k: str
    v: int


NakCode = Literal[
    "bad_request",
    "unknown_table",
    "forbidden",
    "not_your_turn",
    "illegal_move",
    "bad_notation",
    "stale",
    "over",
    "not_open",
    "no_offer",
    "seat_taken",
    "too_fast",
    "not_rated",
    "too_long",
    "unavailable",
    "unknown_seat",
    "not_now",
]


class Nak(FromServer, frozen=True, tag="nak"):
    """What you wanted to do was refused, and nothing changed."""

    table: str
    k: str
    code: NakCode
    why: WireText
    clause: str | None = None
    cells: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    v: int | None = None


class Looked(FromServer, frozen=True, tag="looked"):
    """A closer look at version `v`."""

    table: str
    v: int
    look: PositionDetails


class Previewed(FromServer, frozen=True, tag="previewed"):
    """What the moves asked about would take at version `v`, by their texts; those that are not legal there are left out."""

    table: str
    v: int
    moves: tuple[str, ...]
    takes: dict[str, tuple[str, ...]]


class WhyNotAnswer(FromServer, frozen=True, tag="asked"):
    """Why these clicks make no move; null when they do, or may still."""

    table: str
    v: int
    clicks: tuple[str, ...]
    why: RefusalView | None


class Pong(FromServer, frozen=True, tag="pong"):
    """The answer to a ping; `now` is the server's time."""

    t: int
    now: int


class Gone(FromServer, frozen=True, tag="gone"):
    """You no longer follow this table: it is not there, or not for you."""

    table: str
    why: WireText


class Closing(FromServer, frozen=True, tag="closing"):
    """The server goes away for a moment; come back soon."""


AnyFromServer = Hello | Update | Sync | Still | Present | Ack | Nak | Looked | Previewed | WhyNotAnswer | Pong | Gone | Closing

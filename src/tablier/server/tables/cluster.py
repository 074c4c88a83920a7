"""What the processes of a server tell each other about tables, through the bus."""

import msgspec
from msgspec import Struct

from tablier.api.jobs import MoveResult
from tablier.api.messages import Ack, AnyAct, Nak
from tablier.api.tables import Player


class EntryWritten(Struct, tag="wrote"):
    """The owner wrote a line."""

    version: int
    at: int
    key: str | None
    body: bytes


class PresenceUpdate(Struct, tag="here"):
    """Who is connected to a process."""

    process: str
    players: frozenset[str]


class LogRewritten(Struct, tag="rewritten"):
    """A process has written over the log: who knows the table must read it anew."""

    process: str


class ForwardedAct(Struct, tag="please"):
    """Do this at a table that you own: somebody's deed, or the move of an engine."""

    id: str
    back: str
    table: str
    who: Player | None
    k: str
    v: int
    do: AnyAct | None = None
    found: MoveResult | None = None
    lag: int = 0


class ForwardedAnswer(Struct, tag="reply"):
    """What became of it."""

    id: str
    answer: Ack | Nak


read_news = msgspec.json.Decoder(EntryWritten | PresenceUpdate | LogRewritten).decode
read_letter = msgspec.json.Decoder(ForwardedAct | ForwardedAnswer).decode

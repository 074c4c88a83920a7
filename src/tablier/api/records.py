"""Records that a client has as text, on the wire."""

from msgspec import Struct


class RecordRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The text of a record, ours or in a format of others, and which of its games is wanted."""

    text: str
    number: int = 1
    options: dict[str, str | int] = {}
    """Other options than the record's, where it is in a format of others."""


class RecordHeading(Struct, frozen=True, omit_defaults=True):
    """One game of a text: who played, what is said of it, and its result as the text writes it."""

    number: int
    players: tuple[str, ...]
    event: str = ""
    date: str = ""
    result: str = ""


class RecordNote(Struct, frozen=True, omit_defaults=True):
    """What a record says beside a move: comments, numbered judgements, and the moves of other lines that begin instead of it."""

    ply: int
    """The number of the move; 0 is before the first."""
    comments: tuple[str, ...] = ()
    judgements: tuple[int, ...] = ()
    variations: tuple[tuple[str, ...], ...] = ()


class RecordView(Struct, frozen=True, omit_defaults=True):
    """One game of a text, replayed by the rules, and the list of all games there."""

    format: str
    game: str
    options: dict[str, str | int]
    position: str | None
    """Where it starts; null for the opening."""
    moves: tuple[str, ...]
    """Declarations included: what a request for its position takes."""
    number: int
    headings: tuple[RecordHeading, ...]
    """Of the first games of the text."""
    notes: tuple[RecordNote, ...] = ()

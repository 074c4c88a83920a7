"""Bodies of the HTTP API that are not messages of a table."""

from typing import Literal

from msgspec import Struct

from tablier.api.frames import Frame, PositionDetails, RefusalView
from tablier.api.legal import LegalMove
from tablier.api.messages import AnyAct
from tablier.api.primitives import BoardEvent, WireText, WireToken
from tablier.api.tables import TableView


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: str
    why: WireText
    clause: str | None = None
    cells: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    retry: int | None = None
    """Seconds to wait before trying again."""
    line: int | None = None
    """The line of the text that was sent where it is wrong."""


class Done(Struct, frozen=True):
    """The request was done."""

    done: bool = True


class PositionRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position: a game, its options, where it starts, and the moves from there."""

    game: str
    options: dict[str, str | int] = {}
    position: str | None = None
    moves: tuple[str, ...] = ()
    clicks: tuple[str, ...] = ()
    """Clicks that make no move: the response says why."""


class PlayedMove(Struct, frozen=True):
    """A move that was played, with its board events."""

    text: str
    actor: int | Literal["chance"] | None
    events: tuple[BoardEvent, ...]
    said: WireText
    written: WireText | None = None
    """As players of the game write it; null where that is the text."""


class PositionView(Struct, frozen=True, omit_defaults=True):
    """A position, its legal moves and its history; `why` when the last move or the clicks are refused."""

    start: Frame
    frame: Frame
    legal: tuple[LegalMove, ...]
    look: PositionDetails
    history: tuple[PlayedMove, ...]
    why: RefusalView | None = None
    tried: WireText | None = None
    """The last move where it is refused, as players would write it; null where that is its text."""
    facts: dict[str, str] = {}
    """What `frame` does not show of the position, by the facts of the manifest."""


class ComposeRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position as placed tokens: which stand where, who acts, and the values of the gauges and facts that a composed position takes."""

    game: str
    tokens: dict[str, WireToken]
    options: dict[str, str | int] = {}
    actor: int = 0
    gauges: dict[str, int] = {}
    facts: dict[str, str] = {}


class ComposedPosition(Struct, frozen=True, omit_defaults=True):
    """The text of a composed position, or everything that is wrong with it, by the rules of its game."""

    position: str | None = None
    problems: tuple[WireText, ...] = ()


class ShownPosition(Struct, frozen=True):
    """A position that the pages of a game show, and the request it answers."""

    asked: PositionRequest
    view: PositionView


class ActBody(Struct, frozen=True, forbid_unknown_fields=True):
    """An act at a table: `k` is its idempotency key, `v` the version it is based on."""

    k: str
    v: int
    do: AnyAct


class Invitation(Struct, frozen=True):
    """The table of an invitation code."""

    table: str
    view: TableView

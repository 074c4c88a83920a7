"""The bodies of the HTTP API that are not already messages of a table."""

from typing import Literal

from msgspec import Struct

from tablier.api.frames import Frame, PositionDetails, RefusalView
from tablier.api.legal import LegalMove
from tablier.api.messages import AnyAct
from tablier.api.primitives import BoardEvent, WireText
from tablier.api.tables import TableView


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    """Why something was refused."""

    code: str
    why: WireText
    clause: str | None = None
    cells: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    retry: int | None = None
    """Seconds after which it may be tried again."""


class Done(Struct, frozen=True):
    """It is done; there is nothing else to say."""

    done: Literal[True] = True


class PositionRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position to look at: a game, where it starts, and what is played from there."""

    game: str
    options: dict[str, str | int] = {}
    position: str | None = None
    moves: tuple[str, ...] = ()
    clicks: tuple[str, ...] = ()
    """Clicks of which one wants to know why they make no move."""


class PlayedMove(Struct, frozen=True):
    """An entry of a score, with what it did."""

    text: str
    actor: int | Literal["chance"] | None
    events: tuple[BoardEvent, ...]
    said: WireText


class PositionView(Struct, frozen=True, omit_defaults=True):
    """A position with all that can be seen of it; `why` when the last move asked for is refused."""

    start: Frame
    frame: Frame
    legal: tuple[LegalMove, ...]
    look: PositionDetails
    history: tuple[PlayedMove, ...]
    why: RefusalView | None = None


class ActBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to do at a table; see `Act`."""

    k: str
    v: int
    do: AnyAct


class Invitation(Struct, frozen=True):
    """Where a code leads."""

    table: str
    view: TableView

"""The bodies of the HTTP API that are not already messages of a table."""

from typing import Literal

from msgspec import Struct

from tablier.api.frames import Closer, Frame, Why
from tablier.api.legal import LegalMove
from tablier.api.messages import AnyDeed
from tablier.api.primitives import BoardEvent, Words
from tablier.api.tables import TableView


class Trouble(Struct, frozen=True, omit_defaults=True):
    """Why something was refused."""

    code: str
    why: Words
    clause: str | None = None
    cells: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    retry: int | None = None
    """Seconds after which it may be tried again."""


class Done(Struct, frozen=True):
    """It is done; there is nothing else to say."""

    done: Literal[True] = True


class PositionAsked(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position to look at: a game, where it starts, and what is played from there."""

    game: str
    options: dict[str, str | int] = {}
    position: str | None = None
    moves: tuple[str, ...] = ()
    clicks: tuple[str, ...] = ()
    """Clicks of which one wants to know why they make no move."""


class Played(Struct, frozen=True):
    """An entry of a score, with what it did."""

    text: str
    actor: int | Literal["chance"] | None
    events: tuple[BoardEvent, ...]
    said: Words


class PositionSeen(Struct, frozen=True, omit_defaults=True):
    """A position with all that can be seen of it; `why` when the last move asked for is refused."""

    start: Frame
    frame: Frame
    legal: tuple[LegalMove, ...]
    look: Closer
    history: tuple[Played, ...]
    why: Why | None = None


class ActAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to do at a table; see `Act`."""

    k: str
    v: int
    do: AnyDeed


class Invitation(Struct, frozen=True):
    """Where a code leads."""

    table: str
    view: TableView

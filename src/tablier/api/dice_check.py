"""Checks of the dice of a record, on the wire."""

from msgspec import Struct

from tablier.api.primitives import WireText


class DiceCheckRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record whose dice are to be checked. `commitment` is the one shown when the table was created, if the client noted it."""

    record: str
    commitment: str | None = None


class RollCheck(Struct, frozen=True):
    """One roll: what the record says, and what the seed gives."""

    n: int
    told: str
    drawn: str


class DiceCheck(Struct, frozen=True, omit_defaults=True):
    """Whether all dice came from the seed that was announced; `why` when they did not."""

    good: bool
    commitment: str
    rolls: tuple[RollCheck, ...]
    why: WireText | None = None

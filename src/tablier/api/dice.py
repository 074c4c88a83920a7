"""Verifying dice over the wire."""

from msgspec import Struct

from tablier.api.primitives import Words


class DiceAsked(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record whose dice shall be rolled again. `commitment` is what was seen when the table was set, if somebody wrote it down."""

    record: str
    commitment: str | None = None


class RollSeen(Struct, frozen=True):
    """One roll: what the record tells, and what the seed gives."""

    n: int
    told: str
    drawn: str


class DiceSeen(Struct, frozen=True, omit_defaults=True):
    """Whether all dice came from the seed that was announced; `why` when they did not."""

    good: bool
    commitment: str
    rolls: tuple[RollSeen, ...]
    why: Words | None = None

"""Small things that every message is made of: words in both languages, tokens, events to animate, endings."""

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from tablier.core.actors import CHANCE, Actor
from tablier.core.play import Event
from tablier.core.play import Token as CoreToken
from tablier.core.text import Text


class WireText(Struct, frozen=True):
    """The same words in French and in English."""

    fr: str
    en: str


class WireToken(Struct, frozen=True, array_like=True):
    """What stands on a cell: `[piece, number]`."""

    piece: str
    value: int = 0


class BoardEvent(Struct, frozen=True, omit_defaults=True):
    """One thing to animate, because of a clause."""

    verb: Literal["move", "swap", "add", "remove", "alter", "roll", "pass", "gauge"]
    clause: str
    cell: str | None = None
    to: str | None = None
    token: WireToken | None = None
    gauge: str | None = None
    value: int | None = None


class Ending(Struct, frozen=True):
    """How a game ended: a rank for each seat, the clause that ended it, and both in words."""

    ranks: tuple[int, ...]
    clause: str
    why: WireText
    said: WireText


WireActor = int | Literal["chance"] | None
"""The seat that acts, chance, or null because the game is over."""


def wire_text(text: Text) -> WireText:
    """A text of the core as it travels."""
    return WireText(text.fr, text.en)


@lru_cache(maxsize=1024)
def wire_token(of: CoreToken) -> WireToken:
    """A token of the core as it travels."""
    return WireToken(of.piece, of.value)


def board_event(event: Event) -> BoardEvent:
    """An event of the core as it travels."""
    return BoardEvent(
        event.verb.value, event.because.id, event.cell, event.to, wire_token(event.token) if event.token else None, event.gauge, event.value
    )


def wire_actor(actor: Actor | None) -> WireActor:
    """Who acts, as it travels."""
    return "chance" if actor is CHANCE else actor

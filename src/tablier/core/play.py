"""The results of rules: candidates and refusals, steps made of events, outcomes, and moves as gestures."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from tablier.core.actors import Seat
from tablier.core.law import Clause
from tablier.core.text import Lang, Text

P = TypeVar("P")
M = TypeVar("M")
K = TypeVar("K")


class Refusal(NamedTuple):
    """Why a move is not legal: the clause, the cells that show it, and what would be played instead."""

    because: Clause
    cells: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    detail: Text | None = None

    def say(self, lang: Lang) -> str:
        """The clause in words, then what is particular to this case."""
        parts = [self.because.text.say(lang)]
        if self.detail:
            parts.append(self.detail.say(lang))
        if self.instead:
            parts.append(("Possible : " if lang == "fr" else "Possible: ") + ", ".join(self.instead) + ".")
        return " ".join(parts)


class Candidate(NamedTuple, Generic[M]):
    """A move to consider in a position; `barred` is why it is illegal, None when it is legal."""

    move: M
    barred: Refusal | None = None


class Outcome(NamedTuple):
    """How a game ended: a rank for each seat, ties sharing the better one, and the clause that ended it."""

    ranks: tuple[int, ...]
    because: Clause

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place: all of them after a draw."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def drawn(self) -> bool:
        """True when all seats share the first place."""
        return len(set(self.ranks)) == 1


def won(seat: Seat, because: Clause) -> Outcome:
    """A game between two that `seat` has won."""
    return Outcome((1, 2) if seat == 0 else (2, 1), because)


def drawn(because: Clause, seats: int = 2) -> Outcome:
    """A drawn game."""
    return Outcome((1,) * seats, because)


class Prompt(NamedTuple):
    """What the player to act is to do now, in one sentence. In danger: a warning in one word or two, and the cells that glow."""

    text: Text
    alert: Text | None = None
    danger: tuple[str, ...] = ()


class Token(NamedTuple):
    """What stands on a cell: a piece by its id, and its number where it has one (rings, say)."""

    piece: str
    value: int = 0


class Verb(StrEnum):
    """What can happen on a board, as a client animates it."""

    MOVE = "move"
    SWAP = "swap"
    ADD = "add"
    REMOVE = "remove"
    ALTER = "alter"
    ROLL = "roll"
    PASS = "pass"
    GAUGE = "gauge"


class Event(NamedTuple):
    """One thing that happened, because of a clause. Use the functions below to make one."""

    verb: Verb
    because: Clause
    cell: str | None = None
    to: str | None = None
    token: Token | None = None
    gauge: str | None = None
    value: int | None = None


def moved(because: Clause, cell: str, to: str) -> Event:
    """The token of `cell` goes to the free cell `to`."""
    return Event(Verb.MOVE, because, cell=cell, to=to)


def swapped(because: Clause, cell: str, to: str) -> Event:
    """The tokens of two cells change places."""
    return Event(Verb.SWAP, because, cell=cell, to=to)


def added(because: Clause, cell: str, token: Token) -> Event:
    """A token comes onto a free cell."""
    return Event(Verb.ADD, because, cell=cell, token=token)


def removed(because: Clause, cell: str) -> Event:
    """The token of a cell leaves the board."""
    return Event(Verb.REMOVE, because, cell=cell)


def altered(because: Clause, cell: str, token: Token) -> Event:
    """The token of a cell becomes another."""
    return Event(Verb.ALTER, because, cell=cell, token=token)


def rolled(because: Clause, value: int) -> Event:
    """A die shows `value`."""
    return Event(Verb.ROLL, because, value=value)


def passed(because: Clause) -> Event:
    """A turn in which nothing is moved, or a part of a turn that falls away."""
    return Event(Verb.PASS, because)


def gauged(because: Clause, gauge: str, value: int | None) -> Event:
    """A number beside the board changes; None hides it."""
    return Event(Verb.GAUGE, because, gauge=gauge, value=value)


class Step(NamedTuple, Generic[P]):
    """The position after a move, and what happened on the way, in order."""

    after: P
    events: tuple[Event, ...]


DONE = "done"
"""The button that ends a move which could also go on."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """A move as clicks on cells or buttons: first some in order, then some in any order."""

    ordered: tuple[str, ...]
    unordered: frozenset[str] = frozenset()

    def after(self, click: str) -> "Gesture | None":
        """What is left of the gesture after a click that fits it; None when the click does not fit."""
        if self.ordered:
            return Gesture(self.ordered[1:], self.unordered) if self.ordered[0] == click else None
        return Gesture((), self.unordered - {click}) if click in self.unordered else None

    @property
    def complete(self) -> bool:
        """True when nothing is left to click."""
        return not self.ordered and not self.unordered

    def next(self) -> frozenset[str]:
        """The clicks that fit now."""
        return frozenset(self.ordered[:1]) or self.unordered


def disambiguate(gestures: dict[K, Gesture]) -> dict[K, Gesture]:
    """The gestures, with `DONE` at the end of each that is the beginning of another."""
    openings = {g.ordered[:n] for g in gestures.values() for n in range(len(g.ordered) + bool(g.unordered))}
    return {which: Gesture((*g.ordered, DONE)) if not g.unordered and g.ordered in openings else g for which, g in gestures.items()}

"""A match: the moves played (dice included), what the players declared, and the outcome."""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, NamedTuple

from tablier.core.actors import CHANCE, Actor, Seat
from tablier.core.errors import BadNotation, IllegalMove, TablierError
from tablier.core.game import Game
from tablier.core.law import FLAGGED, OVER, RESIGNED, Clause
from tablier.core.play import M, Outcome, P, Refusal, Step
from tablier.core.text import Text


class Declaration(StrEnum):
    """What players may declare instead of moving; in a record `!agree`, `!resign:0`, `!flag:1`, `!withdraw:2`."""

    AGREE = "agree"
    RESIGN = "resign"
    FLAG = "flag"
    WITHDRAW = "withdraw"


class Entry(NamedTuple, Generic[P]):
    """One entry of a match: its text, who acted, the step, and the outcome if it ended the game."""

    text: str
    actor: Actor | None
    step: Step[P]
    outcome: Outcome | None


@dataclass(repr=False)
class Match(Generic[P, M]):
    """A game being played from `origin`. `tags` are free words about it (players, date, event)."""

    game: Game[P, M]
    origin: P = None  # type: ignore[assignment]  # filled in below: the opening, unless a position is given
    tags: dict[str, str] = field(default_factory=dict)
    entries: list[Entry[P]] = field(default_factory=list, init=False)
    _seen: Counter[Hashable] = field(default_factory=Counter, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.origin is None:
            self.origin = self.game.start()
        self._seen[self.game.key(self.origin)] += 1

    def __repr__(self) -> str:
        played = f"{len(self.entries)} entries, " if len(self.entries) != 1 else "1 entry, "
        return f"<Match of {self.game!r}: {played}{self.game.dump(self.position)!r}>"

    def _repr_svg_(self) -> str:
        last = self.entries[-1].step.events if self.entries else ()
        return self.game.picture(self.position, [cell for event in last for cell in (event.cell, event.to) if cell])

    def copy(self) -> "Match[P, M]":
        """The same match, to play on without changing this one."""
        other = object.__new__(type(self))
        other.game, other.origin, other.tags = self.game, self.origin, dict(self.tags)
        other.entries, other._seen = list(self.entries), self._seen.copy()
        return other

    @property
    def position(self) -> P:
        """Where the game stands."""
        return self.entries[-1].step.after if self.entries else self.origin

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, repetition, agreement and resignation included; None while it goes on."""
        return self.entries[-1].outcome if self.entries else self.game.outcome(self.origin)

    @property
    def actor(self) -> Actor | None:
        """Who acts; None when the game is over."""
        return None if self.outcome is not None else self.game.turn(self.position)

    @property
    def moves(self) -> tuple[str, ...]:
        """Everything entered so far, as a record writes it."""
        return tuple(entry.text for entry in self.entries)

    def legal(self) -> tuple[M, ...]:
        """The legal moves; none when the game is over."""
        if self.outcome is not None:
            return ()
        return tuple([move for move, barred in self.game.candidates(self.position) if barred is None])

    def why_not(self, move: M) -> Refusal | None:
        """The reason why a move cannot be played now; None when it can."""
        if self.outcome is not None:
            return Refusal(OVER, detail=self.outcome.because.text)
        return self.game.why_not(self.position, move)

    def play(self, move: M | str) -> Step[P]:
        """Play a move, given as text or as the game's own value."""
        known: M = self.game.parse(move.strip()) if isinstance(move, str) else move
        refusal = self.why_not(known)
        if refusal is not None:
            raise IllegalMove(self.game.write(self.position, known), refusal)
        return self.apply(known)

    def apply(self, move: M, *, last: bool = True) -> Step[P]:
        """Play a move that is known to be legal; `last=False` when it is known not to end the game, as inside a record."""
        entry = self.preview(move, last=last)
        self.add(entry)
        return entry.step

    def preview(self, move: M, *, last: bool = True) -> Entry[P]:
        """The entry that a legal move would append; the match stays as it is."""
        game, pos = self.game, self.position
        step = game.apply(pos, move)
        outcome = None
        if last:
            outcome = game.outcome(step.after)
            if outcome is None and self._seen.get(game.key(step.after), 0) >= 2:
                outcome = game.repeated(step.after)
        return Entry(game.write(pos, move), game.turn(pos), step, outcome)

    def add(self, entry: Entry[P]) -> None:
        """Append an entry made by `preview`."""
        self._seen[self.game.key(entry.step.after)] += 1
        self.entries.append(entry)

    def roll(self, at: float) -> Step[P]:
        """Let chance act; `at`, a number in [0, 1), picks its move."""
        return self.play(self.game.chance(self.position, at))

    def agree(self) -> Outcome:
        """All players stop here; the game says what that is worth."""
        self._require_ongoing("!agree")
        return self._end("!agree", self.actor, self.game.settle(self.position))

    def resign(self, seat: Seat) -> Outcome | None:
        """A player gives up; at a table of three or four the others go on where the game allows it."""
        return self._lose(Declaration.RESIGN, seat, RESIGNED)

    def flag(self, seat: Seat) -> Outcome | None:
        """A player has no time left; at a table of three or four the others go on where the game allows it."""
        return self._lose(Declaration.FLAG, seat, FLAGGED)

    def _lose(self, word: Declaration, seat: Seat, because: Clause) -> Outcome | None:
        text = f"!{word}:{seat}"
        self._require_seat(seat)
        self._require_ongoing(text)
        seats = len(self.game.seats)
        if seats > 2 and self.game.withdraw(self.position, seat) is not None:
            return self.withdraw(seat)
        ranks = tuple(seats if other == seat else 1 for other in range(seats))
        return self._end(text, seat, Outcome(ranks, because))

    def withdraw(self, seat: Seat) -> Outcome | None:
        """A player leaves and the others play on; gives the outcome if that ends the game."""
        text = f"!withdraw:{seat}"
        self._require_seat(seat)
        self._require_ongoing(text)
        step = self.game.withdraw(self.position, seat)
        if step is None:
            raise TablierError(
                Text(
                    "Ce jeu ne continue pas sans un de ses joueurs : on abandonne.",
                    "This game does not go on without one of its players: resign instead.",
                )
            )
        outcome = self.game.outcome(step.after)
        self.entries.append(Entry(text, seat, step, outcome))
        return outcome

    def enter(self, text: str) -> None:
        """Enter one item of a record: a move, a roll or a declaration."""
        if not text.startswith("!"):
            self.play(text)
            return
        word, _, seat = text[1:].partition(":")
        if word == Declaration.AGREE and not seat:
            self.agree()
        elif word == Declaration.RESIGN and seat.isdecimal():
            self.resign(int(seat))
        elif word == Declaration.FLAG and seat.isdecimal():
            self.flag(int(seat))
        elif word == Declaration.WITHDRAW and seat.isdecimal():
            self.withdraw(int(seat))
        else:
            raise BadNotation(
                Text(
                    f"« {text[:40]} » : attendu !agree, !resign:0, !flag:0 ou !withdraw:0.",
                    f"'{text[:40]}': expected !agree, !resign:0, !flag:0 or !withdraw:0.",
                )
            )

    def undo(self) -> str:
        """Take the last entry back and tell which it was."""
        if not self.entries:
            raise TablierError(Text("Il n'y a rien à reprendre.", "There is nothing to take back."))
        entry = self.entries.pop()
        if not entry.text.startswith("!"):
            self._seen[self.game.key(entry.step.after)] -= 1
        return entry.text

    def undo_turn(self) -> tuple[str, ...]:
        """Take back to the last decision a player made: the dice and what followed from it are taken back with it."""
        undone = [self.undo()]
        while self.entries and self.actor is CHANCE:
            undone.append(self.undo())
        return tuple(undone)

    @property
    def players(self) -> Mapping[Seat, str]:
        """The players' names by seat, where they are known."""
        return {s: self.tags[f"Seat{s}"] for s in range(len(self.game.seats)) if f"Seat{s}" in self.tags}

    def _end(self, text: str, actor: Actor | None, outcome: Outcome) -> Outcome:
        self.entries.append(Entry(text, actor, Step(self.position, ()), outcome))
        return outcome

    def _require_ongoing(self, text: str) -> None:
        if self.outcome is not None:
            raise IllegalMove(text, Refusal(OVER, detail=self.outcome.because.text))

    def _require_seat(self, seat: Seat) -> None:
        last = len(self.game.seats) - 1
        if not 0 <= seat <= last:
            raise BadNotation(
                Text(f"Il n'y a pas de place {seat} à cette table : de 0 à {last}.", f"There is no seat {seat} at this table: 0 to {last}.")
            )

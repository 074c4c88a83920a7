"""Lessons: chapters of small exercises beside a game, each a position with goals that the law itself checks.

An exercise is pure data. An `Attempt` is what a learner has played in it so far: a value, replayed from the learner's moves alone,
because what answers them (nothing, a script, or a partner who looks one move ahead) and what the die shows never vary.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from tablier.core.actors import CHANCE, Actor, Seat
from tablier.core.errors import BadPosition, IllegalMove
from tablier.core.game import Game
from tablier.core.law import OVER
from tablier.core.play import Outcome, Refusal, Step, Verb
from tablier.core.text import Text

AnyGame = Game[Any, Any]
MOST_STARS = 3
WON = 1e6
SPARE = 4
"""Moves that may be lost in an exercise of several moves before it has to be tried again."""


class Turn(NamedTuple):
    """One move of an attempt: its text, who made it, and what it led to. After `step` the learner may be to move again."""

    text: str
    actor: Actor
    before: Any
    step: Step[Any]
    outcome: Outcome | None


class Goal(Protocol):
    """What an exercise asks for."""

    def met(self, game: AnyGame, seat: Seat, own: tuple[Turn, ...], last: Turn) -> bool:
        """Whether it is reached by the learner's own turns; `last` is the last turn of any player."""


@dataclass(frozen=True, slots=True)
class Win:
    """Win the game."""

    def met(self, game: AnyGame, seat: Seat, own: tuple[Turn, ...], last: Turn) -> bool:
        """Whether the learner alone has won."""
        return last.outcome is not None and last.outcome.winners == (seat,)


@dataclass(frozen=True, slots=True)
class Draw:
    """Reach a draw."""

    def met(self, game: AnyGame, seat: Seat, own: tuple[Turn, ...], last: Turn) -> bool:
        """Whether the game is drawn."""
        return last.outcome is not None and last.outcome.drawn


@dataclass(frozen=True, slots=True)
class Visit:
    """Do something on every one of some cells: arrive, take, strike, give or put something there."""

    cells: tuple[str, ...]

    def met(self, game: AnyGame, seat: Seat, own: tuple[Turn, ...], last: Turn) -> bool:
        """Whether no cell is left."""
        return not self.left(own)

    def left(self, own: tuple[Turn, ...]) -> tuple[str, ...]:
        """The cells that are still to be visited."""
        seen = {cell for turn in own for cell in _visited(turn)}
        return tuple(cell for cell in self.cells if cell not in seen)


@dataclass(frozen=True, slots=True)
class Cite:
    """Make a clause happen so many times, in all or in a single move."""

    clause: str
    times: int = 1
    at_once: bool = False

    def met(self, game: AnyGame, seat: Seat, own: tuple[Turn, ...], last: Turn) -> bool:
        """Whether the learner's moves, or how the game ended, cite the clause often enough."""
        cited = [sum(clause == self.clause for clause in _clauses(turn)) for turn in own]
        return (max(cited) if self.at_once else sum(cited)) >= self.times


@dataclass(frozen=True, slots=True)
class Take:
    """Take so many pieces, in all or in a single move."""

    pieces: int
    at_once: bool = False

    def met(self, game: AnyGame, seat: Seat, own: tuple[Turn, ...], last: Turn) -> bool:
        """Whether so many pieces have left the board by the learner's moves."""
        taken = [sum(event.verb is Verb.REMOVE for event in turn.step.events) for turn in own]
        return (max(taken) if self.at_once else sum(taken)) >= self.pieces


@dataclass(frozen=True, slots=True)
class Safe:
    """Leave the opponent no move that cites a clause: no capture, no strike, no check."""

    clause: str

    def met(self, game: AnyGame, seat: Seat, own: tuple[Turn, ...], last: Turn) -> bool:
        """Whether no answer to the learner's last move cites the clause."""
        pos = own[-1].step.after
        return not any(event.because.id == self.clause for move in game.legal(pos) for event in game.apply(pos, move).events)


class Answer(StrEnum):
    """What answers the learner."""

    NOTHING = "nothing"  # the learner moves again, unless the law does not let the other side pass
    PARTNER = "partner"  # plays the script as long as it can, then looks one move ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A position with something to do in it. `solution` is a shortest way, and as many moves earn all stars."""

    text: Text
    position: str
    goals: tuple[Goal, ...]
    solution: str
    praise: Text
    answer: Answer = Answer.NOTHING
    script: str = ""
    dice: str = ""  # what chance does, over and over: "=3 =5"
    options: tuple[tuple[str, str], ...] = ()
    gauges: tuple[str, ...] = ()  # numbers beside the board that matter here

    @property
    def moves(self) -> int:
        """The learner's moves that earn all stars."""
        return len(self.solution.split())

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells to visit."""
        return tuple(cell for goal in self.goals if isinstance(goal, Visit) for cell in goal.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """Some exercises on one subject; one without exercises is a whole game to be played."""

    id: str
    title: Text
    text: Text
    exercises: tuple[Exercise, ...] = ()


@dataclass(frozen=True)
class Attempt:
    """What a learner has played in an exercise, and where that led."""

    game: AnyGame
    exercise: Exercise
    seat: Seat
    position: Any
    turns: tuple[Turn, ...] = ()

    @property
    def own(self) -> tuple[Turn, ...]:
        """The learner's turns."""
        return tuple(turn for turn in self.turns if turn.actor == self.seat)

    @property
    def left(self) -> tuple[str, ...]:
        """The cells that are still to be visited."""
        return tuple(cell for goal in self.exercise.goals if isinstance(goal, Visit) for cell in goal.left(self.own))

    @property
    def over(self) -> bool:
        """Whether the game itself is over."""
        return bool(self.turns) and self.turns[-1].outcome is not None

    @property
    def solved(self) -> bool:
        """Whether every goal is reached."""
        own = self.own
        return bool(own) and all(goal.met(self.game, self.seat, own, self.turns[-1]) for goal in self.exercise.goals)

    @property
    def failed(self) -> bool:
        """Whether it has to be tried again: the game is over otherwise, or too many moves are spent."""
        return not self.solved and bool(self.turns) and (self.over or len(self.own) >= self._most)

    @property
    def stars(self) -> int:
        """Three for a shortest way, two for a move more, one for any other; none before it is solved."""
        return max(1, MOST_STARS - max(0, len(self.own) - self.exercise.moves)) if self.solved else 0

    @property
    def _most(self) -> int:
        moves = self.exercise.moves
        return moves if moves == 1 else moves + SPARE

    def move(self, text: str) -> "Attempt":
        """The attempt after a move of the learner, before anything answers; `IllegalMove` or `BadNotation` when it is refused."""
        if self.solved or self.failed:
            raise IllegalMove(text, Refusal(OVER))
        return self._played(self.game.read(self.position, text))

    def play(self, text: str) -> "Attempt":
        """The attempt after a move of the learner and what answers it; raises as `move` does."""
        after = self.move(text)
        while not (after.solved or after.failed) and (actor := self.game.turn(after.position)) != self.seat:
            after = after._roll() if actor is CHANCE else after._answer()
        return after

    def _played(self, move: Any) -> "Attempt":
        game, pos = self.game, self.position
        step = game.apply(pos, move)
        turn = Turn(game.write(pos, move), game.turn(pos), pos, step, game.outcome(step.after))
        return replace(self, position=step.after, turns=(*self.turns, turn))

    def _roll(self) -> "Attempt":
        """What the exercise says of the die; where it says nothing, the first move of chance."""
        rolls = self.exercise.dice.split()
        made = sum(turn.actor is CHANCE for turn in self.turns)
        game, pos = self.game, self.position
        return self._played(game.read(pos, rolls[made % len(rolls)]) if rolls else game.legal(pos)[0])

    def _answer(self) -> "Attempt":
        if self.exercise.answer is Answer.NOTHING:
            try:
                return replace(self, position=self._passed())
            except BadPosition:
                pass  # a king in check cannot pass
        return self._played(self._scripted() or self._best())

    def _passed(self) -> Any:
        """The position with the learner to move again: in every game the second field of its text says who is."""
        fields, first = self.game.dump(self.position).split(" "), self.exercise.position.split(" ")
        fields[1] = first[1]
        return self.game.load(" ".join(fields))

    def _scripted(self) -> Any | None:
        game, pos = self.game, self.position
        made = sum(turn.actor not in (CHANCE, self.seat) for turn in self.turns)
        wanted = self.exercise.script.split()[made : made + 1]
        return next((move for move in game.legal(pos) if game.write(pos, move) in wanted), None)

    def _best(self) -> Any:
        """The move after which the learner's best answer is worth least; of several the first by its text."""
        game, pos = self.game, self.position
        moves = sorted(game.legal(pos), key=lambda move: game.write(pos, move))
        return min(moves, key=lambda move: self._most_after(game.apply(pos, move).after))

    def _most_after(self, pos: Any) -> float:
        """What a position is worth to the learner, who may be to move in it."""
        game = self.game
        if game.outcome(pos) is not None or game.turn(pos) != self.seat:
            return self._worth(pos)
        return max(self._worth(game.apply(pos, move).after) for move in game.legal(pos))

    def _worth(self, pos: Any) -> float:
        outcome = self.game.outcome(pos)
        if outcome is None:
            return _lead(self.game, pos, self.seat)
        return 0.0 if outcome.drawn else WON if self.seat in outcome.winners else -WON


def begin(game: AnyGame, exercise: Exercise) -> Attempt:
    """An attempt without a move; the game has the exercise's options."""
    pos = game.load(exercise.position)
    actor = game.turn(pos)
    assert actor is not CHANCE
    return Attempt(game, exercise, actor, pos)


def _lead(game: AnyGame, pos: Any, seat: Seat) -> float:
    """How far a seat is ahead of the others, in pieces."""
    worth = game.worth(pos)
    if worth is None:
        owners = {piece.id: piece.seat for piece in game.pieces}
        worth = [0.0] * len(game.seats)
        for token in game.scene(pos).tokens.values():
            owner = owners[token.piece]
            if owner is not None:
                worth[owner] += 1 + token.value
    return worth[seat] * 2 - sum(worth)


def _visited(turn: Turn) -> Iterator[str]:
    for event in turn.step.events:
        if event.verb in (Verb.MOVE, Verb.SWAP) and event.to:
            yield event.to
        elif event.verb in (Verb.ADD, Verb.ALTER, Verb.REMOVE) and event.cell:
            yield event.cell


def _clauses(turn: Turn) -> Iterator[str]:
    yield from (event.because.id for event in turn.step.events)
    if turn.outcome is not None:
        yield turn.outcome.because.id

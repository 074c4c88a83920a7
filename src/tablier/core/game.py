"""The class that every game is written as: hooks above, final methods derived from them below.

An instance is the rules with their options chosen. Positions and moves are values: frozen, hashable, and handed in and
out; a game keeps no state.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from types import MappingProxyType
from typing import ClassVar, Generic, Literal, Self, final

from tablier.core.actors import Actor, Seat
from tablier.core.board import Board
from tablier.core.errors import BadOption, BadPosition, IllegalMove
from tablier.core.law import AGREED, OVER, Clause
from tablier.core.play import Candidate, Event, Gesture, M, Outcome, P, Prompt, Refusal, Step, Token, added, disambiguate, gauged
from tablier.core.scene import Button, Fact, Gauge, Piece, Scene
from tablier.core.text import Term, Text, suggestion

OptionValue = str | int


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an option: its name and, where the name does not explain it, its meaning."""

    id: str
    name: Text
    help: Text | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice between readings of the rules: one of some values, or a number between bounds."""

    id: str
    default: OptionValue
    name: Text
    help: Text
    values: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    only: tuple[str, str] | None = None  # another option and its value, without which this one changes nothing

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the values; none for a number."""
        return tuple(value.id for value in self.values)

    def read(self, value: object) -> OptionValue:
        """The value as the rules use it; a bool counts as on/off, digits as a number."""
        if isinstance(value, bool):
            value = "on" if value else "off"
        if self.values and str(value) in self.ids:
            return str(value)
        if not self.values and (number := _whole(value)) is not None and self.low <= number <= self.high:
            return number
        choice, meant = ", ".join(self.ids) or f"{self.low}…{self.high}", suggestion(str(value), self.ids)
        raise BadOption(
            Text(
                f"« {value} » ne convient pas à l'option {self.id} ; valeurs : {choice}.{meant.fr}",
                f"'{value}' does not suit option {self.id}; values: {choice}.{meant.en}",
            )
        )


def _whole(value: object) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


@dataclass(frozen=True, slots=True)
class Info:
    """A game's name, summary and source. `version` grows when a rule changes, so that old records keep their own."""

    id: str
    name: Text
    version: int
    summary: Text
    source: Text


LAST = 1000


@dataclass(frozen=True, slots=True)
class Showcase:
    """What the collection shows of a game before it is opened: its place, how long and how hard it is, and a game in progress.

    Without one a game is shown last, with its opening. `position` and `moves` are of the game without options; the collection plays the
    moves of one game by themselves on its first page.
    """

    order: int = LAST  # games are listed by it, the lowest first
    minutes: int = 0  # that a game lasts, about; 0 where that is not known
    difficulty: Literal[0, 1, 2, 3] = 0  # to learn: 1 is easy, 3 takes time; 0 where that is not known
    position: str = ""  # the opening for none
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """The name and the colour of a seat."""

    name: Text
    colour: str


class Game(ABC, Generic[P, M]):
    """The rules of one game. See `docs/guides/write-a-game.md` for a whole one, step by step."""

    info: ClassVar[Info]
    showcase: ClassVar[Showcase] = Showcase()
    choices: ClassVar[tuple[Option, ...]] = ()
    dice: ClassVar[bool] = False  # whether chance ever acts
    uci_options: ClassVar[Mapping[str, OptionValue]] = MappingProxyType({})  # the options that programs of others play this game by
    formats: ClassVar[tuple[str, ...]] = ()  # the formats of others in which records of this game are read and written
    terms: ClassVar[tuple[Term, ...]] = ()  # foreign words in its texts
    clauses: tuple[Clause, ...]
    setup: Clause  # the clause that says how the game is laid out
    board: Board
    pieces: tuple[Piece, ...]
    seats: tuple[Place, ...]
    gauges: tuple[Gauge, ...] = ()
    composed: tuple[str, ...] = ()  # the gauges that `compose` reads
    facts: tuple[Fact, ...] = ()  # what else `compose` takes
    buttons: tuple[Button, ...] = ()

    def __init__(self, **options: object) -> None:
        self.rules = self._read_version(options.pop("rules", self.info.version))
        known = {option.id: option for option in self.choices}
        chosen = {option.id: option.default for option in self.choices}
        for name, value in options.items():
            if name not in known:
                there, meant = ", ".join(known) or "–", suggestion(name, known)
                raise BadOption(
                    Text(
                        f"{self.info.id} n'a pas d'option « {name} » ; il y a : {there}.{meant.fr}",
                        f"{self.info.id} has no option '{name}'; there are: {there}.{meant.en}",
                    )
                )
            chosen[name] = known[name].read(value)
        self.options: Mapping[str, OptionValue] = MappingProxyType(chosen)
        self.clauses = tuple(map(self.tell, type(self).clauses)) if hasattr(type(self), "clauses") else ()

    def _read_version(self, value: object) -> int:
        """The version of the rules to play by: `rules=1` is for records older than a change, and no option of a table."""
        version = _whole(value)
        if version is None or not 1 <= version <= self.info.version:
            raise BadOption(
                Text(
                    f"{self.info.id} : règles « {value} » inconnues ; versions : 1…{self.info.version}.",
                    f"{self.info.id}: unknown rules '{value}'; versions: 1…{self.info.version}.",
                )
            )
        return version

    # -- hooks: what a game writes -----------------------------------------------------------------

    @abstractmethod
    def start(self) -> P:
        """The opening position."""

    @abstractmethod
    def turn(self, pos: P) -> Actor:
        """Who acts; asked only while the game goes on."""

    @abstractmethod
    def outcome(self, pos: P) -> Outcome | None:
        """The outcome of a finished game; None while it goes on. (What needs earlier positions is in `repeated`.)"""

    @abstractmethod
    def candidates(self, pos: P) -> Iterator[Candidate[M]]:
        """All legal moves, and likely illegal ones with the clause that bars them; each move once. The only judge of legality."""

    @abstractmethod
    def refuse(self, pos: P, move: M) -> Refusal:
        """The refusal of a move that is no candidate (from an empty cell, or where such a piece never goes)."""

    @abstractmethod
    def apply(self, pos: P, move: M) -> Step[P]:
        """Play a legal move, trusting that it is one."""

    @abstractmethod
    def parse(self, text: str) -> M:
        """The move that a text writes, legal or not; `BadNotation` when it is none."""

    @abstractmethod
    def write(self, pos: P, move: M) -> str:
        """The move as text: what `parse` reads."""

    @abstractmethod
    def dump(self, pos: P) -> str:
        """The position as text, all fields written."""

    @abstractmethod
    def load(self, text: str) -> P:
        """The position a text describes, trailing fields optional; `BadPosition` with every problem found."""

    @abstractmethod
    def gesture(self, move: M) -> Gesture:
        """The clicks that make the move, the same wherever it is played; see `gestures`."""

    @abstractmethod
    def scene(self, pos: P) -> Scene:
        """The position as it is drawn."""

    def placeable(self) -> tuple[Token, ...]:
        """The tokens that may be placed to compose a position; none where positions are not composed."""
        return ()

    def fact_values(self, pos: P) -> Mapping[str, str]:
        """The values of `facts` in a position."""
        return {}

    def compose(self, scene: Scene, actor: Seat, facts: Mapping[str, str] = MappingProxyType({})) -> str:
        """The text of a position that shows this scene with this seat to act: its tokens, and of its gauges those in `composed`.

        What neither the scene nor the facts tell starts anew. The position may be impossible: `load` tells why.
        """
        raise BadPosition((Text("ce jeu n'a pas de positions composées", "this game has no composed positions"),))

    def wording(self, clause: Clause) -> Text:
        """The sentence of a clause under the options chosen; its own unless it tells the value of an option."""
        return clause.text

    def odds(self, pos: P) -> Mapping[M, Fraction]:
        """At chance's turn, the probability of each of its moves."""
        legal = self.legal(pos)
        return dict.fromkeys(legal, Fraction(1, len(legal)))

    def settle(self, pos: P) -> Outcome:
        """The result if all players agree to stop now."""
        return Outcome((1,) * len(self.seats), AGREED)

    def key(self, pos: P) -> Hashable:
        """What makes two positions the same for the rule on repetition."""
        return pos

    def repeated(self, pos: P) -> Outcome | None:
        """What it means that this position stands for the third time; None where repetition means nothing."""
        return None

    def too_many_moves(self, pos: P) -> bool:
        """Whether listing the moves of a position would take too long for a server; only composed positions have so many."""
        return False

    def compulsory_captures(self, pos: P) -> int:
        """How many captures the player to move has to choose from, where one must be made; 0 elsewhere."""
        return 0

    def notes(self, pos: P, move: M) -> tuple[Clause, ...]:
        """Clauses that speak of a legal move but cause none of its events, as "taking is not compulsory" does; shown on request."""
        return ()

    def warnings(self, pos: P) -> Mapping[M, Clause]:
        """The legal moves that would cost their player a won game, and by which clause; a table asks before it plays one."""
        return {}

    def notate(self, pos: P, move: M, step: Step[P] | None, outcome: Outcome | None) -> Text:
        """A move as players of the game write it, played with this step or refused (None); by default what `write` gives."""
        text = self.write(pos, move)
        return Text(text, text)

    def prompt(self, pos: P) -> Prompt | None:
        """What the player to act is to do in this phase; None where a player needs no word of it. Asked at every move: keep it cheap."""
        return None

    def decisive(self, pos: P, because: Clause) -> tuple[str, ...]:
        """The cells that show why the game ended by this clause; none where the last move shows it."""
        return ()

    def withdraw(self, pos: P, seat: Seat) -> Step[P] | None:
        """The step by which a player leaves a game of three or four; None where the game ends instead."""
        return None

    def worth(self, pos: P) -> Sequence[float] | None:
        """How well each seat stands, larger is better, in pieces or what a piece is worth; None for "count the tokens".

        An estimate for engines; never part of the rules.
        """
        return None

    # -- final: derived from the hooks, the same for every game ------------------------------------

    @final
    def tell(self, clause: Clause) -> Clause:
        """The clause in the words of this table's options."""
        text = self.wording(clause)
        return clause if text == clause.text else replace(clause, text=text)

    @final
    def actor(self, pos: P) -> Actor | None:
        """Who acts; None when the game is over."""
        return None if self.outcome(pos) is not None else self.turn(pos)

    @final
    def legal(self, pos: P) -> tuple[M, ...]:
        """The legal moves; none when the game is over."""
        if self.outcome(pos) is not None:
            return ()
        return tuple(move for move, barred in self.candidates(pos) if barred is None)

    @final
    def why_not(self, pos: P, move: M) -> Refusal | None:
        """The reason why a move is not legal; None when it is."""
        over = self.outcome(pos)
        if over is not None:
            return Refusal(OVER, detail=over.because.text)
        for candidate in self.candidates(pos):
            if candidate.move == move:
                return candidate.barred
        return self.refuse(pos, move)

    @final
    def play(self, pos: P, move: M) -> Step[P]:
        """Play a move after checking it; `IllegalMove` says because of which clause it is refused."""
        refusal = self.why_not(pos, move)
        if refusal is not None:
            raise IllegalMove(self.write(pos, move), refusal)
        return self.apply(pos, move)

    @final
    def read(self, pos: P, text: str) -> M:
        """The legal move that a text writes; `BadNotation` or `IllegalMove` tell what is wrong with it."""
        move = self.parse(text.strip())
        refusal = self.why_not(pos, move)
        if refusal is not None:
            raise IllegalMove(text.strip(), refusal)
        return move

    @final
    def as_of(self, version: int) -> Self:
        """The same game and options under an earlier version of its rules."""
        return self if version == self.rules else type(self)(**self.options, rules=version)

    @final
    def gestures(self, pos: P) -> dict[M, Gesture]:
        """The clicks for every legal move, no two alike."""
        return disambiguate({move: self.gesture(move) for move in self.legal(pos)})

    @final
    def chance(self, pos: P, at: float) -> M:
        """The move of chance that a number in [0, 1) picks, each move owning its share of the interval."""
        below = Fraction(0)
        for move, share in self.odds(pos).items():
            below += share
            if at < below:
                return move
        raise ValueError(f"{at} is not in [0, 1)")

    @final
    def layout(self) -> tuple[Event, ...]:
        """The events that lead from an empty board to the opening scene."""
        scene = self.scene(self.start())
        return (
            *(added(self.setup, cell, token) for cell, token in scene.tokens.items()),
            *(gauged(self.setup, gauge, value) for gauge, value in scene.gauges.items()),
        )

    @final
    def picture(self, pos: P, highlight: Collection[str] = ()) -> str:
        """The position as an SVG picture; some cells may be highlighted."""
        draw = import_module("tablier.render.svg").board_svg  # by name: this layer knows no drawing, and is quicker to import without
        return str(draw(self, self.scene(pos), highlight=highlight))

    def _repr_svg_(self) -> str:
        return self.picture(self.start())

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), dict(self.options), self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.info.id, self.rules, self.options) == (other.info.id, other.rules, other.options)

    def __hash__(self) -> int:
        return hash((self.info.id, self.rules, *self.options.items()))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"game({self.info.id!r}{chosen})"


def _rebuild(cls: type[Game[P, M]], options: Mapping[str, OptionValue], rules: int) -> Game[P, M]:
    """The same rules in another process: what a game derives from its options need not travel."""
    return cls(**options, rules=rules)

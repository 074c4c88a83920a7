"""How a table stands: the fold of everything that happened at it. Nothing here decides; `verbs` does."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal

from tablier.api.frames import Frame, ending_of, frame_after, frame_of
from tablier.api.legal import LegalMoves, legal_after, legal_moves
from tablier.api.primitives import Ending
from tablier.api.tables import (
    Answered,
    AnyTableEvent,
    Created,
    Declared,
    Ended,
    Left,
    Moved,
    Offered,
    OfferKind,
    OfferView,
    Player,
    Rated,
    Rematched,
    Replaced,
    Resumed,
    Said,
    Sat,
    SeatView,
    Started,
    TablePlan,
    TableView,
    TookBack,
)
from tablier.core.actors import CHANCE, Seat
from tablier.core.match import Entry, Match
from tablier.games import game as game_named
from tablier.server.tables.clock import Clock

State = Literal["open", "playing", "over"]


@dataclass
class SeatState:
    """A seat: free, taken by a person, or by an engine."""

    player: Player | None = None
    level: int = 0
    nonce: str = ""

    @property
    def free(self) -> bool:
        """Nobody sits there yet."""
        return self.player is None and not self.level

    @property
    def view(self) -> SeatView:
        """As everybody sees it."""
        if self.free:
            return SeatView("open")
        return SeatView("engine", level=self.level) if self.level else SeatView("human", self.player)


@dataclass(slots=True)
class Foreseen:
    """What a move would enter, and what is asked for after it, as far as that is worked out."""

    entry: Entry[Any]
    frame: Frame | None = None
    legal: LegalMoves | None = None


@dataclass
class Table:
    """A table after `version` happenings. Made by folding `Created`, then the others in order."""

    id: str
    plan: TablePlan
    owner: Player
    created: int
    commitment: str | None = None
    version: int = 0
    state: State = "open"
    chairs: list[SeatState] = field(default_factory=list)
    offers: dict[OfferKind, OfferView] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    ending: Ending | None = None
    seed: str | None = None
    rematch: str | None = None
    remarks: int = 0
    last: int = 0
    """When the last thing happened."""
    changed: int = 0
    """The version that last changed the position."""
    rated: bool = False

    def __post_init__(self) -> None:
        self.game = game_named(self.plan.game, **self.plan.options)
        self._match: Match[Any, Any] = Match(self.game)
        self._unplayed: deque[str] = deque()
        self.clock = Clock.of(self.plan.clock, len(self.game.seats))
        self._frame: Frame | None = None
        self._legal: LegalMoves | None = None
        self._foreseen: Foreseen | None = None
        self.chairs = [SeatState(level=seat.level if seat.kind == "engine" else 0) for seat in self.plan.seats]

    @classmethod
    def laid(cls, table: str, at: int, created: Created) -> "Table":
        """The table as it stands after its first happening."""
        return cls(table, created.plan, created.by, at, created.commitment, version=1, last=at)

    # -- questions ------------------------------------------------------------------------------------

    def seats_of(self, player: str) -> tuple[Seat, ...]:
        """The seats that somebody holds."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.player and chair.player.id == player and not chair.level)

    @property
    def match(self) -> Match[Any, Any]:
        """The game as it was played. Moves that nobody foresaw, as when the log is read, are played once somebody looks at the board."""
        if self._unplayed:
            self._play_on()
        return self._match

    @property
    def people(self) -> set[str]:
        """The ids of all who sit here."""
        return {chair.player.id for chair in self.chairs if chair.player and not chair.level}

    @property
    def turn(self) -> Seat | None:
        """The seat whose move it is, while the game is played."""
        if self.state != "playing":
            return None
        actor = self.match.actor
        return None if actor is None or actor is CHANCE else actor

    @property
    def legal(self) -> LegalMoves:
        """The moves of whoever acts; worked out once for a position."""
        if self._legal is None:
            self._legal = legal_moves(self.match) if self.turn is not None else {}
        return self._legal

    def shown(self, text: str) -> bool:
        """Whether a move is one of those that were worked out for whoever acts, and needs no other judge."""
        return self._legal is not None and text in self._legal

    @property
    def frame(self) -> Frame:
        """The position as it is drawn; worked out once for a position."""
        if self._frame is None:
            self._frame = frame_of(self.match)
        return self._frame

    def foresee(self, move: Any) -> Entry[Any]:
        """What a legal move would enter; remembered, because it is mostly what happens next."""
        entry = self.match.preview(move)
        self._foreseen = Foreseen(entry)
        return entry

    def look_ahead(self) -> None:
        """While what was foreseen is being written down: work out what everybody will want to see as soon as it is."""
        if (ahead := self._foreseen) is not None:
            ahead.frame = frame_after(self.game, len(self.match.entries) + 1, ahead.entry)
            ahead.legal = legal_after(self.game, ahead.entry, ahead.frame.position)

    @property
    def rolls(self) -> int:
        """How many times the dice have been thrown."""
        return sum(entry.actor is CHANCE for entry in self.match.entries)

    @property
    def watched(self) -> bool:
        """Whether something may happen here without anybody doing it: a flag falls, an engine moves, the dice are thrown."""
        return self.clock.ticks or self.game.dice or any(chair.level for chair in self.chairs)

    @property
    def counts(self) -> bool:
        """Whether the game is for ratings: one with an engine that nobody left a seat to is not."""
        return self.plan.rated and all(chair.player for chair in self.chairs)

    def view(self, code: str | None = None) -> TableView:
        """The table as those who may see it see it; the code is for those who sit there."""
        return TableView(
            self.id,
            self.version,
            self.state,
            self.plan,
            tuple(chair.view for chair in self.chairs),
            self.owner,
            self.created,
            len(self.match.entries),
            self.match.moves,
            tuple(self.offers.values()),
            self.ending,
            self.rematch,
            self.commitment,
            self.seed,
            code,
        )

    # -- the fold ----------------------------------------------------------------------------------------

    def fold(self, version: int, at: int, happening: AnyTableEvent, key: str | None = None, *, last: bool = True) -> None:
        """One more thing has happened. What is in the log was judged before it got there: it is trusted. `last` is False for a move
        that others are known to follow."""
        if version != self.version + 1:
            raise ValueError(f"table {self.id}: version {version} after {self.version}")
        self.version, self.last = version, at
        if key is not None:
            self.keys[key] = version
        match happening:
            case Moved(text, seat, _, _, spent):
                self._played(text, seat, spent, at, last=last)
            case Sat(seat, player, nonce):
                self.chairs[seat] = SeatState(player, nonce=nonce or "")
            case Left(seat):
                self.chairs[seat] = SeatState()
            case Replaced(seat, level):
                self.chairs[seat].level = level
            case Started():
                self.state, self._legal = "playing", None
                self.clock = self.clock.start(self.turn, at)
            case Declared(text):
                self.match.enter(text)
                self._settled(at)
            case Offered(kind, seat, plies):
                self.offers[kind] = OfferView(kind, seat, (seat,), plies)
            case Answered(kind, seat, yes):
                self._answered(kind, seat, yes)
            case TookBack(plies):
                for _ in range(plies):
                    self.match.undo()
                self._settled(at)
            case Said():
                self.remarks += 1
            case Ended(ending, seed):
                self.state, self.ending, self.seed = "over", ending, seed
                self._legal = None
                self.offers = {}
                self.clock = self.clock.start(None, at)
            case Rated():
                self.rated = True
            case Rematched(table):
                self.rematch = table
                self.offers.pop("rematch", None)
            case Resumed(gap):
                self.clock = self.clock.paused(gap)
            case Created():
                raise ValueError(f"table {self.id} was created twice")

    def _played(self, text: str, seat: Seat | None, spent: int, at: int, *, last: bool) -> None:
        if seat is not None and self.clock.running == seat:
            charged = at - self.clock.since
            self.clock = self.clock.pressed(spent, at, max(0, charged - spent))
        frame, legal, ahead = None, None, self._foreseen
        if ahead is not None and ahead.entry.text == text:
            self._match.add(ahead.entry)
            frame, legal = ahead.frame, ahead.legal
        else:
            self._unplayed.append(text)
            if self.clock.ticks:
                self._play_on(last=last)
        self._settled(at)
        self._frame, self._legal = frame, legal

    def _play_on(self, *, last: bool = True) -> None:
        """Play what has been waiting for somebody to look. A move that cannot be read stays, and so does the trouble with it."""
        while self._unplayed:
            self._match.apply(self.game.parse(self._unplayed[0]), last=last and len(self._unplayed) == 1)
            self._unplayed.popleft()

    def _settled(self, at: int) -> None:
        """After the position changed: the clock of whoever acts runs, and offers about the old position fall."""
        self.changed, self._frame, self._legal, self._foreseen = self.version, None, None, None
        if self.offers:
            for kind in ("stop", "takeback", "abort"):
                self.offers.pop(kind, None)
        if self.clock.ticks and (self.clock.running is None or self.clock.running != self.turn):
            self.clock = self.clock.start(self.turn, at)

    def _answered(self, kind: OfferKind, seat: Seat, yes: bool) -> None:
        offer = self.offers.get(kind)
        if offer is None:
            return
        if yes:
            self.offers[kind] = OfferView(kind, offer.seat, (*offer.agreed, seat), offer.plies)
        else:
            del self.offers[kind]

    def final(self) -> Ending | None:
        """How the match ended, as it travels."""
        return ending_of(self.game, self.match.outcome) if self.match.outcome else None

"""A table as a value: the fold of its log. Nothing here decides what may be done, waits, or reads a clock."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Literal

import msgspec
from msgspec import Struct

from tablier.api.frames import Frame, ending_of
from tablier.api.legal import LegalMoves
from tablier.api.primitives import Ending
from tablier.api.tables import (
    Answered,
    AnyTableEvent,
    Cause,
    Created,
    Declared,
    Ended,
    Left,
    Moved,
    NonceGiven,
    Offered,
    OfferKind,
    OfferView,
    Player,
    Rated,
    Rematched,
    Renamed,
    Replaced,
    Resumed,
    Returned,
    Said,
    Sat,
    SeatView,
    Started,
    TablePlan,
    TableView,
    TookBack,
)
from tablier.core.actors import CHANCE, Seat
from tablier.core.match import Declaration, Entry, Match
from tablier.games import AnyGame
from tablier.games import game as game_named
from tablier.server.tables.clock import Clock
from tablier.server.tables.match_state import MatchState

State = Literal["open", "playing", "over"]
Changes = dict[str, Any]
NONCE_WAIT = 5_000
"""Milliseconds that a table whose seats are all taken waits for nonces; then those that are missing count as empty."""
replace = msgspec.structs.replace
ENGINE_PATIENCE = 60_000
"""Milliseconds of waiting for a worker that are not charged to an engine's clock: its flag falls only after them."""


class SeatState(Struct, frozen=True):
    """A seat: free, taken by a player, or played by an engine (for a player who left, if there is one)."""

    player: Player | None = None
    level: int = 0
    nonce: str | None = None
    """What the player adds to the chance of the dice; None until it is given."""
    left: Cause | None = None
    """Why the player no longer plays."""
    elo: int | None = None
    """Of the engine's level, where it is measured and the engine plays for nobody else."""

    @property
    def free(self) -> bool:
        """Whether the seat can be taken."""
        return self.player is None and not self.level

    @property
    def person(self) -> str | None:
        """The id of the player who plays this seat; None where it is free or an engine plays."""
        return self.player.id if self.player and not self.level else None

    def view(self, withdrawn: bool) -> SeatView:
        """The seat as it is sent to clients."""
        if self.free:
            return SeatView("open")
        return SeatView("engine" if self.level else "human", self.player, self.level, self.left, withdrawn, self.elo)


class Table(Struct, frozen=True, kw_only=True):
    """A table after `version` events. Never changes: `fold` gives the table after one more."""

    id: str
    plan: TablePlan
    host: Player
    created: int
    commitment: str | None
    game: AnyGame
    play: MatchState
    clock: Clock
    seats: tuple[SeatState, ...]
    version: int = 1
    state: State = "open"
    offers: tuple[OfferView, ...] = ()
    ending: Ending | None = None
    seed: str | None = None
    rematch: str | None = None
    chat_lines: int = 0
    spectator_lines: int = 0
    changed: int = 0
    """The version that last changed the position."""
    seated: int = 0
    """When a seat was last taken."""
    rated: bool = False

    # -- questions ------------------------------------------------------------------------------------

    @property
    def match(self) -> Match[Any, Any]:
        """The match; not to be changed."""
        return self.play.match

    @property
    def frame(self) -> Frame:
        """The position as a client draws it."""
        return self.play.frame

    @property
    def legal(self) -> LegalMoves:
        """The legal moves of the seat to move; none while no seat is."""
        return self.play.legal if self.state == "playing" else {}

    @property
    def turn(self) -> Seat | None:
        """The seat to move, while the game is played; None when chance acts."""
        if self.state != "playing":
            return None
        actor = self.play.actor
        return None if actor is None or actor is CHANCE else actor

    @property
    def flagged_at(self) -> int | None:
        """When the seat to move has lost on time."""
        flagged, turn = self.clock.flagged_at(), self.turn
        return flagged if flagged is None or turn is None or not self.seats[turn].level else flagged + ENGINE_PATIENCE

    @property
    def mover(self) -> str | None:
        """The id of the player whose move it is; None when an engine or chance acts."""
        return None if self.turn is None else self.seats[self.turn].person

    @property
    def people(self) -> set[str]:
        """The ids of all players who play a seat."""
        return {seat.person for seat in self.seats if seat.person}

    @property
    def nonces(self) -> tuple[str, ...]:
        """What each seat adds to the chance of the dice."""
        return tuple(seat.nonce or "" for seat in self.seats)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose nonces the game waits for."""
        if self.state != "open" or not self.game.dice:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.person and seat.nonce is None)

    @property
    def begins_at(self) -> int | None:
        """When the game of an open table begins: with the last nonce, or when all have been waited for; None while a seat is free."""
        if self.state != "open" or any(seat.free for seat in self.seats):
            return None
        return self.seated + (NONCE_WAIT if self.awaited else 0)

    @property
    def wakes_at(self) -> int | None:
        """When something happens here without an act of a player or an engine: the game begins, or a flag falls."""
        return self.begins_at if self.state == "open" else self.flagged_at

    @property
    def acts_alone(self) -> bool:
        """Whether something may happen here without an act: a flag falls, an engine moves, dice are rolled."""
        return self.clock.ticks or self.game.dice or any(seat.level for seat in self.seats)

    @property
    def counts(self) -> bool:
        """Whether the result is rated: not with an engine seated from the start whose Elo is not known."""
        return self.plan.rated and all(seat.player or seat.elo is not None for seat in self.seats)

    @property
    def can_abort(self) -> bool:
        """Whether the game may be called off without counting: until every seat has moved once."""
        moved = {entry.actor for entry in self.match.entries} - {CHANCE}
        return self.state == "playing" and len(moved) < len(self.seats)

    def seats_of(self, player: str) -> tuple[Seat, ...]:
        """The seats that a player plays."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.person == player)

    def has_withdrawn(self, seat: Seat) -> bool:
        """Whether the game goes on without this seat."""
        return f"!{Declaration.WITHDRAW}:{seat}" in self.match.moves

    def offer(self, kind: OfferKind) -> OfferView | None:
        """The offer of a kind that waits for answers."""
        return next((offer for offer in self.offers if offer.kind == kind), None)

    def visible_to(self, player: str) -> bool:
        """Whether a player may see the table without its code."""
        return not self.plan.private or player == self.host.id or any(seat.player and seat.player.id == player for seat in self.seats)

    def invites(self, player: str) -> bool:
        """Whether a player may see the code that invites others."""
        return player == self.host.id or player in self.people

    @property
    def seat_views(self) -> tuple[SeatView, ...]:
        """The seats as they are sent to clients."""
        return tuple(seat.view(self.has_withdrawn(number)) for number, seat in enumerate(self.seats))

    def view(self, code: str | None = None) -> TableView:
        """The table as it is sent to clients; with its code for those who may invite."""
        return TableView(
            self.id,
            self.version,
            self.state,
            self.plan,
            self.seat_views,
            self.host,
            self.created,
            len(self.match.entries),
            self.match.moves,
            self.offers,
            self.ending,
            self.rematch,
            self.commitment,
            self.seed,
            code,
            self.can_abort,
            self.turn,
            self.awaited,
        )

    def result(self) -> Ending | None:
        """How the match ended; None while it goes on."""
        return ending_of(self.game, self.match.outcome) if self.match.outcome else None


def new_table(table: str, at: int, created: Created) -> Table:
    """The table after its first event."""
    plan = created.plan
    game = game_named(plan.game, **plan.options).as_of(created.rules)  # an old table goes on under the rules it began with
    return Table(
        id=table,
        plan=plan,
        host=created.by,
        created=at,
        commitment=created.commitment,
        game=game,
        play=MatchState.start(game, plan.position),
        clock=Clock.of(plan.clock, len(game.seats)),
        seats=tuple(
            SeatState(level=seat.level if seat.kind == "engine" else 0, elo=elo)
            for seat, elo in zip_longest(plan.seats, created.elos)  # tables of old tell no Elo
        ),
    )


def fold_all(table: str, events: Sequence[tuple[int, AnyTableEvent]]) -> Table:
    """The table after all events of a log, each with its time."""
    (first, created), *later = events
    if not isinstance(created, Created):
        raise ValueError(f"the log of {table} does not begin with its creation")
    state = new_table(table, first, created)
    moves: list[str] = []
    for at, event in later:
        if isinstance(event, Moved) and not state.clock.ticks:
            moves.append(event.text)
            continue
        state = fold(_with_moves(state, moves), event, at)
        moves = []
    return _with_moves(state, moves)


def fold(table: Table, event: AnyTableEvent, at: int, entry: Entry[Any] | None = None) -> Table:
    """The table after one more event. It was judged before it was written: it is trusted. `entry` is that of a move, where it is known."""
    return replace(table, version=table.version + 1, **_changes(table, event, at, entry))


def _changes(table: Table, event: AnyTableEvent, at: int, entry: Entry[Any] | None) -> Changes:
    match event:
        case Moved():
            return _moved(table, event, at, entry)
        case Declared(text, seat, _, cause):
            clock = table.clock.fallen(seat) if seat is not None and cause == "flagged" else table.clock
            left: Changes = {} if seat is None else _seated(table, seat, replace(table.seats[seat], left=cause), table.seated)
            return left | _new_position(table, table.play.with_declaration(text), clock, at)
        case TookBack(plies):
            return _new_position(table, table.play.without_last(plies), table.clock, at)
        case Sat(seat, player, nonce):
            return _seated(table, seat, SeatState(player, nonce=nonce), at)
        case NonceGiven(seat, nonce):
            return _seated(table, seat, replace(table.seats[seat], nonce=nonce), table.seated)
        case Left(seat):
            return _seated(table, seat, SeatState(), at)
        case Renamed(player):
            seats = tuple(replace(seat, player=_renamed(seat.player, player)) for seat in table.seats)
            return {"host": _renamed(table.host, player) or table.host, "seats": seats}
        case Replaced(seat, level, cause, elo):
            return _seated(table, seat, replace(table.seats[seat], level=level, left=cause, elo=elo), at)
        case Returned(seat):
            return _seated(table, seat, replace(table.seats[seat], level=0, left=None), at)
        case Started():
            started = replace(table, state="playing")
            return {"state": "playing", "clock": table.clock.start(started.turn if table.clock.ticks else None, at)}
        case Offered(kind, seat, plies):
            return {"offers": (*_other_offers(table, kind), OfferView(kind, seat, (seat,), plies))}
        case Answered(kind, seat, yes):
            return _answered(table, kind, seat, yes)
        case Said(player):
            counted = "chat_lines" if table.seats_of(player.id) else "spectator_lines"
            return {counted: getattr(table, counted) + 1}
        case Ended(ending, seed):
            return {"state": "over", "ending": ending, "seed": seed, "offers": (), "clock": table.clock.start(None, at)}
        case Rated():
            return {"rated": True}
        case Rematched(again):
            return {"rematch": again, "offers": _other_offers(table, "rematch")}
        case Resumed(gap):
            return {"clock": table.clock.paused(gap)}
        case Created():
            raise ValueError(f"table {table.id} was created twice")


def _moved(table: Table, event: Moved, at: int, entry: Entry[Any] | None) -> Changes:
    clock = table.clock
    if event.seat is not None and clock.running == event.seat:
        thought = at - clock.since
        clock = clock.pressed(event.spent, at, max(0, thought - event.spent))
    play = table.play.with_entry(entry) if entry is not None else table.play.with_moves((event.text,))
    return _new_position(table, play, clock, at)


def _new_position(table: Table, play: MatchState, clock: Clock, at: int) -> Changes:
    """The clock of the seat to move runs, and offers about the old position lapse."""
    if clock.ticks:
        turn = replace(table, play=play).turn
        if clock.running is None or clock.running != turn:
            clock = clock.start(turn, at)
    return {"play": play, "clock": clock, "changed": table.version + 1, "offers": _other_offers(table, "stop", "takeback", "abort")}


def _with_moves(table: Table, texts: Iterable[str]) -> Table:
    """The table after moves that no clock was running for."""
    moves = tuple(texts)
    if not moves:
        return table
    version = table.version + len(moves)
    offers = _other_offers(table, "stop", "takeback", "abort")
    return replace(table, version=version, changed=version, play=table.play.with_moves(moves), offers=offers)


def _renamed(player: Player | None, now: Player) -> Player | None:
    """The player under the name of `now`, if it is the same player."""
    return replace(player, name=now.name, named=now.named) if player and player.id == now.id else player


def _seated(table: Table, seat: Seat, state: SeatState, at: int) -> Changes:
    return {"seats": (*table.seats[:seat], state, *table.seats[seat + 1 :]), "seated": at}


def _other_offers(table: Table, *kinds: OfferKind) -> tuple[OfferView, ...]:
    return tuple(offer for offer in table.offers if offer.kind not in kinds) if table.offers else ()


def _answered(table: Table, kind: OfferKind, seat: Seat, yes: bool) -> Changes:
    offer, others = table.offer(kind), _other_offers(table, kind)
    if offer is None:
        return {}
    return {"offers": (*others, OfferView(kind, offer.seat, (*offer.agreed, seat), offer.plies)) if yes else others}

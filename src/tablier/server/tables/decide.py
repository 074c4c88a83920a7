"""What somebody may do at a table: each verb looks at the table and gives what then happens, or refuses. Nothing is changed here."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, assert_never

from tablier.api.frames import refusal_view, said
from tablier.api.messages import (
    PHRASES,
    AnswerOffer,
    AnyAct,
    ClaimAbsence,
    LeaveSeat,
    MakeOffer,
    PlayMove,
    Resign,
    SeatEngine,
    SendChat,
    TakeSeat,
)
from tablier.api.primitives import board_event
from tablier.api.tables import (
    Answered,
    AnyTableEvent,
    Declared,
    Ended,
    Left,
    Moved,
    Offered,
    OfferKind,
    Player,
    Replaced,
    Said,
    Sat,
    Started,
    TookBack,
)
from tablier.core.actors import CHANCE, Seat
from tablier.core.errors import BadNotation
from tablier.core.match import Declaration, Entry
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.server.tables import refusals as no
from tablier.server.tables.dice import is_nonce
from tablier.server.tables.refusals import Refused
from tablier.server.tables.state import Table

AWAY = 180_000
"""Milliseconds after which the game goes on without somebody who is not there, at a table without clocks."""
NEARLY = 0.05
"""The chance to win that an engine gives away for the sake of peace: half a piece in an even game."""
MOST_REMARKS = 500
LONGEST_REMARK = 300
CONTROLS = re.compile(r"[\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")

Happenings = list[AnyTableEvent]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a table does not know of itself: the time, the lag of who acts, for how long a seat has been away (milliseconds), and how
    likely the engine of a seat thinks to win."""

    now: int
    lag: int = 0
    away: Callable[[Seat], int] = lambda seat: 0
    chance: Callable[[Seat], float | None] = lambda seat: None


def decide(table: Table, who: Player, deed: AnyAct, seen: int, around: Circumstances) -> Happenings:
    """What happens when somebody does this, having seen version `seen`."""
    match deed:
        case PlayMove():
            return _move(table, who, deed, seen, around)
        case MakeOffer():
            return _offer(table, who, deed, seen, around)
        case AnswerOffer():
            return _answer(table, who, deed, seen, around)
        case Resign():
            return _leave_game(table, _own_seat(table, who, deed.seat))
        case TakeSeat():
            return _sit(table, who, deed)
        case LeaveSeat():
            return _leave(table, who, deed)
        case SeatEngine():
            return _invite(table, who, deed)
        case SendChat():
            return _say(table, who, deed)
        case ClaimAbsence():
            return _claim(table, who, deed, around)
        case _:
            assert_never(deed)


# -- moving --------------------------------------------------------------------------------------------------


def _move(table: Table, who: Player, deed: PlayMove, seen: int, around: Circumstances) -> Happenings:
    _must_play(table)
    mine, turn = table.seats_of(who.id), table.turn
    if not mine:
        raise Refused("forbidden", no.NOT_SEATED)
    if deed.seat is not None and deed.seat not in mine:
        raise Refused("forbidden", no.NOT_YOURS)
    if turn not in mine or (deed.seat is not None and deed.seat != turn):
        raise Refused("not_your_turn", no.NOT_YOUR_TURN)
    _must_be_fresh(table, seen)
    return [moved(table, deed.text, around)]


def moved(table: Table, text: str, around: Circumstances) -> Moved:
    """The move of the seat that acts, judged by the law, and what it is charged with."""
    game, match, seat = table.game, table.match, table.turn
    try:
        move = game.parse(text.strip())
    except BadNotation as error:
        raise Refused("bad_notation", error.text) from error
    refusal = None if table.shown(text) else match.why_not(move)
    if refusal is not None:
        raise Refused("illegal_move", refusal_view(refusal))
    entry = table.foresee(move)
    if game.too_many_moves(entry.step.after):
        raise Refused("not_now", no.CROWDED)
    spent = 0
    if seat is not None and table.clock.ticks:
        thought = around.now - table.clock.since
        spent = max(0, thought - table.clock.given_back(seat, min(around.lag, thought)))
        if not table.clock.affords(spent):
            raise Refused("over", no.TIME_UP)
    return _moved(game, entry, seat, spent)


def rolled(table: Table, text: str) -> Moved:
    """A throw of the dice."""
    game = table.game
    return _moved(game, table.foresee(game.parse(text)), None)


def _moved(game: AnyGame, entry: Entry[Any], seat: Seat | None, spent: int = 0) -> Moved:
    events = entry.step.events
    return Moved(entry.text, seat, tuple(map(board_event, events)), said(game, events), spent)


# -- offering -------------------------------------------------------------------------------------------------


def _offer(table: Table, who: Player, deed: MakeOffer, seen: int, around: Circumstances) -> Happenings:
    seat = _own_seat(table, who, deed.seat)
    kind = deed.kind
    if kind in table.offers:
        if seat in table.offers[kind].agreed:
            raise Refused("not_now", no.ALREADY)
        return _answer(table, who, AnswerOffer(kind, True, seat), seen, around)
    if kind == "rematch":
        if table.state != "over":
            raise Refused("not_now", no.NOT_OVER)
    else:
        _must_play(table)
    if kind == "abort" and not abortable(table):
        raise Refused("not_now", no.TOO_LATE)
    plies = back_to(table, seat) if kind == "takeback" else 0
    return _agreed(table, kind, (seat,), plies, around, [Offered(kind, seat, plies)])


def _answer(table: Table, who: Player, deed: AnswerOffer, seen: int, around: Circumstances) -> Happenings:
    seat = _own_seat(table, who, deed.seat)
    offer = table.offers.get(deed.kind)
    if offer is None:
        raise Refused("no_offer", no.NO_OFFER)
    if not deed.yes:
        return [Answered(deed.kind, seat, False)]
    _must_be_fresh(table, seen)
    if seat in offer.agreed:
        raise Refused("not_now", no.ALREADY)
    return _agreed(table, deed.kind, (*offer.agreed, seat), offer.plies, around, [Answered(deed.kind, seat, True)])


def _agreed(table: Table, kind: OfferKind, yes: tuple[Seat, ...], plies: int, around: Circumstances, so_far: Happenings) -> Happenings:
    """Whoever has said yes says so for all their seats; engines answer at once; when all agree, it happens."""
    players = {table.chairs[seat].player for seat in yes}
    agreed = set(yes)
    for seat, chair in enumerate(table.chairs):
        if seat in agreed:
            continue
        if chair.level:
            if not _engine_agrees(table, kind, seat, around.chance(seat)):
                return [*so_far, Answered(kind, seat, False)]
            agreed.add(seat)
        elif chair.player in players or _gone(table, seat):
            agreed.add(seat)
    if len(agreed) < len(table.chairs):
        return so_far
    return [*so_far, *_consequence(table, kind, plies)]


def _consequence(table: Table, kind: OfferKind, plies: int) -> Happenings:
    match kind:
        case "stop":
            return [Declared("!agree", None)]
        case "takeback":
            return [TookBack(plies)]
        case "abort":
            return [Ended(None)]
        case "rematch":
            return []  # the hub sets another table, and says so


def _engine_agrees(table: Table, kind: OfferKind, seat: Seat, chance: float | None) -> bool:
    """Engines are easy-going. Only where a game counts do they take nothing back, and they stop where that is worth to them about what
    they expect of going on; one that expects nothing yet stops only where it wins."""
    if kind == "takeback":
        return not table.counts
    if kind != "stop":
        return True
    winners = table.game.settle(table.match.position).winners
    worth = 1 / len(winners) if seat in winners else 0.0
    return worth >= (1.0 if chance is None else chance) - NEARLY


def _gone(table: Table, seat: Seat) -> bool:
    return f"!withdraw:{seat}" in table.match.moves


def rematch_agreed(table: Table) -> bool:
    """All want to meet again: everyone has said yes, or is an engine, or is played by somebody who said yes."""
    offer = table.offers.get("rematch")
    if offer is None or table.rematch is not None:
        return False
    players = {table.chairs[seat].player for seat in offer.agreed}
    return all(chair.level or chair.player in players or _gone(table, seat) for seat, chair in enumerate(table.chairs))


def abortable(table: Table) -> bool:
    """Before everybody has moved once, a game may be called off and counts for nothing."""
    return len({entry.actor for entry in table.match.entries} - {CHANCE}) < len(table.chairs)


def back_to(table: Table, seat: Seat) -> int:
    """How many entries must be undone to come back to the last decision of a seat."""
    for count, entry in enumerate(reversed(table.match.entries), 1):
        if entry.actor is CHANCE:
            raise Refused("not_now", no.NOT_PAST_DICE)
        if entry.text.startswith("!"):
            break
        if entry.actor == seat:
            return count
    raise Refused("not_now", no.NOTHING_BACK)


# -- leaving ----------------------------------------------------------------------------------------------------


def _leave_game(table: Table, seat: Seat) -> Happenings:
    """Somebody gives up: at a table of three or four, an engine plays on for them if the table chose so."""
    _must_play(table)
    if len(table.chairs) > 2 and table.plan.leavers == "engine":
        return [Replaced(seat, table.plan.leaver_level)]
    return [declared(table, Declaration.RESIGN, seat)]


def declared(table: Table, word: Declaration, seat: Seat) -> Declared:
    """A declaration, as the record will write it, with what it does to the board."""
    step = table.game.withdraw(table.match.position, seat) if len(table.chairs) > 2 else None
    if step is None:
        return Declared(f"!{word}:{seat}", seat)
    return Declared(f"!withdraw:{seat}", seat, tuple(map(board_event, step.events)))


def _claim(table: Table, who: Player, deed: ClaimAbsence, around: Circumstances) -> Happenings:
    _own_seat(table, who, None)
    _must_play(table)
    _must_be_seat(table, deed.seat)
    chair = table.chairs[deed.seat]
    if table.clock.ticks or chair.level or deed.seat in table.seats_of(who.id) or around.away(deed.seat) < AWAY:
        raise Refused("not_now", no.NOT_AWAY)
    return _leave_game(table, deed.seat)


# -- sitting ----------------------------------------------------------------------------------------------------


def _sit(table: Table, who: Player, deed: TakeSeat) -> Happenings:
    if table.state != "open":
        raise Refused("not_open", no.NONE_FREE)
    free = [seat for seat, chair in enumerate(table.chairs) if chair.free]
    if deed.seat is not None:
        _must_be_seat(table, deed.seat)
        if deed.seat not in free:
            raise Refused("seat_taken", no.TAKEN)
        free = [deed.seat]
    if not free:
        raise Refused("seat_taken", no.NONE_FREE)
    if deed.nonce is not None and not is_nonce(deed.nonce):
        raise Refused("bad_request", no.BAD_NONCE)
    return [Sat(free[0], who, deed.nonce if table.game.dice else None)]


def _leave(table: Table, who: Player, deed: LeaveSeat) -> Happenings:
    seat = _own_seat(table, who, deed.seat)
    if table.state != "open":
        raise Refused("not_open", no.TOO_LATE)
    rest = table.people - {who.id}
    return [Left(seat)] if rest or len(table.seats_of(who.id)) > 1 else [Left(seat), Ended(None)]


def _invite(table: Table, who: Player, deed: SeatEngine) -> Happenings:
    _must_be_seat(table, deed.seat)
    if who.id != table.owner.id:
        raise Refused("forbidden", no.OWNER_ONLY)
    if table.state != "open" or not table.chairs[deed.seat].free:
        raise Refused("seat_taken", no.TAKEN)
    if not 1 <= deed.level <= 8:
        raise Refused("bad_request", no.BAD_LEVEL)
    return [Replaced(deed.seat, deed.level)]


# -- talking -----------------------------------------------------------------------------------------------------


def _say(table: Table, who: Player, deed: SendChat) -> Happenings:
    text = CONTROLS.sub(" ", deed.text or "").strip()
    if bool(text) == bool(deed.phrase) or (deed.phrase and deed.phrase not in PHRASES):
        raise Refused("bad_request", no.NO_WORDS)
    if len(text) > LONGEST_REMARK:
        raise Refused("too_long", no.too_long(LONGEST_REMARK))
    if table.remarks >= MOST_REMARKS:
        raise Refused("too_fast", no.SPOKEN_ENOUGH)
    return [Said(who, deed.phrase, text or None)]


# -- what happens by itself -------------------------------------------------------------------------------------


def automatic(table: Table, now: int, roll: Callable[[], str], seed: str | None) -> Happenings:
    """What happens now without anybody doing it: the game begins, the dice are thrown, a flag falls, the game ends."""
    if table.state == "open":
        return [] if any(chair.free for chair in table.chairs) else [Started()]
    if table.state == "over":
        return []
    ending = table.final()
    if ending is not None:
        return [Ended(ending, seed)]
    if table.match.actor is CHANCE:
        return [rolled(table, roll())]
    flagged = table.clock.flagged_at()
    if flagged is not None and now >= flagged and table.turn is not None:
        return [declared(table, Declaration.FLAG, table.turn)]
    return []


# -- who and when -----------------------------------------------------------------------------------------------


def _own_seat(table: Table, who: Player, seat: Seat | None) -> Seat:
    """The seat that somebody speaks for: the one they name, the one whose turn it is, or their first."""
    mine = table.seats_of(who.id)
    if not mine:
        raise Refused("forbidden", no.NOT_SEATED)
    if seat is None:
        return table.turn if table.turn in mine and table.turn is not None else mine[0]
    if seat not in mine:
        raise Refused("forbidden", no.NOT_YOURS)
    return seat


def _must_be_seat(table: Table, seat: Seat) -> None:
    if not 0 <= seat < len(table.chairs):
        raise Refused("unknown_seat", no.NO_SEAT)


def _must_be_fresh(table: Table, seen: int) -> None:
    """What was meant for another position does not count in this one."""
    if seen < table.changed:
        raise Refused("stale", no.STALE)


def _must_play(table: Table) -> None:
    if table.state == "open":
        raise Refused("not_now", no.NOT_BEGUN)
    if table.state == "over":
        raise Refused("over", _over(table))


def _over(table: Table) -> Text:
    if table.ending is None:
        return no.IS_OVER
    why = table.ending.why
    return Text(f"{no.IS_OVER.fr} {why.fr}", f"{no.IS_OVER.en} {why.en}")

"""Offers to the others: stop here, take a move back, call the game off, play again. All must agree; engines answer at once."""

from tablier.api.messages import AnswerOffer, MakeOffer
from tablier.api.tables import Answered, Declared, Ended, Offered, OfferKind, Player, TookBack
from tablier.core.actors import CHANCE, Seat
from tablier.server.tables import refusals as no
from tablier.server.tables.decision import Draft
from tablier.server.tables.guards import check_current, check_playing, own_seat
from tablier.server.tables.refusals import Refused
from tablier.server.tables.state import Table

MARGIN = 0.05
"""What an engine gives away of its chance to win when it agrees to stop: half a piece in an even game."""


def make_offer(draft: Draft, player: Player, act: MakeOffer, seen: int) -> None:
    """Offer something; where the same is offered already, agree to it."""
    table = draft.table
    seat = own_seat(table, player, act.seat)
    waiting = table.offer(act.kind)
    if waiting is not None:
        if seat in waiting.agreed:
            raise Refused("not_now", no.ALREADY)
        answer_offer(draft, player, AnswerOffer(act.kind, True, seat), seen)
        return
    if act.kind == "rematch":
        if table.state != "over":
            raise Refused("not_now", no.NOT_OVER)
    else:
        check_playing(table)
    if act.kind == "abort" and not table.can_abort:
        raise Refused("not_now", no.TOO_LATE)
    plies = plies_to_undo(table, seat) if act.kind == "takeback" else 0
    draft.add(Offered(act.kind, seat, plies))
    _conclude(draft, act.kind)


def answer_offer(draft: Draft, player: Player, act: AnswerOffer, seen: int) -> None:
    """Agree or decline; the one who offered takes the offer back by declining."""
    table = draft.table
    seat = own_seat(table, player, act.seat)
    offer = table.offer(act.kind)
    if offer is None:
        raise Refused("no_offer", no.NO_OFFER)
    if act.yes:
        check_current(table, seen)
        if seat in offer.agreed:
            raise Refused("not_now", no.ALREADY)
    draft.add(Answered(act.kind, seat, act.yes))
    if act.yes:
        _conclude(draft, act.kind)


def _conclude(draft: Draft, kind: OfferKind) -> None:
    """Let engines answer; when all agree, do what was offered."""
    table = draft.table
    offer = table.offer(kind)
    assert offer is not None
    agreed = _agreeing(table, offer.agreed)
    for number, seat in enumerate(table.seats):
        if number in agreed or not seat.level:
            continue
        if not _engine_agrees(table, kind, number, draft.context.chance(number)):
            draft.add(Answered(kind, number, False))
            return
        agreed.add(number)
    if len(agreed) < len(table.seats):
        return
    match kind:
        case "stop":
            draft.add(Declared("!agree", None))
        case "takeback":
            draft.add(TookBack(offer.plies))
        case "abort":
            draft.add(Ended(None))
        case "rematch":
            pass  # another table is created once this is written


def _agreeing(table: Table, agreed: tuple[Seat, ...]) -> set[Seat]:
    """The seats that have agreed, all other seats of the same players, and those that have withdrawn."""
    players = {table.seats[seat].player for seat in agreed}
    return {
        number
        for number, seat in enumerate(table.seats)
        if number in agreed or (not seat.level and (seat.player in players or table.has_withdrawn(number)))
    }


def _engine_agrees(table: Table, kind: OfferKind, seat: Seat, chance: float | None) -> bool:
    """Engines agree, except that they take nothing back in a rated game, and stop only where that is worth about what they expect."""
    if kind == "takeback":
        return not table.counts
    if kind != "stop":
        return True
    winners = table.game.settle(table.match.position).winners
    worth = 1 / len(winners) if seat in winners else 0.0
    return worth >= (1.0 if chance is None else chance) - MARGIN


def rematch_agreed(table: Table) -> bool:
    """Whether all want to play again, and no table was created for it yet."""
    offer = table.offer("rematch")
    if offer is None or table.rematch is not None:
        return False
    agreed = _agreeing(table, offer.agreed)
    return all(seat.level or number in agreed for number, seat in enumerate(table.seats))


def plies_to_undo(table: Table, seat: Seat) -> int:
    """How many entries must be undone to come back to the last decision of a seat."""
    for count, entry in enumerate(reversed(table.match.entries), 1):
        if entry.actor is CHANCE:
            raise Refused("not_now", no.NOT_PAST_DICE)
        if entry.text.startswith("!"):
            break
        if entry.actor == seat:
            return count
    raise Refused("not_now", no.NOTHING_BACK)

"""Decide what an act leads to. Pure: a table and an act in, a decision or a refusal out."""

from typing import assert_never

from tablier.api.messages import (
    AnswerOffer,
    AnyAct,
    ClaimAbsence,
    GiveNonce,
    LeaveSeat,
    MakeOffer,
    PlayMove,
    Resign,
    SeatEngine,
    SendChat,
    ShowName,
    TakeSeat,
)
from tablier.api.tables import AnyTableEvent, Player
from tablier.core.match import Declaration
from tablier.server.tables.automatic import proceed
from tablier.server.tables.chat import send_chat
from tablier.server.tables.decision import Context, Decision, Draft
from tablier.server.tables.guards import check_version
from tablier.server.tables.moves import declare, move_text, play_move
from tablier.server.tables.offers import answer_offer, make_offer
from tablier.server.tables.refusals import Refused
from tablier.server.tables.seating import claim_absence, give_nonce, leave_seat, resign, seat_engine, show_name, take_seat
from tablier.server.tables.state import Table

__all__ = ["Context", "Decision", "Refused", "decide", "decide_engine_move", "decide_events"]


def decide(table: Table, player: Player, act: AnyAct, seen: int, context: Context) -> Decision:
    """What an act of a player who saw version `seen` leads to, and what then follows by itself; raises `Refused`."""
    check_version(table, seen)
    draft = Draft(table, context)
    _add_act(draft, player, act, seen)
    proceed(draft)
    return draft.decision()


def decide_engine_move(table: Table, text: str, context: Context, waited: int = 0) -> Decision:
    """What the move of an engine leads to; raises `Refused`. `waited`: milliseconds that are not charged to its clock."""
    draft = Draft(table, context)
    try:
        move_text(draft, text, waited)
    except Refused as refused:
        if refused.code != "over" or table.turn is None:
            raise
        declare(draft, Declaration.FLAG, table.turn, "flagged")  # it thought for longer than it had
    proceed(draft)
    return draft.decision()


def decide_events(table: Table, events: tuple[AnyTableEvent, ...], context: Context) -> Decision:
    """Events that the server itself causes, and what then follows by itself."""
    draft = Draft(table, context)
    for event in events:
        draft.add(event)
    proceed(draft)
    return draft.decision()


def _add_act(draft: Draft, player: Player, act: AnyAct, seen: int) -> None:
    match act:
        case PlayMove():
            play_move(draft, player, act, seen)
        case MakeOffer():
            make_offer(draft, player, act, seen)
        case AnswerOffer():
            answer_offer(draft, player, act, seen)
        case Resign():
            resign(draft, player, act)
        case TakeSeat():
            take_seat(draft, player, act)
        case GiveNonce():
            give_nonce(draft, player, act)
        case LeaveSeat():
            leave_seat(draft, player, act)
        case SeatEngine():
            seat_engine(draft, player, act)
        case SendChat():
            send_chat(draft, player, act)
        case ShowName():
            show_name(draft, player)
        case ClaimAbsence():
            claim_absence(draft, player, act)
        case _:
            assert_never(act)

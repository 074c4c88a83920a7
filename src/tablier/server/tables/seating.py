"""Taking and leaving seats, seating engines, resigning, and going on without an absent player."""

from tablier.api.messages import ClaimAbsence, GiveNonce, LeaveSeat, Resign, SeatEngine, TakeSeat
from tablier.api.tables import Cause, Ended, Left, NonceGiven, Player, Renamed, Replaced, Returned, Sat
from tablier.core.actors import Seat
from tablier.core.match import Declaration
from tablier.search.level_elo import elos_of
from tablier.search.levels import levels_of
from tablier.server.tables import refusals as no
from tablier.server.tables.decision import Draft
from tablier.server.tables.dice import is_nonce
from tablier.server.tables.guards import check_playing, check_seat_exists, own_seat
from tablier.server.tables.moves import declare
from tablier.server.tables.rated import why_engine_not_rated
from tablier.server.tables.refusals import Refused
from tablier.server.tables.state import Table

ABSENT = 60_000
"""Milliseconds of disconnection after which the others may go on."""


def take_seat(draft: Draft, player: Player, act: TakeSeat) -> None:
    """Take a free seat, or one's own that an engine has played meanwhile."""
    table = draft.table
    if table.state != "open":
        _return_to_seat(draft, player, act)
        return
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if act.seat is not None:
        check_seat_exists(table, act.seat)
        if act.seat not in free:
            raise Refused("seat_taken", no.TAKEN)
        free = [act.seat]
    if not free:
        raise Refused("seat_taken", no.NONE_FREE)
    nonce = act.nonce or ""  # asked for now, after the commitment: none means the empty one
    if not is_nonce(nonce):
        raise Refused("bad_request", no.BAD_NONCE)
    draft.add(Sat(free[0], player, nonce if table.game.dice else None))


def _return_to_seat(draft: Draft, player: Player, act: TakeSeat) -> None:
    """A player who left plays on for the engine; in a rated game who left has left."""
    table = draft.table
    left = [number for number, seat in enumerate(table.seats) if seat.level and seat.player and seat.player.id == player.id]
    if table.state != "playing" or not left or (act.seat is not None and act.seat not in left):
        raise Refused("not_open", no.NONE_FREE)
    if table.plan.rated:
        raise Refused("not_now", no.LEFT_FOR_GOOD)
    draft.add(Returned(left[0] if act.seat is None else act.seat))


def give_nonce(draft: Draft, player: Player, act: GiveNonce) -> None:
    """Add a nonce for the seats of a player that have none yet; it is never changed, or it could be chosen to fit."""
    table = draft.table
    own = own_seat(table, player, act.seat)
    seats = table.seats_of(player.id) if act.seat is None else (own,)
    awaited = [seat for seat in seats if seat in table.awaited]
    if not awaited:
        raise Refused("not_now", no.NO_NONCE_AWAITED)
    if not is_nonce(act.nonce):
        raise Refused("bad_request", no.BAD_NONCE)
    for seat in awaited:
        draft.add(NonceGiven(seat, act.nonce))


def leave_seat(draft: Draft, player: Player, act: LeaveSeat) -> None:
    """Leave a seat before the game begins; a table without players ends."""
    table = draft.table
    seat = own_seat(table, player, act.seat)
    if table.state != "open":
        raise Refused("not_open", no.TOO_LATE)
    draft.add(Left(seat))
    if not draft.table.people:
        draft.add(Ended(None))


def show_name(draft: Draft, player: Player) -> None:
    """Show a guest who plays here or is the host under the name that the guest has by now; accounts keep theirs."""
    table = draft.table
    known = {seat.player for seat in table.seats if seat.player} | {table.host}
    before = [one for one in known if one.id == player.id]
    if not before:
        raise Refused("forbidden", no.NOT_SEATED)
    if not player.guest or all(one.name == player.name for one in before):
        raise Refused("not_now", no.SAME_NAME)
    draft.add(Renamed(player))


def seat_engine(draft: Draft, player: Player, act: SeatEngine) -> None:
    """Let an engine play a free seat."""
    table = draft.table
    check_seat_exists(table, act.seat)
    if player.id != table.host.id:
        raise Refused("forbidden", no.OWNER_ONLY)
    if table.state != "open" or not table.seats[act.seat].free:
        raise Refused("seat_taken", no.TAKEN)
    if act.level not in levels_of(table.game):
        raise Refused("bad_request", no.bad_level(levels_of(table.game)))
    if why := why_engine_not_rated(table.plan, table.game, act.level):
        raise Refused("not_rated", why)
    draft.add(Replaced(act.seat, act.level, elo=elos_of(table.game).get(act.level)))


def resign(draft: Draft, player: Player, act: Resign) -> None:
    """Give up."""
    _give_up(draft, own_seat(draft.table, player, act.seat), "resigned")


def claim_absence(draft: Draft, player: Player, act: ClaimAbsence) -> None:
    """Go on without a player who is gone."""
    table = draft.table
    own_seat(table, player, None)
    check_playing(table)
    check_seat_exists(table, act.seat)
    left = None if act.seat in table.seats_of(player.id) else time_left(table, act.seat, draft.context.away(act.seat))
    if left is None:
        raise Refused("not_now", no.WAITED_FOR)
    if left > 0:
        raise Refused("not_now", no.NOT_AWAY)
    _give_up(draft, act.seat, "absent")


def time_left(table: Table, seat: Seat, away: int) -> int | None:
    """Milliseconds until the others may go on without a player who has been away for so long; None where they wait, however long it takes:
    the table chose so, a clock counts days, or a clock runs for a program, which needs no socket to play."""
    player, clock = table.seats[seat].player, table.clock
    if table.state != "playing" or table.seats[seat].person is None or player is None or table.has_withdrawn(seat):
        return None
    if table.plan.leavers == "wait" or clock.plan.kind == "correspondence" or (clock.ticks and player.bot):
        return None
    return max(0, ABSENT - away)


def _give_up(draft: Draft, seat: Seat, cause: Cause) -> None:
    """A seat is given up: an engine plays on for it if the table chose so; of two players, one who resigns has lost."""
    table = draft.table
    check_playing(table)
    if table.has_withdrawn(seat):
        raise Refused("not_now", no.HAS_LEFT)
    if table.plan.leavers == "engine" and (cause == "absent" or len(table.seats) > 2):
        draft.add(Replaced(seat, table.plan.leaver_level, cause))
    else:
        declare(draft, Declaration.RESIGN, seat, cause)

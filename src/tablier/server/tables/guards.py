"""Checks that several acts share: who acts for which seat, and whether it is the time for it."""

from tablier.api.tables import Player
from tablier.core.actors import Seat
from tablier.core.text import Text
from tablier.server.tables import refusals as no
from tablier.server.tables.refusals import Refused
from tablier.server.tables.state import Table


def own_seat(table: Table, player: Player, seat: Seat | None) -> Seat:
    """The seat that a player acts for: the one named, else the one to move, else the player's first."""
    mine = table.seats_of(player.id)
    if not mine:
        raise Refused("forbidden", no.NOT_SEATED)
    if seat is None:
        return table.turn if table.turn in mine and table.turn is not None else mine[0]
    if seat not in mine:
        raise Refused("forbidden", no.NOT_YOURS)
    return seat


def check_seat_exists(table: Table, seat: Seat) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < len(table.seats):
        raise Refused("unknown_seat", no.NO_SEAT)


def check_version(table: Table, seen: int) -> None:
    """Refuse a version that the table has never had."""
    if not 0 <= seen <= table.version:
        raise Refused("bad_request", no.bad_version(table.version))


def check_current(table: Table, seen: int) -> None:
    """Refuse what was meant for an earlier position."""
    if seen < table.changed:
        raise Refused("stale", no.STALE)


def check_playing(table: Table) -> None:
    """Refuse what can only be done while the game is played."""
    if table.state == "open":
        raise Refused("not_now", no.NOT_BEGUN if table.begins_at is None else no.NONCES_AWAITED)
    if table.state == "over":
        raise Refused("over", _over(table))


def _over(table: Table) -> Text:
    if table.ending is None:
        return no.IS_OVER
    why = table.ending.why
    return Text(f"{no.IS_OVER.fr} {why.fr}", f"{no.IS_OVER.en} {why.en}")

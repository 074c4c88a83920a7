"""Telling players about their tables, wherever they listen: a stream of notices that bots live on."""

from typing import TYPE_CHECKING

from tablier.api.notifications import Notification
from tablier.api.tables import AnyTableEvent, Ended, Offered, OfferKind, Started
from tablier.core.actors import Seat
from tablier.server.tables.room import Room, encode

if TYPE_CHECKING:
    from tablier.server.storage.bus import Bus


def channel_of(player: str) -> str:
    """Where the notices of a player go."""
    return f"player:{player}"


async def tell(bus: "Bus", room: Room, happened: list[AnyTableEvent]) -> None:
    """Tell those at a table what concerns them in what just happened."""
    table = room.table
    people = {seat: chair.player.id for seat, chair in enumerate(table.chairs) if chair.player and not chair.level}
    for seat, player in people.items():
        if not bus.has_listeners(channel_of(player)):
            continue
        for happening in happened:
            match happening:
                case Started():
                    await bus.publish(channel_of(player), encode(start(room, seat)))
                case Offered(kind, by) if player != people.get(by) and kind in table.offers:
                    await bus.publish(channel_of(player), encode(_offer(room, seat, kind)))
                case Ended():
                    await bus.publish(channel_of(player), encode(end(room, seat)))
        begun = any(isinstance(happening, Started) for happening in happened)
        if table.turn == seat and (begun or table.changed > table.version - len(happened)):
            await bus.publish(channel_of(player), encode(turn(room, seat)))


def start(room: Room, seat: Seat) -> Notification:
    """The game has begun."""
    table = room.table
    return Notification("start", table.id, table.plan.game, table.version, seat, table.plan.options)


def turn(room: Room, seat: Seat) -> Notification:
    """It is your turn."""
    table = room.table
    legal = tuple(move.text for move in room.legal)
    return Notification("turn", table.id, table.plan.game, table.version, seat, table.plan.options, table.frame.position, legal)


def end(room: Room, seat: Seat) -> Notification:
    """The game is over."""
    table = room.table
    return Notification("end", table.id, table.plan.game, table.version, seat, ranks=table.ending.ranks if table.ending else ())


def _offer(room: Room, seat: Seat, kind: OfferKind) -> Notification:
    table = room.table
    return Notification("offer", table.id, table.plan.game, table.version, seat, offer=kind)

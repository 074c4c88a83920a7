"""Notifications: what concerns a player at a table, published for the streams that bots live on."""

from collections.abc import Iterator

from tablier.api.notifications import Notification
from tablier.api.tables import Ended, Offered, OfferKind, Started
from tablier.core.actors import Seat
from tablier.server.tables.audience import encode
from tablier.server.tables.cluster import Cluster
from tablier.server.tables.decision import Decision, Step
from tablier.server.tables.state import Table


def channel_of(player: str) -> str:
    """The bus channel of a player's notifications."""
    return f"player:{player}"


def publish(cluster: Cluster, decision: Decision) -> None:
    """Publish what a decision means to each player at the table."""
    for number, seat in enumerate(decision.after.seats):
        if seat.person is not None and cluster.bus.has_listeners(channel_of(seat.person)):
            for notification in _notifications(decision, number, seat.person):
                cluster.publish(channel_of(seat.person), encode(notification))


def _notifications(decision: Decision, seat: Seat, player: str) -> Iterator[Notification]:
    table = decision.after
    for step in decision.steps:
        yield from _of_step(step, table, seat, player)
    started = any(isinstance(step.event, Started) for step in decision.steps)
    if table.turn == seat and (started or table.changed > decision.before.version):
        yield turn(table, seat)


def _of_step(step: Step, table: Table, seat: Seat, player: str) -> Iterator[Notification]:
    match step.event:
        case Started():
            yield start(table, seat)
        case Offered(kind, by) if player != table.seats[by].person and table.offer(kind):
            yield _offer(table, seat, kind)
        case Ended():
            yield _end(table, seat)


def start(table: Table, seat: Seat) -> Notification:
    """The game has begun."""
    return Notification("start", table.id, table.plan.game, table.version, seat, table.plan.options)


def turn(table: Table, seat: Seat) -> Notification:
    """It is the player's turn."""
    legal = tuple(table.legal)
    return Notification("turn", table.id, table.plan.game, table.version, seat, table.plan.options, table.frame.position, legal)


def _end(table: Table, seat: Seat) -> Notification:
    return Notification("end", table.id, table.plan.game, table.version, seat, ranks=table.ending.ranks if table.ending else ())


def _offer(table: Table, seat: Seat, kind: OfferKind) -> Notification:
    return Notification("offer", table.id, table.plan.game, table.version, seat, offer=kind)

"""Notifications: what concerns a player at a table, published for the streams that bots live on."""

from collections.abc import Iterator

from tablier.api.notifications import Notification
from tablier.api.tables import Ended, Offered, OfferKind, Started
from tablier.core.actors import Seat
from tablier.server.people.player_channel import channel_of
from tablier.server.tables.audience import encode
from tablier.server.tables.cluster import Cluster
from tablier.server.tables.decision import Decision, Step
from tablier.server.tables.state import Table
from tablier.server.timestamps import now_ms


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
    return Notification(
        "start",
        table.id,
        table.plan.game,
        table.version,
        seat,
        f"start:{table.id}:{seat}",
        options=table.plan.options,
        start=table.plan.position,
        clocks=table.clock.at(now_ms()),
        seats=table.seat_views,
    )


def turn(table: Table, seat: Seat) -> Notification:
    """It is the player's turn. Its id names the version that led to the position, so that what is said meanwhile does not change it."""
    moves = table.match.moves
    return Notification(
        "turn",
        table.id,
        table.plan.game,
        table.version,
        seat,
        f"turn:{table.id}:{table.changed}:{seat}",
        options=table.plan.options,
        position=table.frame.position,
        legal=tuple(table.legal),
        start=table.plan.position,
        moves=moves,
        last=moves[-1] if moves else None,
        clocks=table.clock.at(now_ms()),
        seats=table.seat_views,
    )


def _end(table: Table, seat: Seat) -> Notification:
    ranks = table.ending.ranks if table.ending else ()
    return Notification("end", table.id, table.plan.game, table.version, seat, f"end:{table.id}:{seat}", ranks=ranks)


def _offer(table: Table, seat: Seat, kind: OfferKind) -> Notification:
    told = f"offer:{table.id}:{table.version}:{kind}:{seat}"
    return Notification("offer", table.id, table.plan.game, table.version, seat, told, offer=kind)

"""Table events of one player: where they are, and how to replace the player in them."""

import msgspec
from sqlalchemy import Select, or_, select

from tablier.api.tables import AnyTableEvent, Created, Player, Renamed, Said, Sat
from tablier.server.storage.schema import seats, table_events, tables

decode_event = msgspec.json.Decoder(AnyTableEvent).decode
encode_event = msgspec.json.Encoder().encode


def tables_of(player: str) -> Select[tuple[str]]:
    """Select the tables that a player created, sat at or acted at."""
    acted = select(table_events.c.table).where(table_events.c.key.startswith(f"{player}:", autoescape=True))
    mine = or_(tables.c.host == player, tables.c.id.in_(seated_at(player)), tables.c.id.in_(acted))
    return select(tables.c.id).where(mine).order_by(tables.c.created, tables.c.id)


def seated_at(player: str) -> Select[tuple[str]]:
    """Select the tables at which a player has a seat."""
    return select(seats.c.table).where(seats.c.player == player)


def replace_player(event: AnyTableEvent, player: str, replacement: Player) -> AnyTableEvent:
    """Copy of the event with the player replaced."""
    match event:
        case Created(by=who) if who.id == player:
            return msgspec.structs.replace(event, by=replacement)
        case Sat(player=who) | Said(player=who) | Renamed(player=who) if who.id == player:
            return msgspec.structs.replace(event, player=replacement)
    return event

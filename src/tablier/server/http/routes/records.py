"""Records of tables."""

from typing import Any

from starlette.responses import Response

from tablier.core.match import Match
from tablier.core.record import write_json, write_text
from tablier.server.http.routes.tables import find_visible
from tablier.server.http.routing import Call, Endpoint
from tablier.server.settings import Settings
from tablier.server.tables.dice import dice_tags
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.state import SeatState, Table


async def record_text(call: Call, registry: TableRegistry, settings: Settings) -> Response:
    """The record of the game, as text."""
    live = await find_visible(call, registry)
    return Response(write_text(tagged_match(live.table, settings.address)), media_type="text/plain; charset=utf-8")


async def record_json(call: Call, registry: TableRegistry, settings: Settings) -> Response:
    """The record of the game, as JSON."""
    live = await find_visible(call, registry)
    return Response(write_json(tagged_match(live.table, settings.address)), media_type="application/json")


def tagged_match(table: Table, address: str) -> Match[Any, Any]:
    """A copy of the match with its tags: who played, where, and what makes its dice verifiable."""
    match = table.match.copy()
    names = {f"Seat{number}": name for number, seat in enumerate(table.seats) if (name := _name(seat))}
    match.tags = {"Site": f"{address}/t/{table.id}", **names}
    if table.commitment:
        match.tags |= dice_tags(table.commitment, table.id, table.nonces, bytes.fromhex(table.seed) if table.seed else None)
    return match


def _name(seat: SeatState) -> str:
    if seat.level:
        return f"Tablier {seat.level}"
    return seat.player.name if seat.player else ""


ENDPOINTS = (
    Endpoint("GET", "/tables/{table}/record.txt", "The record as text", record_text, returns=str, query=("code",), media="text/plain"),
    Endpoint("GET", "/tables/{table}/record.json", "The record as JSON", record_json, returns=dict[str, Any], query=("code",)),
)

"""Records of tables, in our format and in those of others, and records that a client has as text."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.responses import Response

from tablier.adapters.records import FORMATS, Format
from tablier.api.records import RecordRequest, RecordView
from tablier.core.match import Match
from tablier.core.record import LONGEST, write_json, write_text
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routes.tables import find_visible
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.records import view_record
from tablier.server.positions.service import PositionService
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


def record_in(form: Format) -> Callable[[Call, TableRegistry, Settings], Awaitable[Response]]:
    """The handler for a format of others."""

    async def record(call: Call, registry: TableRegistry, settings: Settings) -> Response:
        """The record of the game in a format of others, where its game is written so."""
        table = (await find_visible(call, registry)).table
        name = table.match.game.info.name
        if form.id not in table.match.game.formats:
            why = Text(f"Une partie de {name.fr} ne s'écrit pas en {form.id}.", f"A game of {name.en} is not written as {form.id}.")
            raise Problem(404, "not_found", why)
        match = tagged_match(table, settings.address)
        match.tags["Date"] = datetime.fromtimestamp(table.created / 1000, UTC).strftime("%Y.%m.%d")
        return Response(form.write(match), media_type=f"{form.media}; charset=utf-8")

    record.__name__ = f"record_{form.id}"  # names the operation in the description of the API
    return record


async def read_text(call: Call, asked: RecordRequest, positions: PositionService) -> Response:
    """A game of a text, ours, PGN or PDN, replayed by the rules; a text that is wrong is answered with its line."""
    if len(asked.text) > LONGEST:
        raise Problem(413, "too_long", Text(f"Au plus {LONGEST} caractères.", f"At most {LONGEST} characters."))
    answer = positions.ask(asker_of(call), view_record, msgspec.json.encode(asked))
    return Response(await while_connected(call, answer), media_type="application/json")


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
    *(
        Endpoint(
            "GET",
            f"/tables/{{table}}/record.{form.id}",
            f"The record as {form.id.upper()}",
            record_in(form),
            returns=str,
            query=("code",),
            media=form.media,
        )
        for form in FORMATS.values()
    ),
    Endpoint("POST", "/records", "Read a game of a text", read_text, body=RecordRequest, returns=RecordView, cost=2),
)

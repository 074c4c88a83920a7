"""Tables over HTTP: setting them, finding them, acting at them, and what is left of them."""

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import segno
from sqlalchemy import select
from starlette.responses import Response, StreamingResponse

from tablier.api.frames import PositionDetails, position_details
from tablier.api.http import ActBody, Invitation
from tablier.api.messages import Ack, Closing, Present, Sync, Update
from tablier.api.tables import TablePlan, TableView
from tablier.core.record import write_json, write_text
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routing import LAST_PAGE, Call, Endpoint
from tablier.server.people.auth import Authenticator
from tablier.server.people.identity import Identity
from tablier.server.rate_limits import TABLES, RateLimits, address_of
from tablier.server.settings import Settings
from tablier.server.shutdown import Shutdown
from tablier.server.storage.database import Database
from tablier.server.storage.schema import seats, tables
from tablier.server.tables.dice import dice_tags
from tablier.server.tables.registry import UNKNOWN, TableRegistry
from tablier.server.tables.room import Room, encode
from tablier.server.tables.state import SeatState

PAGE = 30
LONGEST_WAIT = 25.0
STATUS = {
    "unknown_table": 404,
    "forbidden": 403,
    "too_fast": 429,
    "unavailable": 503,
    "stale": 409,
    "over": 409,
    "seat_taken": 409,
    "not_open": 409,
}


async def room_for(call: Call, registry: TableRegistry) -> Room:
    """The table of the address, for those who may see it."""
    room = await registry.room(call.path["table"])
    if not room.may_see(call.who, call.query.get("code")):
        raise Problem(404, "unknown_table", UNKNOWN)
    return room


def view_for(call: Call, room: Room) -> TableView:
    """The table as this visitor sees it."""
    mine = room.table.seats_of(call.who.player.id) or call.who.player.id == room.table.owner.id
    return room.table.view(room.code if mine else None)


async def create(call: Call, plan: TablePlan, registry: TableRegistry, limits: RateLimits) -> TableView:
    """Set a table."""
    await limits.charge_together(TABLES, address_of(call.request))
    return view_for(call, await registry.create(plan, call.who.player))


async def lobby(call: Call, database: Database, registry: TableRegistry) -> list[TableView]:
    """The public tables, newest first."""
    state = call.query.get("state", "open")
    if state not in ("open", "playing"):
        raise Problem(422, "bad_request", Text("state : open ou playing.", "state: open or playing."))
    asked = select(tables.c.id).where(tables.c.state == state, tables.c.private.is_(False))
    if "game" in call.query:
        asked = asked.where(tables.c.game == call.query["game"])
    asked = asked.order_by(tables.c.updated.desc()).offset(PAGE * call.number("page", LAST_PAGE)).limit(PAGE)
    return await _views(database, registry, asked)


async def mine(call: Call, database: Database, registry: TableRegistry) -> list[TableView]:
    """The tables that I sit at and that are not over."""
    asked = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(seats.c.player == call.who.player.id, tables.c.state != "over")
        .group_by(tables.c.id, tables.c.updated)
        .order_by(tables.c.updated.desc())
        .limit(PAGE)
    )
    return await _views(database, registry, asked)


async def _views(database: Database, registry: TableRegistry, asked: Any) -> list[TableView]:
    async with database.read() as connection:
        found = [row.id for row in await connection.execute(asked)]
    rooms = [await registry.room(table) for table in found]
    return [msgspec.structs.replace(room.table.view(), moves=()) for room in rooms]


async def show(call: Call, registry: TableRegistry) -> TableView:
    """A table as it stands."""
    return view_for(call, await room_for(call, registry))


async def act(call: Call, asked: ActBody, registry: TableRegistry) -> Ack:
    """Do something at a table."""
    code = call.query.get("code")
    answer = await registry.act(call.path["table"], call.who, asked.k, asked.v, asked.do, code=code)
    if isinstance(answer, Ack):
        return answer
    raise Problem(STATUS.get(answer.code, 422), answer.code, answer.why, clause=answer.clause, cells=answer.cells, instead=answer.instead)


async def events(call: Call, registry: TableRegistry, settings: Settings) -> list[Update]:
    """What happened after a version; with `wait`, once something has."""
    room = await room_for(call, registry)
    after, wait = call.number("v"), min(call.number("wait"), LONGEST_WAIT)
    if after >= room.table.version and wait:
        listener = Listener(call.who, settings.quotas.queue)
        room.add(listener)
        try:
            await asyncio.wait_for(listener.heard.get(), wait)
        except TimeoutError:
            pass
        finally:
            room.remove(listener)
    return [room.caught_up(line) for line in await registry.log.read(room.table.id, after)]


async def stream(call: Call, registry: TableRegistry, settings: Settings, auth: Authenticator, shutdown: Shutdown) -> StreamingResponse:
    """What happens, line by line: what was missed, how the table stands (`sync`), then whatever happens, who is there, and the farewell."""
    room = await room_for(call, registry)
    after = call.number("v")
    listener = Listener(call.who, settings.quotas.queue)

    async def lines() -> AsyncIterator[bytes]:
        room.add(listener)
        await registry.presence_changed(room)
        try:
            for line in await registry.log.read(room.table.id, after, room.table.version):
                yield encode(room.caught_up(line)) + b"\n"
            yield encode(room.sync(call.who)) + b"\n"
            watch = auth.watch(call.who)
            while not listener.full and not shutdown.begun and await watch.is_valid():
                try:
                    yield (await asyncio.wait_for(listener.heard.get(), 15)).encode() + b"\n"
                except TimeoutError:
                    yield b"\n"  # a sign of life, so that a dead connection is noticed
        finally:
            room.remove(listener)
            await registry.presence_changed(room)

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


class Listener:
    """Somebody who follows a table over HTTP."""

    def __init__(self, who: Identity, most: int) -> None:
        self.who = who
        self.heard: asyncio.Queue[str] = asyncio.Queue(most)
        self.full = False

    def tell(self, message: str) -> None:
        """Take a message; one who reads too slowly must come back."""
        try:
            self.heard.put_nowait(message)
        except asyncio.QueueFull:
            self.full = True


async def look(call: Call, registry: TableRegistry) -> PositionDetails:
    """A closer look at the position."""
    return position_details((await room_for(call, registry)).table.match)


async def record_text(call: Call, registry: TableRegistry, settings: Settings) -> Response:
    """The record of the game, as text."""
    room = await room_for(call, registry)
    return Response(write_text(tagged(settings, room)), media_type="text/plain; charset=utf-8")


async def record_json(call: Call, registry: TableRegistry, settings: Settings) -> Response:
    """The record of the game, as JSON."""
    return Response(write_json(tagged(settings, await room_for(call, registry))), media_type="application/json")


def tagged(settings: Settings, room: Room) -> Any:
    """The match with its tags: who played, where, when, and what makes its dice verifiable."""
    table = room.table
    names = {f"Seat{seat}": name for seat, chair in enumerate(table.chairs) if (name := _name(chair))}
    table.match.tags = {"Site": f"{settings.address}/t/{table.id}", **names}
    if table.commitment:
        seed = bytes.fromhex(table.seed) if table.seed else None
        table.match.tags |= dice_tags(table.commitment, table.id, tuple(chair.nonce for chair in table.chairs), seed)
    return table.match


def _name(chair: SeatState) -> str:
    if chair.level:
        return f"Tablier {chair.level}"
    return chair.player.name if chair.player else ""


async def qr(call: Call, registry: TableRegistry, settings: Settings) -> Response:
    """The invitation as a QR code, for those who sit at the table."""
    room = await room_for(call, registry)
    if view_for(call, room).code is None:
        raise Problem(403, "forbidden", Text("Seuls les joueurs invitent.", "Only players invite."))
    drawing = io.BytesIO()
    code = segno.make(invite_link(settings, room.code), error="m")
    code.save(drawing, kind="svg", scale=6, border=2, xmldecl=False, svgclass=None, lineclass=None)
    return Response(drawing.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


def invite_link(settings: Settings, code: str) -> str:
    """Where an invitation leads."""
    return f"{settings.address}/j/{code}"


async def invited(call: Call, database: Database, registry: TableRegistry) -> Invitation:
    """The table behind a code."""
    code = call.path["code"].strip().lower()
    async with database.read() as connection:
        table = (await connection.execute(select(tables.c.id).where(tables.c.code == code))).scalar()
    if table is None:
        raise Problem(404, "unknown_table", UNKNOWN)
    room = await registry.room(table)
    return Invitation(table, room.table.view(room.code))


ENDPOINTS = (
    Endpoint("POST", "/tables", "Set a table", create, body=TablePlan, returns=TableView, scope="play", status=201, cost=5),
    Endpoint("GET", "/tables", "The public tables", lobby, returns=list[TableView], query=("game", "state", "page"), cost=2),
    Endpoint("GET", "/me/tables", "My tables that are not over", mine, returns=list[TableView], scope="read", cost=2),
    Endpoint("GET", "/tables/{table}", "A table", show, returns=TableView, query=("code",)),
    Endpoint("POST", "/tables/{table}/acts", "Do something at a table", act, body=ActBody, returns=Ack, query=("code",), scope="play"),
    Endpoint("GET", "/tables/{table}/events", "What happened after a version", events, returns=list[Update], query=("v", "wait", "code")),
    Endpoint(
        "GET",
        "/tables/{table}/stream",
        "What happens, as lines of JSON",
        stream,
        returns=(Update, Sync, Present, Closing),
        query=("v", "code"),
        media="application/x-ndjson",
    ),
    Endpoint("GET", "/tables/{table}/look", "A closer look at the position", look, returns=PositionDetails, query=("code",)),
    Endpoint("GET", "/tables/{table}/record.txt", "The record as text", record_text, returns=str, query=("code",), media="text/plain"),
    Endpoint("GET", "/tables/{table}/record.json", "The record as JSON", record_json, returns=dict[str, Any], query=("code",)),
    Endpoint("GET", "/tables/{table}/qr.svg", "The invitation as a QR code", qr, returns=str, query=("code",), media="image/svg+xml"),
    Endpoint("GET", "/invites/{code}", "The table behind a code", invited, returns=Invitation, cost=5),
)

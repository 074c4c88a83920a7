"""Tables over HTTP: creating, finding, acting, following."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import select
from starlette.responses import StreamingResponse

from tablier.api.frames import PositionDetails
from tablier.api.http import ActBody, PositionRequest
from tablier.api.messages import Ack, Closing, Present, Sync, Update
from tablier.api.tables import TablePlan, TableView
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import LAST_PAGE, Call, Endpoint
from tablier.server.people.auth import Authenticator
from tablier.server.people.identity import Identity
from tablier.server.positions.questions import check_start
from tablier.server.positions.service import PositionService
from tablier.server.positions.table_details import TableDetails
from tablier.server.rate_limits import TABLES, RateLimits, address_of
from tablier.server.settings import Settings
from tablier.server.shutdown import Shutdown
from tablier.server.storage.database import Database
from tablier.server.storage.log import Log
from tablier.server.storage.schema import seats, tables
from tablier.server.tables import refusals as no
from tablier.server.tables.audience import encode
from tablier.server.tables.creation import TableCreator
from tablier.server.tables.dispatch import ActDispatcher
from tablier.server.tables.live_table import LiveTable
from tablier.server.tables.registry import TableRegistry
from tablier.server.timestamps import now_ms

PAGE = 30
LONGEST_WAIT = 25.0
KEEP_ALIVE = 15.0
"""Seconds of silence after which a stream sends an empty line, so that a dead connection is noticed."""
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


async def find_visible(call: Call, registry: TableRegistry) -> LiveTable:
    """The table of the address, for those who may see it."""
    live = await registry.find(call.path["table"])
    if not live.visible_to(call.who, call.query.get("code")):
        raise Problem(404, "unknown_table", no.UNKNOWN)
    return live


def view_for(who: Identity, live: LiveTable) -> TableView:
    """The table as a player sees it, with its clocks as they stand."""
    view = live.table.view(live.code if live.table.invites(who.player.id) else None)
    return msgspec.structs.replace(view, clocks=live.table.clock.at(now_ms()))


async def create(call: Call, plan: TablePlan, creator: TableCreator, limits: RateLimits, positions: PositionService) -> TableView:
    """Create a table; a game that begins in a given position is not rated."""
    await limits.charge_shared(TABLES, address_of(call.request))
    if plan.position is not None:
        plan = msgspec.structs.replace(plan, position=await _checked_start(call, plan, positions))
    return view_for(call.who, await creator.create(plan, call.who.player))


async def _checked_start(call: Call, plan: TablePlan, positions: PositionService) -> str | None:
    """The position of a plan as its law writes it; asked of another process, since a contrived one may take long."""
    asked = msgspec.json.encode(PositionRequest(plan.game, plan.options, plan.position))
    checked: str | None = msgspec.json.decode(await while_connected(call, positions.ask(asker_of(call), check_start, asked)))
    return checked


async def lobby(call: Call, database: Database, registry: TableRegistry) -> list[TableView]:
    """The public tables, the latest first."""
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
    return [msgspec.structs.replace((await registry.find(table)).table.view(), moves=()) for table in found]


async def show(call: Call, registry: TableRegistry) -> TableView:
    """A table as it stands."""
    return view_for(call.who, await find_visible(call, registry))


async def act(call: Call, body: ActBody, dispatcher: ActDispatcher) -> Ack:
    """Act at a table."""
    answer = await dispatcher.act(call.path["table"], call.who, body.k, body.v, body.do, code=call.query.get("code"))
    if isinstance(answer, Ack):
        return answer
    raise Problem(STATUS.get(answer.code, 422), answer.code, answer.why, clause=answer.clause, cells=answer.cells, instead=answer.instead)


async def events(call: Call, registry: TableRegistry, log: Log, settings: Settings) -> list[Update]:
    """What happened after a version; with `wait`, once something has."""
    live = await find_visible(call, registry)
    after, wait = call.number("v"), min(call.number("wait"), LONGEST_WAIT)
    if after >= live.table.version and wait:
        follower = QueueFollower(call.who, settings.quotas.queue)
        live.audience.add(follower)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(follower.messages.get(), wait)
        finally:
            live.audience.remove(follower)
    return [live.past_update(entry) for entry in await log.read(live.table.id, after)]


async def stream(
    call: Call, registry: TableRegistry, log: Log, settings: Settings, auth: Authenticator, shutdown: Shutdown
) -> StreamingResponse:
    """Lines of JSON: what was missed, how the table stands (`sync`), then what happens, who is connected, and that the server closes."""
    live = await find_visible(call, registry)
    after = call.number("v")
    follower = QueueFollower(call.who, settings.quotas.queue)

    async def lines() -> AsyncIterator[bytes]:
        live.audience.add(follower)
        registry.presence_changed(live)
        try:
            for entry in await log.read(live.table.id, after, live.table.version):
                yield encode(live.past_update(entry)) + b"\n"
            yield encode(live.sync(call.who)) + b"\n"
            watch = auth.watch(call.who)
            while not follower.overflowed and not shutdown.begun and await watch.is_valid():
                try:
                    yield await asyncio.wait_for(follower.messages.get(), KEEP_ALIVE) + b"\n"
                except TimeoutError:
                    yield b"\n"
        finally:
            live.audience.remove(follower)
            registry.presence_changed(live)

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


class QueueFollower:
    """A client that follows a table over HTTP; one that reads too slowly must come back."""

    def __init__(self, who: Identity, most: int) -> None:
        self.who = who
        self.messages: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.overflowed = False

    def send_encoded(self, message: bytes) -> None:
        """Queue a message."""
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.overflowed = True


async def look(call: Call, registry: TableRegistry, details: TableDetails) -> PositionDetails:
    """What each legal move takes, and which clauses apply."""
    live = await find_visible(call, registry)
    return await asyncio.shield(details.find(live.table.play, asker_of(call)))


ENDPOINTS = (
    Endpoint("POST", "/tables", "Create a table", create, body=TablePlan, returns=TableView, scope="play", status=201, cost=5),
    Endpoint("GET", "/tables", "The public tables", lobby, returns=list[TableView], query=("game", "state", "page"), cost=2),
    Endpoint("GET", "/me/tables", "My tables that are not over", mine, returns=list[TableView], scope="read", cost=2),
    Endpoint("GET", "/tables/{table}", "A table", show, returns=TableView, query=("code",)),
    Endpoint("POST", "/tables/{table}/acts", "Act at a table", act, body=ActBody, returns=Ack, query=("code",), scope="play"),
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
    Endpoint("GET", "/tables/{table}/look", "Details of the position", look, returns=PositionDetails, query=("code",)),
)

"""Invitations: the QR code of a table, and the table behind a code."""

import io

import segno
from sqlalchemy import select
from starlette.responses import Response

from tablier.api.http import Invitation
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routes.tables import find_visible
from tablier.server.http.routing import Call, Endpoint
from tablier.server.settings import Settings
from tablier.server.storage.database import Database
from tablier.server.storage.schema import tables
from tablier.server.tables import refusals as no
from tablier.server.tables.registry import TableRegistry


async def qr_code(call: Call, registry: TableRegistry, settings: Settings) -> Response:
    """The invitation as a QR code, for those who may invite."""
    live = await find_visible(call, registry)
    if not live.table.invites(call.who.player.id):
        raise Problem(403, "forbidden", Text("Seuls les joueurs invitent.", "Only players invite."))
    drawing = io.BytesIO()
    code = segno.make(f"{settings.address}/j/{live.code}", error="m")
    code.save(drawing, kind="svg", scale=6, border=2, xmldecl=False, svgclass=None, lineclass=None)
    return Response(drawing.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


async def invited(call: Call, database: Database, registry: TableRegistry) -> Invitation:
    """The table behind a code."""
    code = call.path["code"].strip().lower()
    async with database.read() as connection:
        table = (await connection.execute(select(tables.c.id).where(tables.c.code == code))).scalar()
    if table is None:
        raise Problem(404, "unknown_table", no.UNKNOWN)
    live = await registry.find(table)
    return Invitation(table, live.table.view(live.code))


ENDPOINTS = (
    Endpoint("GET", "/tables/{table}/qr.svg", "The invitation as a QR code", qr_code, returns=str, query=("code",), media="image/svg+xml"),
    Endpoint("GET", "/invites/{code}", "The table behind a code", invited, returns=Invitation, cost=5),
)

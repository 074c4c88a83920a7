"""The client of a request: whom it counts for, and whether it is still connected."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.routing import Call
from tablier.server.positions.service import Asker

Result = TypeVar("Result")
GONE = Text("Le client est parti.", "The client has left.")


def asker_of(call: Call) -> Asker:
    """Whom a question counts for. Without a cookie a request has a new player each time: its address stands for the player too."""
    return Asker(call.address if call.who.fresh else call.who.player.id, call.address)


async def disconnected(request: Request) -> None:
    """Return when the client has disconnected; only after the body is read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def while_connected(call: Call, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of `work`, which is cancelled when the client disconnects."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(disconnected(call.request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Problem(499, "gone", GONE)
        return working.result()
    finally:
        working.cancel()
        gone.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)

"""The description of the API."""

from functools import cache
from typing import Any

import msgspec
from starlette.responses import Response

from tablier.server.http.openapi import openapi
from tablier.server.http.routes import endpoints
from tablier.server.http.routing import Call, Endpoint


async def show_openapi(call: Call) -> Response:
    """All operations of the API, as OpenAPI 3.1."""
    return Response(_document(), media_type="application/json", headers={"Cache-Control": "no-cache"})


@cache
def _document() -> bytes:
    return msgspec.json.encode(openapi(endpoints()))


ENDPOINTS = (Endpoint("GET", "/openapi.json", "This description", show_openapi, returns=dict[str, Any]),)

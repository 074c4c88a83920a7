"""The games as data, and their positions."""

import hashlib
from functools import lru_cache

import msgspec
from starlette.responses import Response

from tablier.api.http import PositionRequest, PositionView
from tablier.api.manifest import GameCard, Manifest, card, manifest
from tablier.games import game, games
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.service import PositionService


async def list_games(call: Call) -> list[GameCard]:
    """All games of the library."""
    return [card(game(name)) for name in games()]


async def show_game(call: Call) -> Response:
    """A game, with its options chosen by the query."""
    body, tag = _manifest(call.path["game"], tuple(sorted(call.query.items())))
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if call.request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")


@lru_cache(256)
def _manifest(name: str, options: tuple[tuple[str, str], ...]) -> tuple[bytes, str]:
    body = msgspec.json.encode(manifest(game(name, **dict(options))))
    return body, f'"{hashlib.sha256(body).hexdigest()[:20]}"'


async def show_position(call: Call, asked: PositionRequest, positions: PositionService) -> Response:
    """A position after some moves, its legal moves, and why the last move or some clicks are refused."""
    return Response(await while_connected(call, positions.describe(asker_of(call), asked)), media_type="application/json")


ENDPOINTS = (
    Endpoint("GET", "/games", "All games of the library", list_games, returns=list[GameCard]),
    Endpoint("GET", "/games/{game}", "A game as data, with options in the query", show_game, returns=Manifest, query=("options",)),
    Endpoint("POST", "/positions", "A position, its moves, and why not others", show_position, body=PositionRequest, returns=PositionView),
)

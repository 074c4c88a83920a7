"""The games as data, and their positions."""

import asyncio
import gzip
import hashlib
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from starlette.responses import Response

from tablier.api.http import ComposedPosition, ComposeRequest, PositionRequest, PositionView, ShownPosition
from tablier.api.lessons import WireChapter, wire_chapters
from tablier.api.manifest import GameCard, Manifest, card, manifest
from tablier.games import game, games
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.questions import compose_position
from tablier.server.positions.service import PositionService
from tablier.server.positions.shown_positions import shown_positions


class Packed(NamedTuple):
    """JSON that is the same for every client: plain, compressed, and its tag."""

    body: bytes
    compressed: bytes
    tag: str


async def list_games(call: Call) -> Response:
    """All games of the library."""
    return _send(call, _cards(tuple(games())))


async def show_game(call: Call) -> Response:
    """A game, with its options chosen by the query."""
    return _send(call, _manifest(call.path["game"], tuple(sorted(call.query.items()))))


async def list_positions(call: Call) -> Response:
    """The positions that the pages of a game show, all at once."""
    # In a thread: the first time it takes as long as a few dozen moves.
    return _send(call, await asyncio.to_thread(_positions, call.path["game"]))


async def list_lessons(call: Call) -> Response:
    """The chapters of a game, with their exercises."""
    return _send(call, await asyncio.to_thread(_lessons, call.path["game"]))


def _send(call: Call, packed: Packed) -> Response:
    headers = {"ETag": packed.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if call.request.headers.get("if-none-match") == packed.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in call.request.headers.get("accept-encoding", ""):
        return Response(packed.compressed, headers={**headers, "Content-Encoding": "gzip"}, media_type="application/json")
    return Response(packed.body, headers=headers, media_type="application/json")


def _pack(value: Any) -> Packed:
    body = msgspec.json.encode(value)
    return Packed(body, gzip.compress(body, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:20]}"')


@lru_cache(4)
def _cards(names: tuple[str, ...]) -> Packed:
    return _pack([card(game(name)) for name in names])


@lru_cache(256)
def _manifest(name: str, options: tuple[tuple[str, str], ...]) -> Packed:
    return _pack(manifest(game(name, **dict(options))))


@lru_cache(64)
def _positions(name: str) -> Packed:
    return _pack(shown_positions(game(name)))


@lru_cache(64)
def _lessons(name: str) -> Packed:
    return _pack(wire_chapters(name))


async def show_position(call: Call, asked: PositionRequest, positions: PositionService) -> Response:
    """A position after some moves, its legal moves, and why the last move or some clicks are refused."""
    return Response(await while_connected(call, positions.describe(asker_of(call), asked)), media_type="application/json")


async def compose(call: Call, asked: ComposeRequest, positions: PositionService) -> Response:
    """The text of a position that is given as placed tokens, or all that is wrong with it."""
    answer = positions.ask(asker_of(call), compose_position, msgspec.json.encode(asked))
    return Response(await while_connected(call, answer), media_type="application/json")


ENDPOINTS = (
    Endpoint("GET", "/games", "All games of the library", list_games, returns=list[GameCard]),
    Endpoint("GET", "/games/{game}", "A game as data, with options in the query", show_game, returns=Manifest, query=("options",)),
    Endpoint("GET", "/games/{game}/positions", "The positions that its pages show", list_positions, returns=list[ShownPosition]),
    Endpoint("GET", "/games/{game}/lessons", "The chapters of its lessons", list_lessons, returns=list[WireChapter]),
    Endpoint("POST", "/positions", "A position, its moves, and why not others", show_position, body=PositionRequest, returns=PositionView),
    Endpoint("POST", "/positions/compose", "Compose a position of tokens", compose, body=ComposeRequest, returns=ComposedPosition),
)

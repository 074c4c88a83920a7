"""Openings: what is known of the first moves of a game."""

import msgspec
from starlette.responses import Response

from tablier.api.http import PositionRequest
from tablier.api.openings import KeyedOpening, OpeningView, with_library
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.questions import find_opening
from tablier.server.positions.service import PositionService
from tablier.server.storage.ttl_cache import TtlCache
from tablier.server.tables.openings import Filters, Openings

MOST_MOVES = 60
LONGEST = 2_000
OURS = ("game", "position", "moves", "players", "level", "since")
NO_GAME = Text("Il faut un jeu : ?game=…", "A game is needed: ?game=…")
TOO_LONG = Text(f"Au plus {MOST_MOVES} coups et {LONGEST} caractères.", f"At most {MOST_MOVES} moves and {LONGEST} characters.")
BAD_PLAYERS = Text("players : people, engines ou mixed.", "players: people, engines or mixed.")
MONTH = Text("since : un mois, 202611.", "since: a month, 202611.")
_cache: TtlCache[bytes, KeyedOpening] = TtlCache(600, 2_000)
"""What the books say of positions: the same for every client."""


async def show_opening(call: Call, positions: PositionService, openings: Openings) -> Response:
    """The moves of an early position in the library's own games and in the book, with the engine's opinion."""
    request, filters = _asked(call), _filters(call)
    key = msgspec.json.encode(request, order="sorted")
    found = _cache.get(key)
    if found is None:
        generation = _cache.generation
        answer = await while_connected(call, positions.ask(asker_of(call), find_opening, key))
        found = msgspec.json.decode(answer, type=KeyedOpening)
        _cache.put(key, found, generation)
    counts = await openings.read(found.view.game, found.key, filters) if found.view.standard else {}
    body = msgspec.json.encode(with_library(found, counts))
    return Response(body, media_type="application/json", headers={"Cache-Control": "public, max-age=20"})


def _asked(call: Call) -> PositionRequest:
    query = call.query
    if not query.get("game"):
        raise Problem(422, "bad_request", NO_GAME)
    moves = tuple(query.get("moves", "").split())
    position = query.get("position") or None
    if len(moves) > MOST_MOVES or sum(map(len, query.values())) > LONGEST:
        raise Problem(413, "too_long", TOO_LONG)
    return PositionRequest(query["game"], {name: value for name, value in query.items() if name not in OURS}, position, moves)


def _filters(call: Call) -> Filters:
    players = call.query.get("players") or None
    match players:
        case None | "people" | "engines" | "mixed":
            pass
        case _:
            raise Problem(422, "bad_request", BAD_PLAYERS)
    since = call.number("since", 999_912)
    if since and not 1 <= since % 100 <= 12:
        raise Problem(422, "bad_request", MONTH)
    return Filters(players, call.number("level", 9_999), since)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/openings",
        "What is known of the first moves of a game",
        show_opening,
        returns=OpeningView,
        query=("game", "options", "position", "moves", "players", "level", "since"),
        cost=2,
    ),
)

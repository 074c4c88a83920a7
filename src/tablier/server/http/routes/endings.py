"""Exact endings: which are there, and what they know of a position."""

import msgspec
from starlette.responses import Response

from tablier.api.endings import EndingQuestion, EndingSetView, EndingView
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.questions import list_endings, probe_ending
from tablier.server.positions.service import PositionService

LONGEST = 500
NO_POSITION = Text("Il faut une position : ?position=…", "A position is needed: ?position=…")


async def show_endings(call: Call, positions: PositionService) -> Response:
    """The exact endings that are there, of one game or of all."""
    question = positions.ask(asker_of(call), list_endings, msgspec.json.encode(call.query.get("game", "")))
    return Response(await while_connected(call, question), media_type="application/json")


async def probe(call: Call, positions: PositionService) -> Response:
    """The exact value of a position and of its moves; no value where no ending knows it."""
    options = {name: value for name, value in call.query.items() if name != "position"}
    position = call.query.get("position", "")
    if not 0 < len(position) <= LONGEST:
        raise Problem(422, "bad_request", NO_POSITION)
    asked = EndingQuestion(call.path["game"], options, position)
    question = positions.ask(asker_of(call), probe_ending, msgspec.json.encode(asked))
    return Response(await while_connected(call, question), media_type="application/json")


ENDPOINTS = (
    Endpoint("GET", "/endings", "The exact endings that are there", show_endings, returns=list[EndingSetView], query=("game",)),
    Endpoint("GET", "/endings/{game}", "The exact value of a position", probe, returns=EndingView, query=("position", "options")),
)

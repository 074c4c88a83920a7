"""Verification of the dice of a record."""

import msgspec
from starlette.responses import Response

from tablier.api.dice_check import DiceCheck, DiceCheckRequest
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.questions import check_dice
from tablier.server.positions.service import PositionService

MAX_LENGTH = 100_000
"""Characters: a game of thousands of rolls. `tablier verify-dice` verifies longer records."""


async def verify_dice(call: Call, asked: DiceCheckRequest, positions: PositionService) -> Response:
    """Verify the dice of a recorded game: draw them again from the revealed seed, and compare."""
    if len(asked.record) > MAX_LENGTH:
        raise Problem(413, "too_long", Text(f"Au plus {MAX_LENGTH} caractères.", f"At most {MAX_LENGTH} characters."))
    answer = positions.ask(asker_of(call), check_dice, msgspec.json.encode(asked))
    return Response(await while_connected(call, answer), media_type="application/json")


ENDPOINTS = (
    Endpoint("POST", "/verify-dice", "Verify the dice of a recorded game", verify_dice, body=DiceCheckRequest, returns=DiceCheck, cost=5),
)

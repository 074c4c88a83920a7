"""Verifying the dice of a record."""

import msgspec
from starlette.responses import Response

from tablier.api.dice_check import DiceCheck, DiceCheckRequest
from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.questions import check_dice

LONGEST = 100_000
"""Characters: a game of thousands of rolls. Longer records are for `tablier verify-dice`, which keeps nobody else waiting."""


async def verify_dice(call: Call, asked: DiceCheckRequest) -> Response:
    """Roll a recorded game again."""
    if len(asked.record) > LONGEST:
        raise Problem(413, "too_long", Text(f"Au plus {LONGEST} caractères.", f"At most {LONGEST} characters."))
    return Response(await call.services.positions.ask(check_dice, msgspec.json.encode(asked)), media_type="application/json")


ENDPOINTS = (
    Endpoint(
        "POST", "/verify-dice", "Roll the dice of a recorded game again", verify_dice, body=DiceCheckRequest, returns=DiceCheck, cost=5
    ),
)

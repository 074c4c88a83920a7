"""Verifying the dice of a record."""

import asyncio

from tablier import read_record
from tablier.api.dice import DiceAsked, DiceSeen, RollSeen
from tablier.api.words import words
from tablier.core.text import Text
from tablier.server.problem import Problem
from tablier.server.router import Call, Endpoint
from tablier.server.table.dice import Verdict, verify

LONGEST = 100_000
"""Characters: a game of thousands of rolls. Longer records are for `tablier verify-dice`, which keeps nobody else waiting."""


async def verify_dice(call: Call, asked: DiceAsked) -> DiceSeen:
    """Roll a recorded game again."""
    if len(asked.record) > LONGEST:
        raise Problem(413, "too_long", Text(f"Au plus {LONGEST} caractères.", f"At most {LONGEST} characters."))
    verdict = await asyncio.to_thread(lambda: verify(read_record(asked.record), asked.commitment))
    return seen(verdict)


def seen(verdict: Verdict) -> DiceSeen:
    """A verdict as it travels."""
    rolls = tuple(RollSeen(roll.n, roll.told, roll.drawn) for roll in verdict.rolls)
    return DiceSeen(verdict.good, verdict.commitment, rolls, words(verdict.why) if verdict.why else None)


ENDPOINTS = (
    Endpoint("POST", "/verify-dice", "Roll the dice of a recorded game again", verify_dice, body=DiceAsked, returns=DiceSeen, cost=5),
)

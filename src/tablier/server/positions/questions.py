"""What the study answers for other parts of the server; here and nowhere heavier, because its process must load it."""

from typing import Any

import msgspec

from tablier import read_record
from tablier.api.dice import DiceCheck, DiceCheckRequest, RollCheck
from tablier.api.jobs import AnalysisTask, AnyTask
from tablier.api.primitives import wire_actor, wire_text
from tablier.core.match import Match
from tablier.games import game
from tablier.server.positions.service import answering
from tablier.server.tables.dice import Verdict, verify


def match_of(task: AnyTask) -> Match[Any, Any]:
    """The match that a task tells."""
    rules = game(task.game, **task.options)
    match: Match[Any, Any] = Match(rules, rules.load(task.position) if task.position is not None else None)
    for move in task.moves:
        match.enter(move)
    return match


def actor_of(question: bytes) -> tuple[bool, bytes]:
    """Who acts in the position of a task."""
    return answering(lambda: wire_actor(match_of(msgspec.json.decode(question, type=AnalysisTask)).actor))


def verified(question: bytes) -> tuple[bool, bytes]:
    """The dice of a record, rolled again."""
    asked = msgspec.json.decode(question, type=DiceCheckRequest)
    return answering(lambda: seen(verify(read_record(asked.record), asked.commitment)))


def seen(verdict: Verdict) -> DiceCheck:
    """A verdict as it travels."""
    rolls = tuple(RollCheck(roll.n, roll.told, roll.drawn) for roll in verdict.rolls)
    return DiceCheck(verdict.good, verdict.commitment, rolls, wire_text(verdict.why) if verdict.why else None)

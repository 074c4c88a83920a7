"""What the server and its engines say to each other: a worker takes a job, tells how far it is, and answers.

worker → server  take {worker, kinds, wait}          ← {job} or {job: null} after a while
worker → server  progress {worker, analysis?}        ← {go_on}: false when nobody wants the answer any more
worker → server  answer {worker, answer}             ← {used}: false when it came too late
worker → server  leave {worker}                      ← {done}: what it was at is given to others
"""

from typing import Any, Literal

from msgspec import Struct

from tablier.api.analysis import Analysis
from tablier.core.match import Match
from tablier.games import game

JobKind = Literal["move", "analysis"]


class Task(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Something to think about: a game, where it starts, and what was played from there."""

    game: str
    options: dict[str, str | int]
    position: str | None
    moves: tuple[str, ...]


class MoveTask(Task, frozen=True, tag="move"):
    """Choose a move as an engine of this level does. `seconds` bounds it further, where a clock runs low."""

    level: int
    seed: int
    seconds: float | None = None


class AnalysisTask(Task, frozen=True, tag="analysis"):
    """Find the best lines."""

    lines: int
    seconds: float


AnyTask = MoveTask | AnalysisTask


def replay(task: Task) -> Match[Any, Any]:
    """The match that a task describes."""
    rules = game(task.game, **task.options)
    match: Match[Any, Any] = Match(rules, rules.load(task.position) if task.position is not None else None)
    for move in task.moves:
        match.enter(move)
    return match


class Job(Struct, frozen=True):
    """A task that a worker has taken. It must be heard of again within `silence` seconds, or somebody else gets it."""

    id: str
    task: AnyTask
    silence: float


class TakeRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A worker is free. It waits up to `wait` seconds for something to do."""

    worker: str
    kinds: tuple[JobKind, ...] = ("move", "analysis")
    wait: float = 20.0


class Taken(Struct, frozen=True):
    """What there is to do; null when there is nothing now."""

    job: Job | None


class ProgressReport(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A worker is still at it, and may tell what it has found so far."""

    worker: str
    analysis: Analysis | None = None


class ProgressReply(Struct, frozen=True):
    """Whether the answer is still wanted."""

    go_on: bool


class JobResult(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """What came of a job."""


class MoveResult(JobResult, frozen=True, tag="move"):
    """The move to play, as text, and how likely the engine thinks to win; None where it had nothing to choose."""

    text: str
    chance: float | None = None


class AnalysisResult(JobResult, frozen=True, tag="analysis"):
    """The best lines."""

    analysis: Analysis


class JobFailure(JobResult, frozen=True, tag="failed"):
    """It cannot be done here. `no_engine`: this worker has no compiled engine for that game."""

    code: Literal["no_engine", "bad_task", "error"]
    why: str = ""


AnyResult = MoveResult | AnalysisResult | JobFailure


class ResultReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A worker answers."""

    worker: str
    answer: AnyResult


class ResultReply(Struct, frozen=True):
    """Whether the answer was of use; not when it came too late."""

    used: bool


class WorkerLeaves(Struct, frozen=True, forbid_unknown_fields=True):
    """A worker goes away."""

    worker: str

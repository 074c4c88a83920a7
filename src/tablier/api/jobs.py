"""Messages between the server and its engine workers: a worker takes a job, reports its progress, and answers.

worker → server  take {worker, kinds, wait}          ← {job}, or {job: null} after `wait` seconds
worker → server  progress {worker, analysis?}        ← {go_on}: false when the job is gone, or back in the queue because a move waits
worker → server  answer {worker, answer}             ← {used}: false when it came too late
worker → server  leave {worker}                      ← {done}: its job is given to another worker
"""

from typing import Any, Literal, NamedTuple

from msgspec import Struct

from tablier.api.analysis import Analysis
from tablier.core.match import Match
from tablier.games import game

JobKind = Literal["move", "analysis"]


class JobCount(NamedTuple):
    """How many jobs of a kind wait and are taken, and when the oldest that waits was created."""

    kind: JobKind
    waiting: int
    taken: int
    oldest: int | None


class Task(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """A position for an engine: a game, where it starts, and the moves played from there."""

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
    played: str | None = None
    """A move whose worth is wanted too, where the next position does not tell it."""


AnyTask = MoveTask | AnalysisTask


def replay(task: Task) -> Match[Any, Any]:
    """The match that a task describes."""
    rules = game(task.game, **task.options)
    match: Match[Any, Any] = Match(rules, rules.load(task.position) if task.position is not None else None)
    for move in task.moves:
        match.enter(move)
    return match


class Job(Struct, frozen=True):
    """A task that a worker has taken. The worker must report within `timeout` seconds, or another one gets the job."""

    id: str
    task: AnyTask
    timeout: float


class TakeRequest(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A worker asks for a job, and waits for one up to `wait` seconds."""

    worker: str
    kinds: tuple[JobKind, ...] = ("move", "analysis")
    wait: float = 20.0


class Taken(Struct, frozen=True):
    """The job that was taken; null when there is none."""

    job: Job | None


class ProgressReport(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A worker is still running its job, and may tell what it has found so far."""

    worker: str
    analysis: Analysis | None = None


class ProgressReply(Struct, frozen=True):
    """Whether to go on: not when the answer is no longer wanted, nor when an analysis is requeued because a move waits."""

    go_on: bool


class JobResult(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """The result of a job."""


class MoveResult(JobResult, frozen=True, tag="move"):
    """The move to play, as text, and how likely the engine thinks to win; None where it had nothing to choose."""

    text: str
    chance: float | None = None
    level: int | None = None
    """The level that chose it, where the worker does not have the stronger one that was asked for."""


class AnalysisResult(JobResult, frozen=True, tag="analysis"):
    """The best lines."""

    analysis: Analysis


class JobFailure(JobResult, frozen=True, tag="failed"):
    """The worker failed. `no_engine`: it has no compiled engine for that game."""

    code: Literal["no_engine", "bad_task", "error"]
    why: str = ""


AnyResult = MoveResult | AnalysisResult | JobFailure


class ResultReport(Struct, frozen=True, forbid_unknown_fields=True):
    """The result that a worker sends."""

    worker: str
    answer: AnyResult


class ResultReply(Struct, frozen=True):
    """Whether the result was used; not when it came too late."""

    used: bool


class WorkerLeaves(Struct, frozen=True, forbid_unknown_fields=True):
    """A worker stops."""

    worker: str

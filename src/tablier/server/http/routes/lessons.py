"""Lessons: attempts at their exercises, and the stars that an account has earned."""

import msgspec
from starlette.responses import Response

from tablier.api.lessons import AttemptRequest, AttemptView, Earned, Progress, exercise_id
from tablier.games import chapters, games
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.identity import require_account
from tablier.server.people.lesson_stars import LessonStars
from tablier.server.positions.questions import try_exercise
from tablier.server.positions.service import PositionService


async def attempt(call: Call, asked: AttemptRequest, positions: PositionService) -> Response:
    """Where an attempt at an exercise stands after the learner's moves, what answers them, and why a move or clicks are refused."""
    question = positions.ask(asker_of(call), try_exercise, msgspec.json.encode(asked))
    return Response(await while_connected(call, question), media_type="application/json")


async def show_progress(call: Call, lessons: LessonStars) -> Progress:
    """The stars of your account."""
    return Progress(await lessons.read(require_account(call.who)))


async def merge_progress(call: Call, asked: Progress, lessons: LessonStars) -> Progress:
    """Add stars to those of your account; of each exercise the most are kept."""
    return Progress(await lessons.merge(require_account(call.who), _known(asked.stars)))


def _known(earned: Earned) -> Earned:
    """The stars of exercises that exist: a lesson may have been rewritten since."""
    return {
        name: {exercise: stars for exercise, stars in found.items() if exercise in _exercises(name)}
        for name, found in earned.items()
        if name in games()
    }


def _exercises(name: str) -> set[str]:
    """The ids that may hold stars; a chapter that is a game to be played has one of its own."""
    return {exercise_id(chapter, number) for chapter in chapters(name) for number in range(1, max(1, len(chapter.exercises)) + 1)}


ENDPOINTS = (
    Endpoint("POST", "/lessons", "Try an exercise", attempt, body=AttemptRequest, returns=AttemptView),
    Endpoint("GET", "/me/lessons", "The stars of your account", show_progress, returns=Progress, scope="read"),
    Endpoint("PUT", "/me/lessons", "Add stars to your account", merge_progress, body=Progress, returns=Progress, scope="account"),
)

"""Questions about any position: answered in full, refused in words, and without delaying the next."""

import asyncio
import time

import msgspec
import pytest

from tablier import games
from tablier.api.http import PositionRequest, PositionView
from tablier.server.errors import Problem
from tablier.server.positions import service
from tablier.server.positions.service import PositionService

MANY_PATHS = "8/1b1b1b2/8/1b1b1b2/8/1b1b1b2/8/W7 w"


def ask(*questions: PositionRequest) -> list[PositionView | Problem]:
    async def story() -> list[PositionView | Problem]:
        positions, answers = PositionService(), []
        for question in questions:
            try:
                answers.append(msgspec.json.decode(await positions.describe(question), type=PositionView))
            except Problem as problem:
                answers.append(problem)
        positions.close()
        return answers

    return asyncio.run(story())


def test_the_start_of_every_game_is_shown_with_its_moves():
    for seen in ask(*(PositionRequest(name) for name in games())):
        assert isinstance(seen, PositionView)
        assert seen.legal or seen.frame.actor == "chance"
        assert seen.frame == seen.start and seen.history == ()


def test_moves_are_played_and_a_refused_last_one_is_explained():
    (good,) = ask(PositionRequest("makyek", moves=("a3-a4", "a6-a5")))
    assert [played.text for played in good.history] == ["a3-a4", "a6-a5"] and good.frame.ply == 2 and good.why is None
    (refused,) = ask(PositionRequest("makyek", moves=("a3-a4", "a3-a4")))
    assert refused.why is not None and refused.why.clause and refused.frame.ply == 1


def test_clicks_that_begin_no_move_are_explained():
    refused, fine = ask(PositionRequest("makyek", moves=(), clicks=("a1", "a8")), PositionRequest("makyek", clicks=("a1",)))
    assert refused.why is not None and refused.why.clause == "makyek.free"
    assert fine.why is None


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (PositionRequest("chess"), "bad_request"),
        (PositionRequest("makyek", options={"speed": 3}), "bad_request"),
        (PositionRequest("makyek", position="nonsense"), "bad_request"),
        (PositionRequest("makyek", moves=("a1-a8", "a3-a4")), "illegal_move"),
        (PositionRequest("makyek", moves=("a3-a4",) * 3_000), "too_long"),
    ],
)
def test_a_wrong_request_is_refused_with_its_code(question, code):
    try:
        (problem,) = ask(question)
    except ValueError as error:  # an unknown game is refused before the other process is asked
        assert code == "bad_request", error
        return
    assert isinstance(problem, Problem) and problem.code == code


def test_a_question_that_takes_too_long_is_given_up_and_the_next_is_answered(monkeypatch):
    monkeypatch.setattr(service, "TIMEOUT", 0.0)
    (slow,) = ask(PositionRequest("turkish", position=MANY_PATHS))
    assert isinstance(slow, Problem) and slow.code == "too_hard"

    async def story() -> None:
        positions = PositionService()
        with pytest.raises(Problem):
            await positions.describe(PositionRequest("turkish", position=MANY_PATHS))
        monkeypatch.setattr(service, "TIMEOUT", 30.0)
        assert await positions.describe(PositionRequest("makyek", moves=("a3-a4",)))
        positions.close()

    asyncio.run(story())


def _sleep(question: bytes) -> tuple[bool, bytes]:
    """In the other process: take as many seconds as the question says."""
    time.sleep(float(question))
    return True, b"{}"


def test_questions_that_wait_behind_a_slow_one_are_answered(monkeypatch):
    monkeypatch.setattr(service, "TIMEOUT", 2.0)

    async def story() -> list[bytes | BaseException]:
        positions = PositionService()
        answers = await asyncio.gather(*(positions.ask(_sleep, seconds) for seconds in (b"60", b"0", b"0")), return_exceptions=True)
        positions.close()
        return answers

    slow, *others = asyncio.run(story())
    assert isinstance(slow, Problem) and slow.code == "too_hard"
    assert others == [b"{}"] * 2

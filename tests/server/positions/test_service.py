"""Questions about any position: answered in full, refused in words, and without delaying the next."""

import asyncio

import httpx
import msgspec
import pytest
from tests.server.engines.test_worker import with_server
from tests.support.engine_server import PATIENCE
from tests.support.slow_question import sleep

from tablier import games
from tablier.api.http import PositionRequest, PositionView
from tablier.server.errors import Problem
from tablier.server.positions import process
from tablier.server.positions.service import MAX_ASKED, MAX_ASKED_AT_ADDRESS, MAX_ASKED_BY_ONE, Asker, PositionService

LONG_ENOUGH = 1000.0


def at_home(player: str) -> Asker:
    """A player with an address of their own."""
    return Asker(player, f"home of {player}")


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """No question takes too long because the machine is busy; tests of that set another limit."""
    monkeypatch.setattr(process, "TIMEOUT", LONG_ENOUGH)
    monkeypatch.setattr(process, "START_TIMEOUT", LONG_ENOUGH)


MANY_PATHS = "8/1b1b1b2/8/1b1b1b2/8/1b1b1b2/8/W7 w"


def ask(*questions: PositionRequest) -> list[PositionView | Problem]:
    async def story() -> list[PositionView | Problem]:
        positions, answers = PositionService(), []
        for question in questions:
            try:
                answers.append(msgspec.json.decode(await positions.describe(at_home("anna"), question), type=PositionView))
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
    monkeypatch.setattr(process, "TIMEOUT", 0.0)
    (slow,) = ask(PositionRequest("turkish", position=MANY_PATHS))
    assert isinstance(slow, Problem) and slow.code == "too_hard"

    async def story() -> None:
        positions = PositionService()
        with pytest.raises(Problem):
            await positions.describe(at_home("anna"), PositionRequest("turkish", position=MANY_PATHS))
        monkeypatch.setattr(process, "TIMEOUT", LONG_ENOUGH)
        assert await positions.describe(at_home("anna"), PositionRequest("makyek", moves=("a3-a4",)))
        positions.close()

    asyncio.run(story())


def test_questions_that_wait_behind_a_slow_one_are_answered(monkeypatch):
    monkeypatch.setattr(process, "TIMEOUT", 5.0)
    monkeypatch.setattr(process, "BUSY", 1)

    async def story() -> list[bytes | BaseException]:
        positions = PositionService()
        answers = await asyncio.gather(
            *(positions.ask(at_home("anna"), sleep, seconds) for seconds in (b"1000", b"0", b"0")), return_exceptions=True
        )
        positions.close()
        return answers

    slow, *others = asyncio.run(story())
    assert isinstance(slow, Problem) and slow.code == "too_hard"
    assert others == [b"{}"] * 2


# -- many questions at once -----------------------------------------------------------------------------------------------------


def with_service(test):
    async def run():
        positions = PositionService()
        try:
            async with asyncio.timeout(PATIENCE):
                await test(positions)
        finally:
            positions.close()

    asyncio.run(run())


async def settled():
    """Let all tasks do what they can do without waiting."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_questions_are_bounded_for_one_client_and_for_all():
    async def test(positions):
        asked = [asyncio.create_task(positions.ask(at_home("anna"), sleep, b"1000")) for _ in range(MAX_ASKED_BY_ONE)]
        await settled()
        with pytest.raises(Problem, match="429 too_fast") as refused:
            await positions.ask(at_home("anna"), sleep, b"0")
        assert refused.value.body.retry
        assert await positions.ask(at_home("bea"), sleep, b"0") == b"{}"
        asked += [
            asyncio.create_task(positions.ask(at_home(f"p{number}"), sleep, b"1000")) for number in range(MAX_ASKED - MAX_ASKED_BY_ONE)
        ]
        await settled()
        with pytest.raises(Problem, match="429 too_fast"):
            await positions.ask(at_home("bea"), sleep, b"0")
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert await positions.ask(at_home("bea"), sleep, b"0") == b"{}", "what was cancelled counts no more"

    with_service(test)


def test_clients_are_answered_in_turn_and_one_process_is_kept_for_single_questions():
    answered = []

    async def test(positions):
        async def ask(client, data=b"0"):
            await positions.ask(at_home(client), sleep, data)
            answered.append(client)

        blocks = asyncio.create_task(ask("anna", b"1000"))
        await settled()
        later = [asyncio.create_task(ask("anna")) for _ in range(2)]
        await settled()
        await ask("carl")
        await ask("carl")
        assert answered == ["carl", "carl"], "although anna asked before"
        single = [asyncio.create_task(ask(client, b"1000")) for client in ("dora", "emma")]
        await settled()
        later += [asyncio.create_task(ask("bea")) for _ in range(2)]
        await settled()
        blocks.cancel()
        await asyncio.gather(*later)
        assert answered[2:] == ["bea", "anna", "bea", "anna"]
        for one in single:
            one.cancel()
        await asyncio.gather(*single, blocks, return_exceptions=True)

    with_service(test)


def test_many_guests_at_one_address_occupy_neither_the_last_process_nor_all_turns():
    async def test(positions):
        def guest(number):
            return asyncio.create_task(positions.ask(Asker(f"guest {number}", "school"), sleep, b"1000"))

        asked = [guest(number) for number in range(MAX_ASKED_AT_ADDRESS)]
        await settled()
        with pytest.raises(Problem, match="429 too_fast"):
            await guest("one too many")
        assert await positions.ask(at_home("anna"), sleep, b"0") == b"{}", "a single question of another address is answered"
        both = [asyncio.create_task(positions.ask(at_home("anna"), sleep, b"0")) for _ in range(2)]
        await settled()
        asked[0].cancel()  # one process is free, and it is the turn of the other address
        assert await asyncio.gather(*both) == [b"{}"] * 2
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    with_service(test)


def test_work_ends_when_its_client_leaves():
    async def test(positions):
        for _ in range(3):
            asked = [asyncio.create_task(positions.ask(at_home(client), sleep, b"1000")) for client in ("anna", "anna", "bea", "carl")]
            await settled()
            for one in asked:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
        assert await asyncio.gather(*(positions.ask(at_home("dora"), sleep, b"0") for _ in range(4))) == [b"{}"] * 4

    with_service(test)


HARD = "1W1b4/bb2b3/2b2b2/4b3/1b1b4/b5bb/2b2b2/3B2B1 w"


def test_twenty_hard_positions_of_one_visitor_delay_no_other(tmp_path):
    """The process of the hard ones is never given to the others, who have their answers while those still wait."""

    async def test(services, address):
        hard, plain = {"game": "turkish", "position": HARD}, {"game": "makyek", "moves": ["a3-a4"], "clicks": ["a1", "a8"]}
        async with (
            httpx.AsyncClient(base_url=address, timeout=None) as attacker,
            httpx.AsyncClient(base_url=address, timeout=PATIENCE) as other,
        ):
            await attacker.get("/api/me")
            await other.get("/api/me")
            asked = [asyncio.create_task(attacker.post("/api/positions", json=hard)) for _ in range(20)]
            done, waiting = await asyncio.wait(asked, timeout=None, return_when=asyncio.FIRST_COMPLETED)
            while len(done) < 20 - MAX_ASKED_BY_ONE:
                more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                done |= more
            assert {(one.result().status_code, one.result().headers["retry-after"]) for one in done} == {(429, "3")}
            for _ in range(5):
                seen = await other.post("/api/positions", json=plain)
                assert seen.status_code == 200 and seen.json()["why"]["why"]["fr"]
            analysis = await other.post("/api/analysis", json={"game": "makyek", "position": "8/8/8/8/8/8/8/2w3w1 w"})
            assert analysis.json()["code"] == "over"
            assert len(waiting) == MAX_ASKED_BY_ONE and not any(one.done() for one in waiting)
            for one in waiting:
                one.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            while services.positions._asked:  # the server learns that they have left
                await asyncio.sleep(0.01)
            assert (await attacker.post("/api/positions", json=plain)).status_code == 200

    with_server(tmp_path, test)


def test_clients_without_a_cookie_are_counted_by_their_address(tmp_path):
    async def test(services, address):
        async def ask():
            async with httpx.AsyncClient(base_url=address, timeout=None) as client:
                return (await client.post("/api/positions", json={"game": "turkish", "position": HARD})).status_code

        asked = [asyncio.create_task(ask()) for _ in range(MAX_ASKED_BY_ONE + 1)]
        done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        assert [one.result() for one in done] == [429]
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    with_server(tmp_path, test)

"""POST /api/analysis with a real worker: better lines one by one, and cancelled when the client disconnects."""

import asyncio

import httpx
import msgspec
from tests.server.engines.test_worker import with_server
from tests.support.engine_server import worker_at

from tablier import Match, game
from tablier.api.analysis import Analysis
from tablier.core.actors import CHANCE
from tablier.server.http.routes import analysis as route

CATCH = {"game": "makyek", "position": "8/8/8/8/1b1b4/8/8/2w3wb w", "seconds": 0.3, "lines": 2}


def at_the_die(name):
    """A match where chance acts."""
    match = Match(game(name))
    while match.actor is not CHANCE:
        match.play(match.legal()[0])
    return match


AT_THE_DIE = at_the_die("mako").moves
FOR_LONG = {"game": "makruk", "seconds": 30}


async def lines_of(client, body):
    async with client.stream("POST", "/api/analysis", json=body) as response:
        assert response.status_code == 200, await response.aread()
        assert response.headers["content-type"].startswith("application/x-ndjson")
        return [msgspec.json.decode(line, type=Analysis) async for line in response.aiter_lines()]


def test_lines_get_better_and_the_last_one_explains_itself(tmp_path):
    async def test(services, address):
        async with worker_at(address), httpx.AsyncClient(base_url=address, timeout=60) as client:
            told = await lines_of(client, CATCH)
            assert [one.done for one in told] == [False] * (len(told) - 1) + [True]
            last = told[-1]
            assert last.lines[0].moves[0] == "c1-c4" and len(last.lines) == 2
            assert last.seat == 0 and last.chance == last.lines[0].chance > last.lines[1].chance
            assert last.depth > 0 and last.nodes > 0 and last.seconds > 0
            effect = next(reason for reason in last.reasons if reason.topic == "effect")
            assert effect.clauses == ("makyek.intervention",) and "b4" in effect.words.fr and "b4 and d4" in effect.words.en

    with_server(tmp_path, test)


def test_a_game_with_dice_and_moves_already_played(tmp_path):
    match = Match(game("mako"))
    while not isinstance(match.actor, int) or not match.entries:
        match.roll(0.5) if not isinstance(match.actor, int) else match.play(match.legal()[0])

    async def test(services, address):
        async with worker_at(address), httpx.AsyncClient(base_url=address, timeout=60) as client:
            told = await lines_of(client, {"game": "mako", "moves": match.moves, "seconds": 0.2, "lines": 1})
            match.play(told[-1].lines[0].moves[0])
            assert told[-1].seat == 0 and 0 <= told[-1].chance <= 1

    with_server(tmp_path, test)


def test_a_client_that_disconnects_cancels(tmp_path):
    async def test(services, address):
        async with worker_at(address), httpx.AsyncClient(base_url=address, timeout=60) as client:
            async with client.stream("POST", "/api/analysis", json=FOR_LONG) as response:
                lines = response.aiter_lines()  # kept: a collected generator closes the stream
                await anext(lines)
                assert await services.jobs.counts()
            while await services.jobs.counts():
                await asyncio.sleep(0.02)
            told = await lines_of(client, CATCH)  # the worker is free again long before thirty seconds
            assert told[-1].done

    with_server(tmp_path, test)


def test_a_second_request_of_a_player_ends_the_first(tmp_path):
    async def test(services, address):
        async with worker_at(address), httpx.AsyncClient(base_url=address, timeout=60) as client:
            await client.get("/api/me")  # from here on both requests are of the same player
            first = asyncio.create_task(lines_of(client, FOR_LONG))
            while not await services.jobs.counts():
                await asyncio.sleep(0.02)
            assert (await lines_of(client, CATCH))[-1].done
            assert not any(one.done for one in await first)

    with_server(tmp_path, test)


def test_without_a_worker_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(route, "GRACE", 0.2)

    async def test(services, address):
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            response = await client.post("/api/analysis", json={**CATCH, "seconds": 0.1})
            assert response.status_code == 200 and response.json()["code"] == "unavailable" and response.json()["why"]["fr"]
            while await services.jobs.counts():
                await asyncio.sleep(0.02)

    with_server(tmp_path, test)


REFUSED = [
    ({"seconds": 31}, "bad_request"),
    ({"seconds": 0}, "bad_request"),
    ({"seconds": -1}, "bad_request"),
    ({"lines": 6}, "bad_request"),
    ({"lines": 0}, "bad_request"),
    ({"game": "chess"}, "bad_request"),
    ({"position": "?"}, "bad_request"),
    ({"moves": ["a1-a9"]}, "bad_request"),
    ({"moves": ["c1-c2", "c2-c3"]}, "illegal_move"),
    ({"position": "8/8/8/8/8/8/8/2w3w1 w"}, "over"),
    ({"game": "mako", "position": None, "moves": AT_THE_DIE}, "not_now"),
    ({"colour": 1}, "bad_request"),
    ({"options": {"no": 1}}, "bad_request"),
    ({"moves": ["c1-c2"] * 2001}, "bad_request"),
]


def test_a_bad_request_is_refused_before_it_is_queued(tmp_path):
    async def test(services, address):
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            for change, code in REFUSED:
                response = await client.post("/api/analysis", json={**CATCH, **change})
                assert (response.status_code, response.json()["code"]) == (422, code), (change, response.text)
                assert response.json()["why"]["fr"] and response.json()["why"]["en"]
            assert await services.jobs.counts() == []

    with_server(tmp_path, test)

"""The details of a position at a table: worked out in another process, once, and told with the version that they belong to."""

import asyncio
import gc
import weakref

import pytest
from tests.server.engines.test_worker import with_server
from tests.support.ws_clients import Client, pair, set_table

from tablier.api import frames
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.positions import process, questions

PLAN = {"game": "makyek", "seats": [{"kind": "you"}] * 2}


@pytest.fixture(autouse=True)
def _only_elsewhere(monkeypatch):
    """The server of these tests runs in this process, in which the details of no position may be worked out."""

    def refuse(match):
        raise AssertionError("worked out on the event loop")

    for module in (frames, questions):
        monkeypatch.setattr(module, "position_details", refuse)
    monkeypatch.setattr(process, "TIMEOUT", 1000.0)


def count_questions(services):
    """The questions that reach the process from now on."""
    asked, ask = [], services.positions.ask

    async def counted(asker, question, data):
        asked.append(asker)
        return await ask(asker, question, data)

    services.positions.ask = counted
    return asked


async def look(client: Client, times: int = 1) -> list:
    client.looked.clear()
    for _ in range(times):
        await client.say({"type": "look", "table": client.table, "v": client.v})
    await client.until(lambda: len(client.looked) == times)
    return client.looked


async def look_over_http(client: Client, **query: str):
    async with client.http() as http:
        return await http.get(f"/api/tables/{client.table}/look", params=query)


def test_looks_over_socket_and_http_are_answered_from_one_question(tmp_path):
    async def story(services, address):
        asked = count_questions(services)
        client = await Client.guest(address)
        await set_table(client, **PLAN)
        looks, answer = await asyncio.gather(look(client, 3), look_over_http(client))
        assert answer.json()["takes"].keys() == {one["text"] for one in client.legal}
        assert [one["look"] for one in looks] == [answer.json()] * 3
        assert (await look(client))[0] == looks[0] and looks[0]["v"] == client.v
        assert len(asked) == 1
        assert asked[0].player != asked[0].address == "127.0.0.1"
        await client.leave()

    with_server(tmp_path, story)


def test_a_look_that_a_move_overtakes_is_answered_for_its_version(tmp_path):
    async def story(services, address):
        client = await Client.guest(address)
        await set_table(client, **PLAN)
        turn, ask = asyncio.Event(), services.positions.ask

        async def waiting(*question):
            await turn.wait()
            return await ask(*question)

        services.positions.ask = waiting
        before, v = {one["text"] for one in client.legal}, client.v
        await client.say({"type": "look", "table": client.table, "v": v})
        assert (await client.move("a3-a4"))["type"] == "ack"  # a look delays no move, not even of its own client
        turn.set()
        await client.until(lambda: client.looked)
        assert client.looked[0]["v"] == v and client.looked[0]["look"]["takes"].keys() == before
        (after,) = await look(client)
        assert after["v"] == client.v == v + 1 and after["look"]["takes"].keys() == {one["text"] for one in client.legal}
        await client.leave()

    with_server(tmp_path, story)


def test_a_finished_table_has_no_details_and_needs_no_question(tmp_path):
    async def story(services, address):
        asked = count_questions(services)
        one, two = await pair(address, game="makyek")
        await one.act(type="resign")
        ((told,), answer) = await asyncio.gather(look(two), look_over_http(two))
        assert told["look"] == answer.json() == {"takes": {}, "applies": {}, "bars": {}, "settled": None, "example": None}
        assert asked == []
        await one.leave(), await two.leave()

    with_server(tmp_path, story)


def test_a_private_table_is_looked_at_by_its_code_only(tmp_path):
    async def story(services, address):
        host, other = await Client.guest(address), await Client.guest(address)
        table = await set_table(host, **PLAN, private=True)
        other.table = table["id"]
        assert (await look_over_http(other)).status_code == 404
        assert (await look_over_http(other, code=table["code"])).status_code == 200
        await host.leave()

    with_server(tmp_path, story)


def test_what_was_found_is_dropped_with_its_position_and_a_failed_question_is_asked_again(tmp_path):
    async def story(services, address):
        client = await Client.guest(address)
        await set_table(client, **PLAN)
        ask = services.positions.ask

        async def fail(*question):
            raise Problem(429, "too_fast", Text("Non.", "No."))

        services.positions.ask = fail
        assert (await look_over_http(client)).status_code == 429
        await client.say({"type": "look", "table": client.table, "v": client.v})
        services.positions.ask = ask
        assert (await look_over_http(client)).status_code == 200
        position = weakref.ref((await services.registry.find(client.table)).table.play)
        await client.move("a3-a4")
        gc.collect()
        assert position() is None
        await client.leave()

    with_server(tmp_path, story)

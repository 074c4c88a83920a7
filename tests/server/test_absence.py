"""Players who lose their sockets: when the others may go on, what they are told of it, and how a player comes back."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.support.outlets import Outlet
from tests.support.site import Site, open_site

from tablier.server.people.identity import Identity, guest_player
from tablier.server.tables import audience, seating
from tablier.server.ws.client import Client

OPEN = {"kind": "open"}
KEYS = itertools.count()


class Socket:
    """A connected client of one player, and what it was sent."""

    def __init__(self, site: Site, player: str) -> None:
        self.messages: list[dict[str, Any]] = []
        self._registry = site.services.registry
        self.client = Client(site.services.sockets.access, Identity(guest_player(player)), Outlet(self._hear))

    def _hear(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    async def follow(self, table: str) -> None:
        await self.client.receive(json.dumps({"type": "sub", "table": table}))

    def last(self, kind: str) -> dict[str, Any]:
        return [message for message in self.messages if message["type"] == kind][-1]


@pytest.fixture
def clock(monkeypatch):
    """The time of the server as the test says: absences are counted by it."""
    now = [1_800_000_000_000]
    monkeypatch.setattr(audience, "now_ms", lambda: now[0])
    monkeypatch.setattr(audience, "PRESENCE_DELAY", 0.0)
    return now


@contextlib.asynccontextmanager
async def four(tmp_path, **plan: Any) -> AsyncIterator[tuple[Site, str, list[httpx.AsyncClient], list[Socket]]]:
    """Four guests with sockets at a table that is played."""
    async with open_site(tmp_path) as site:
        people = [await site.guest() for _ in range(4)]
        table = (await people[0].post("/tables", json={"game": "mako", "seats": [OPEN] * 4, **plan})).json()["id"]
        sockets = [Socket(site, (await site.player(one))["id"]) for one in people]
        for socket in sockets:
            await socket.follow(table)
        for seat, one in enumerate(people):
            assert (await do(one, table, {"type": "sit", "seat": seat})).status_code == 200
        yield site, table, people, sockets


async def do(client: httpx.AsyncClient, table: str, act: dict[str, Any]) -> httpx.Response:
    version = (await client.get(f"/tables/{table}")).json()["version"]
    answer = await client.post(f"/tables/{table}/acts", json={"k": f"act-{next(KEYS)}", "v": version, "do": act})
    await settle()  # followers are sent what happened at the end of this turn of the event loop
    return answer


async def settle() -> None:
    """Let timers of no delay fire."""
    for _ in range(5):
        await asyncio.sleep(0.001)


def run(story) -> None:
    asyncio.run(story())


def test_the_others_are_told_the_countdown_and_go_on_when_it_is_over(tmp_path, clock):
    async def story():
        async with four(tmp_path) as (site, table, people, sockets):
            sockets[2].client.disconnected()
            await settle()
            gone = sockets[0].last("present")
            assert gone["seats"] == [0, 1, 3] and gone["absent"] == [{"seat": 2, "left": seating.ABSENT}]
            clock[0] += seating.ABSENT - 1
            refused = await do(people[0], table, {"type": "claim", "seat": 2})
            assert refused.status_code == 422 and "absence" in refused.json()["why"]["fr"]
            clock[0] += 1
            again = Socket(site, "0" * 24)
            await again.follow(table)
            await settle()
            assert again.last("sync")["absent"] == [{"seat": 2, "left": 0}]
            assert (await do(people[0], table, {"type": "claim", "seat": 2})).status_code == 200
            event = sockets[0].last("ev")["event"]
            assert event["type"] == "declared" and event["text"] == "!withdraw:2" and event["cause"] == "absent"
            assert (await people[1].get(f"/tables/{table}")).json()["state"] == "playing"

    run(story)


def test_who_comes_back_in_time_is_not_absent_and_who_comes_back_late_takes_the_seat_from_the_engine(tmp_path, clock):
    async def story():
        async with four(tmp_path, leavers="engine") as (site, table, people, sockets):
            sockets[2].client.disconnected()
            await settle()
            clock[0] += seating.ABSENT - 1
            back = Socket(site, (await site.player(people[2]))["id"])
            await back.follow(table)
            await settle()
            assert "absent" not in sockets[0].last("present")
            clock[0] += 5_000
            assert (await do(people[0], table, {"type": "claim", "seat": 2})).status_code == 422
            back.client.disconnected()
            await settle()
            clock[0] += seating.ABSENT
            assert (await do(people[0], table, {"type": "claim", "seat": 2})).status_code == 200
            view = (await people[2].get(f"/tables/{table}")).json()
            assert view["seats"][2]["kind"] == "engine" and view["seats"][2]["player"]["id"] == back.client.who.player.id
            assert table in [one["id"] for one in (await people[2].get("/me/tables")).json()]
            assert (await do(people[2], table, {"type": "sit"})).status_code == 200
            assert sockets[0].last("ev")["event"] == {"type": "returned", "seat": 2}
            assert (await people[2].get(f"/tables/{table}")).json()["seats"][2]["kind"] == "human"

    run(story)


def test_a_table_that_waits_announces_no_countdown(tmp_path, clock):
    async def story():
        async with four(tmp_path, leavers="wait") as (_, table, people, sockets):
            sockets[2].client.disconnected()
            await settle()
            assert sockets[0].last("present")["seats"] == [0, 1, 3] and "absent" not in sockets[0].last("present")
            clock[0] += 100 * seating.ABSENT
            assert (await do(people[0], table, {"type": "claim", "seat": 2})).status_code == 422

    run(story)


def test_who_acts_without_a_socket_is_not_gone_and_a_game_that_begins_gives_time_to_come(tmp_path, clock):
    async def story():
        async with open_site(tmp_path) as site:
            host, guest = await site.guest(), await site.guest()
            table = (await host.post("/tables", json={"game": "makyek", "seats": [{"kind": "you"}, OPEN]})).json()["id"]
            watcher = Socket(site, (await site.player(guest))["id"])
            await watcher.follow(table)
            clock[0] += 10 * seating.ABSENT
            await do(guest, table, {"type": "sit"})
            await settle()
            assert watcher.last("present")["absent"] == [{"seat": 0, "left": seating.ABSENT}]
            clock[0] += seating.ABSENT - 1
            assert (await do(host, table, {"type": "move", "text": "a3-a4"})).status_code == 200
            await settle()
            assert watcher.last("present")["absent"] == [{"seat": 0, "left": seating.ABSENT}]
            clock[0] += 1
            assert (await do(guest, table, {"type": "claim", "seat": 0})).status_code == 422
            clock[0] += seating.ABSENT
            assert (await do(guest, table, {"type": "claim", "seat": 0})).status_code == 200

    run(story)

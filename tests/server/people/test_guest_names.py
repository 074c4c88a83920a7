"""Names of guests: given at once, shown at every table, remembered, and never that of an account."""

import asyncio
import unicodedata

import httpx
import pytest
from tests.support.outlets import Outlet
from tests.support.site import Site, both

from tablier.server.errors import Problem
from tablier.server.people.names import is_reserved, parse_guest_name
from tablier.server.rate_limits import RENAME
from tablier.server.settings import Quotas
from tablier.server.ws.client import Client

PLAN = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}]}


@pytest.mark.parametrize("name", ["Élodie M.", "Jean-Paul", "A", "d’Artagnan", "O'Brien", "สมชาย ใจดี", "ကျော်", "木野狐", "x" * 24, "Zoé 2"])
def test_a_name_with_spaces_accents_and_capitals(name):
    assert parse_guest_name(name) == name


@pytest.mark.parametrize(
    ("given", "shown"), [("  Élodie   M. ", "Élodie M."), ("E\u0301lodie", "Élodie"), ("Jean\u00a0Paul", "Jean Paul"), ("a\tb", "a b")]
)
def test_a_name_is_normalised(given, shown):
    assert parse_guest_name(given) == shown == unicodedata.normalize("NFC", shown)


@pytest.mark.parametrize(
    "name",
    "|   |...|xxxxxxxxxxxxxxxxxxxxxxxxx|a\u202eb|a\u200bb|\u3164|\u115f\u1160|a\u2066b|a\0b|<b>|♛ Zoé|"
    "e\u0316\u0316\u0316\u0316\u0316|\u0316a|\u0410nne|\u2800|a\ufe0f".split("|"),
)
def test_what_is_no_name_of_a_guest(name):
    with pytest.raises(Problem) as refused:
        parse_guest_name(name)
    assert refused.value.status == 422 and refused.value.why.fr.startswith("Un nom :") and refused.value.why.en.startswith("A name:")


@pytest.mark.parametrize("name", ["Invité ab12", "INVITÉ 0000", "ad min", "Ordi Tablier".split()[1]])
def test_names_that_could_be_taken_for_the_server_or_another_guest(name):
    assert is_reserved(name)


async def rename(client: httpx.AsyncClient, name: str) -> httpx.Response:
    return await client.put("/me/name", json={"name": name})


async def shown_at(client: httpx.AsyncClient, table: str) -> dict:
    return (await client.get(f"/tables/{table}")).json()


@both
def test_a_guest_is_called_so_at_once_at_the_table_in_lists_and_in_the_next_browser_visit(with_site):
    async def story(site: Site):
        guest, other = await site.guest(), await site.guest()
        table = (await guest.post("/tables", json=PLAN)).json()["id"]
        made_up = (await site.player(guest))["name"]
        assert (await rename(guest, "Élodie M.")).json()["player"] == await site.player(guest)
        assert await site.player(guest) | {"id": ""} == {"id": "", "name": "Élodie M.", "named": True}
        view = await shown_at(other, table)
        assert [view["host"]["name"], view["seats"][0]["player"]["name"]] == ["Élodie M."] * 2 and made_up != "Élodie M."
        assert (await other.get("/tables")).json()[0]["host"]["named"]
        later = (await guest.post("/tables", json=PLAN)).json()
        assert later["host"]["name"] == "Élodie M."
        assert (await rename(guest, "Zoé")).status_code == 200
        assert (await shown_at(other, table))["host"]["name"] == "Zoé"
        await other.post(f"/tables/{table}/acts", json={"k": "s", "v": 0, "do": {"type": "sit"}})
        await other.post(f"/tables/{table}/acts", json={"k": "r", "v": 0, "do": {"type": "resign"}})
        finished = (await other.get("/archive")).json()[0]
        assert [seat["player"]["name"] for seat in finished["seats"]] == ["Zoé", (await site.player(other))["name"]]

    with_site(story)


def test_the_name_outlives_a_restart(tmp_path):
    from tests.support.site import open_site

    async def story():
        async with open_site(tmp_path) as site:
            guest = await site.guest()
            await rename(guest, "Jean-Paul")
            cookies = dict(guest.cookies)
        async with open_site(tmp_path) as site:
            back = await site.visitor(Cookie="; ".join(f"{name}={value}" for name, value in cookies.items()))
            assert (await site.player(back))["name"] == "Jean-Paul"

    asyncio.run(story())


@pytest.mark.parametrize("name", ["Anne", "ANNE", "anne", "Añne", "A nne", "Ann.e", "Аnnе".replace("А", "A").replace("е", "e")])
def test_no_guest_takes_the_name_of_an_account(with_site, name):
    async def story(site: Site):
        await site.account("Anne")
        guest = await site.guest()
        before = await site.player(guest)
        answer = await rename(guest, name)
        assert answer.status_code == 409 and "compte" in answer.json()["why"]["fr"]
        assert await site.player(guest) == before

    with_site(story)


def test_a_name_that_was_erased_stays_free_of_guests_and_an_account_keeps_its_name(with_site):
    async def story(site: Site):
        anne, guest = await site.account("Anne"), await site.guest()
        assert (await rename(anne, "Zoé")).status_code == 409
        await anne.request("DELETE", "/me", json={"password": "trois petits tokens"})
        assert (await rename(guest, "Anne")).status_code == 409
        assert (await rename(guest, "Anne B.")).status_code == 200

    with_site(story)


def test_names_of_one_guest_are_limited(with_site):
    async def story(site: Site):
        guest = await site.guest()
        answers = [(await rename(guest, f"Zoé {n}")).status_code for n in range(int(RENAME.burst) + 2)]
        assert answers[: int(RENAME.burst)] == [200] * int(RENAME.burst) and answers[-1] == 429

    with_site(story, quotas=Quotas(rate=1))


def test_an_open_socket_speaks_under_the_new_name(with_site):
    async def story(site: Site):
        guest = await site.guest()
        table = (await guest.post("/tables", json=PLAN)).json()["id"]
        services = site.services
        who = await services.auth.renew(await _identity(site, guest))
        assert who is not None
        client = Client(services.sockets.access, who, Outlet())
        services.sockets.clients[who.player.id] = {client}
        await client.receive(f'{{"type":"sub","table":"{table}"}}')
        await rename(guest, "Élodie")
        assert client.who.player.name == "Élodie" and client.followed
        say = '{"type":"act","table":"%s","k":"c","v":0,"do":{"type":"say","phrase":"hello"}}'
        await client.receive(say % table)
        last = (await guest.get(f"/tables/{table}/events?v=0")).json()[-1]["event"]
        assert last["type"] == "said" and last["player"]["name"] == "Élodie"

    with_site(story)


async def _identity(site: Site, client: httpx.AsyncClient):
    from tablier.server.people.identity import Identity, guest_player

    return Identity(guest_player((await site.player(client))["id"]))


def test_the_erased_name_of_a_guest_is_in_no_log(with_site):
    async def story(site: Site):
        guest, other = await site.guest(), await site.guest()
        table = (await guest.post("/tables", json=PLAN)).json()["id"]
        await rename(guest, "Élodie")
        assert (await guest.request("DELETE", "/me", json={})).status_code == 200
        events = (await other.get(f"/tables/{table}/events?v=0")).text
        assert "renamed" in events and "lodie" not in events

    with_site(story)

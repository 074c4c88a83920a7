"""A guest who logs in: the guest's games become the account's, and the others' stay theirs."""

import asyncio
import json
import shutil

import pytest
from sqlalchemy import select
from tests.server.people.test_sockets import Socket, cookie
from tests.support.played_games import act, begun, played, until
from tests.support.site import PASSWORD, both, open_site

from tablier.server.ops.audit import audit
from tablier.server.people.cookies import COOKIE
from tablier.server.storage.schema import seats, table_events, tables


async def log_in(client, name="Ada"):
    answer = await client.post("/sessions", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return answer.json()["player"]


async def view(client, table, **query):
    return (await client.get(f"/tables/{table}", params=query)).json()


async def heard(socket, kind):
    while True:
        message = json.loads((await socket.until("websocket.send"))["text"])
        if message["type"] == kind:
            return message


def seated(shown):
    return [seat["player"]["name"] for seat in shown["seats"]]


@both
def test_the_games_of_a_guest_who_logs_in_become_the_accounts(with_site):
    async def story(site):
        await site.account("Ada")
        guest, other = await site.guest(), await site.account("Blaise")
        was = await site.player(guest)
        finished, running = await played(guest, other), (await begun(guest, other))["id"]
        watched = await played(other, await site.guest())
        await act(guest, watched, "say", text="joli")
        ada = await log_in(guest)
        assert seated(await view(other, running)) == ["Ada", "Blaise"]
        assert seated(await view(other, finished)) == ["Ada", "Blaise"]
        assert {table["id"] for table in (await guest.get("/archive", params={"player": "Ada"})).json()} == {finished}
        assert [table["id"] for table in (await guest.get("/me/tables")).json()] == [running]
        await act(guest, running, "move", text="e3-e4")
        await act(other, running, "move", text="e6-e5")
        export = (await guest.get("/me/export")).json()
        assert {table["id"] for table in export["tables"]} == {finished, running, watched}
        assert [said["text"] for table in export["tables"] for said in table["said"]] == ["joli"]
        async with site.services.database.read() as connection:
            bodies = [bytes(row.body) for row in await connection.execute(select(table_events.c.body))]
            keys = [row.key for row in await connection.execute(select(table_events.c.key).where(table_events.c.key.is_not(None)))]
            assert not [body for body in bodies if was["id"].encode() in body]
            assert not [key for key in keys if key.startswith(was["id"])]
            hosts = (await connection.execute(select(tables.c.host).where(tables.c.id.in_((finished, running))))).scalars().all()
        assert set(hosts) == {ada["id"]}

    with_site(story)


def test_the_words_of_a_guest_are_erased_with_the_account_they_became(with_site):
    async def story(site):
        await site.account("Ada")
        guest, other = await site.guest(), await site.guest()
        table = await played(other, guest)
        await log_in(guest)
        await guest.request("DELETE", "/me", json={"password": PASSWORD})
        async with site.services.database.read() as connection:
            bodies = b"".join(bytes(row.body) for row in await connection.execute(select(table_events.c.body)))
        assert b"mes mots" not in bodies and b"Ada" not in bodies
        assert seated(await view(other, table))[1] == "Anonyme"

    with_site(story)


def test_guest_and_account_at_one_table_become_one_who_plays_both_seats(with_site):
    async def story(site):
        ada, guest = await site.account("Ada"), await site.guest()
        table = (await begun(ada, guest, rated=True))["id"]
        await log_in(guest)
        shown = await view(ada, table)
        assert seated(shown) == ["Ada", "Ada"]
        await act(guest, table, "move", text="e3-e4")
        await act(ada, table, "move", text="e6-e5")
        await act(ada, table, "resign")
        await until(ada, table, "ended")
        assert (await ada.get("/players/Ada")).json()["ratings"] == []

    with_site(story)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("how", ["login", "register"])
def test_a_game_begun_as_a_guest_never_counts(with_site, how, when):
    async def story(site):
        if how == "login":
            await site.account("Ada")
        blaise, guest = await site.account("Blaise"), await site.guest()
        table = (await begun(blaise, guest, rated=True))["id"]

        async def become():
            if how == "login":
                await log_in(guest)
            else:
                assert (await guest.post("/accounts", json={"name": "Ada", "password": PASSWORD})).status_code == 201

        if when == "before":
            await become()
        await act(blaise, table, "resign")
        await until(blaise, table, "ended")
        if when == "after":
            await become()
        await act(guest, table, "say", phrase="bye")  # whatever happens at a table, its end is looked at again
        await act(guest, table, "say", phrase="bye")
        assert (await guest.get("/players/Ada")).json()["ratings"] == []

    with_site(story)


def test_the_games_of_a_guest_are_merged_only_by_its_cookie(with_site):
    async def story(site):
        await site.account("Ada")
        guest, other = await site.guest(), await site.guest()
        player = await site.player(guest)
        table = (await begun(guest, other))["id"]
        thief = await site.visitor(Cookie=f"{COOKIE}={player['id']}.{'A' * 43}")
        await log_in(thief)
        assert (await view(other, table))["seats"][0]["player"]["id"] == player["id"]
        refused = await guest.post("/sessions", json={"name": "Ada", "password": "another password"})
        assert refused.status_code == 401
        assert (await view(guest, table))["seats"][0]["player"]["id"] == player["id"]

    with_site(story)


def test_the_cookie_of_a_merged_guest_is_not_accepted(with_site):
    async def story(site):
        await site.account("Ada")
        guest, other = await site.guest(), await site.guest()
        old, was = guest.cookies[COOKIE], await site.player(guest)
        await begun(guest, other)
        await log_in(guest)
        copy = await site.visitor(Cookie=f"{COOKIE}={old}")
        assert (await site.player(copy))["id"] != was["id"]

    with_site(story)


@both
def test_two_logins_with_one_guests_cookie_share_nothing(with_site):
    async def story(site):
        await site.account("Ada")
        await site.account("Chloe")
        guest, other = await site.guest(), await site.guest()
        table = (await begun(guest, other))["id"]
        copies = [await site.visitor(Cookie=f"{COOKIE}={guest.cookies[COOKIE]}") for _ in range(2)]
        await asyncio.gather(log_in(copies[0], "Ada"), log_in(copies[1], "Chloe"))
        async with site.services.database.read() as connection:
            held = (await connection.execute(select(seats.c.player).where(seats.c.table == table, seats.c.seat == 0))).scalar_one()
        shown = (await view(other, table))["seats"][0]["player"]
        assert shown["id"] == held and shown["name"] in ("Ada", "Chloe")

    with_site(story)


def test_the_log_still_holds_after_a_guest_has_logged_in(with_site):
    async def story(site):
        await site.account("Ada")
        guest, other = await site.guest(), await site.guest()
        await played(guest, other)
        await log_in(guest)
        audited = [one async for one in audit(site.services.database)]
        assert audited and not [one for one in audited if one.differences]

    with_site(story)


def test_a_guest_logs_in_at_one_process_while_another_owns_the_table(tmp_path, postgres, redis):
    shared = {"database": postgres.database(), "bus": redis}

    async def story():
        async with open_site(tmp_path / "one", **shared) as one:
            shutil.copytree(tmp_path / "one", tmp_path / "two")  # the same secret
            async with open_site(tmp_path / "two", **shared) as two:
                await two.account("Ada")
                guest, other = await one.guest(), await one.guest()
                table = (await begun(guest, other))["id"]  # owned by the first process
                socket = Socket(one, Cookie=cookie(other))
                await socket.hello()
                socket.say({"type": "sub", "table": table, "v": 0})
                await heard(socket, "sync")
                await log_in(await two.visitor(Cookie=cookie(guest)))
                synced = await heard(socket, "sync")
                assert synced["view"]["seats"][0]["player"]["name"] == "Ada"
                await act(await two.login("Ada"), table, "move", text="e3-e4")
                await act(other, table, "move", text="e6-e5")
                assert seated(await view(other, table))[0] == "Ada"
                await socket.leave()

    asyncio.run(story())

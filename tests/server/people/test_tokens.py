import asyncio

import hypothesis.strategies as some
import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import select
from tests.support.played_games import act, begun
from tests.support.site import WORKER_TOKEN, both, follow

from tablier.server.people.auth import Watch
from tablier.server.people.identity import new_guest
from tablier.server.storage.schema import tokens


def test_a_token_is_shown_once_and_stored_as_a_hash(with_site):
    async def story(site):
        ada = await site.account("Ada")
        made = (await ada.post("/tokens", json={"name": "Mon robot", "scopes": ["read", "play"]})).json()
        assert made["secret"].startswith("tbl_") and made["token"]["scopes"] == ["play", "read"]
        assert made["secret"] not in (await ada.get("/tokens")).text
        async with site.services.database.read() as connection:
            assert made["secret"].removeprefix("tbl_") not in str((await connection.execute(select(tokens))).one())

    with_site(story)


def test_a_bot_is_its_owner_and_says_that_it_is_one(with_site):
    async def story(site):
        ada = await site.account("Ada")
        bot, reader = await site.bot(ada, "play", "read"), await site.bot(ada, "read")
        person = await site.player(ada)
        assert await site.player(bot) == {**person, "bot": True}
        assert await site.player(reader) == person
        assert all(token["used"] for token in (await ada.get("/tokens")).json())

    with_site(story)


def test_an_account_of_a_program_is_marked(with_site):
    async def story(site):
        client = await site.visitor()
        made = await client.post("/accounts", json={"name": "Robot", "password": "bip bip bip", "bot": True})
        assert made.json()["player"]["bot"] is True and (await site.player(client))["bot"] is True

    with_site(story)


@both
def test_a_revoked_token_is_worthless_at_once(with_site):
    async def story(site):
        ada = await site.account("Ada")
        bot = await site.bot(ada, "read")
        assert (await bot.get("/me")).status_code == 200
        (token,) = (await ada.get("/tokens")).json()
        assert (await ada.delete(f"/tokens/{token['id']}")).status_code == 200
        refused = await bot.get("/me")
        assert (refused.status_code, refused.json()["code"]) == (401, "bad_token") and "set-cookie" not in refused.headers

    with_site(story)


@pytest.mark.parametrize("address", ["/stream", "/tables/{table}/stream"])
def test_a_stream_ends_with_its_token(with_site, monkeypatch, address):
    monkeypatch.setattr(Watch, "every", 0)

    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        bot, table = await site.bot(ada, "read", "play"), await begun(ada, blaise)
        lines = await follow(site, f"/api{address.format(table=table['id'])}", {"Authorization": bot.headers["Authorization"]})
        await lines.begun.wait()
        (token,) = (await ada.get("/tokens")).json()
        await ada.delete(f"/tokens/{token['id']}")
        await act(ada, table["id"], "move", text="a3-a4")
        await act(blaise, table["id"], "resign")
        await asyncio.wait_for(lines.task, 60)  # ended by the server, not by the client

    with_site(story)


def test_a_token_makes_no_token_that_may_do_more(with_site):
    async def story(site):
        ada = await site.account("Ada")
        manager = await site.bot(ada, "account", "read")
        await site.bot(manager, "read")
        assert (await manager.post("/tokens", json={"name": "x", "scopes": ["play"]})).status_code == 403

    with_site(story)


def test_no_account_can_give_a_token_the_scope_work(with_site):
    async def story(site):
        ada = await site.account("Ada")
        assert (await ada.post("/tokens", json={"name": "x", "scopes": ["work"]})).status_code == 403
        player = (await site.player(ada))["id"]
        secret = (await site.services.tokens.create(player, "given by the operator", ["work"])).secret
        who = await site.services.auth.identify_token(secret)
        assert who.may("work") and not who.may("play")

    with_site(story)


def test_the_worker_token_allows_work_and_nothing_else(with_site):
    async def story(site):
        who = await site.services.auth.identify_token(WORKER_TOKEN)
        assert who.may("work") and not any(map(who.may, ("read", "play", "account")))
        worker = await site.visitor(Authorization=f"Bearer {WORKER_TOKEN}")
        assert (await worker.get("/me")).status_code == 403

    async def without(site):
        for shown in ("", WORKER_TOKEN):
            assert (await (await site.visitor(Authorization=f"Bearer {shown}")).get("/me")).status_code == 401

    with_site(story)
    with_site(without, worker_token="")


def test_people_do_not_do_the_engines_work(with_site):
    async def story(site):
        assert not new_guest().may("work")

    with_site(story)


def test_fifty_tokens_are_enough(with_site):
    async def story(site):
        ada = await site.account("Ada")
        player = (await site.player(ada))["id"]
        for n in range(50):
            await site.services.tokens.create(player, str(n), ["read"])
        assert (await ada.post("/tokens", json={"name": "x", "scopes": ["read"]})).status_code == 409

    with_site(story)


@pytest.mark.parametrize(
    "asked",
    [
        {"name": "", "scopes": ["read"]},
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["all"]},
        {"name": "a\0b", "scopes": ["read"]},
        {"name": "  ", "scopes": ["read"]},
    ],
)
def test_what_is_no_token(with_site, asked):
    async def story(site):
        assert (await (await site.account("Ada")).post("/tokens", json=asked)).status_code == 422

    with_site(story)


@given(
    shown=some.one_of(
        some.text(some.characters(min_codepoint=0x21, max_codepoint=0xFF, exclude_characters="\x7f"), max_size=80),
        some.from_regex(r"tbl_[A-Za-z0-9_-]{43}", fullmatch=True),
    )
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_made_up_token_is_refused(stories, shown):
    async def story(site):
        client = await site.visitor()
        assert (await client.get("/me", headers=[(b"authorization", b"Bearer " + shown.encode("latin-1"))])).status_code == 401

    stories(story)

import asyncio
import logging

import hypothesis.strategies as some
import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import select
from tests.support.site import PASSWORD, QUICK, both

from tablier.server.people.cookies import COOKIE
from tablier.server.people.passwords import HASHER, Passwords
from tablier.server.settings import Quotas
from tablier.server.storage.schema import players, sessions


def test_a_guest_who_registers_keeps_what_they_played(with_site):
    async def story(site):
        client = await site.guest()
        guest = await site.player(client)
        made = await client.post("/accounts", json={"name": "Ada", "password": PASSWORD})
        assert made.status_code == 201
        assert made.json()["player"] == {"id": guest["id"], "name": "Ada", "guest": False}
        assert (await client.get("/me")).json()["account"] is True

    with_site(story)


def test_a_password_is_stored_by_argon2id_and_a_session_by_its_hash(with_site):
    async def story(site):
        site.services.accounts.passwords = Passwords()
        client = await site.account("Ada")
        async with site.services.database.read() as connection:
            assert (await connection.execute(select(players.c.password))).scalar_one().startswith("$argon2id$")
            stored = (await connection.execute(select(sessions))).one()
        assert client.cookies[COOKIE].removeprefix("s-") not in str(stored)

    with_site(story)


@pytest.mark.parametrize("name", ["ADA", "ada", "Ａｄａ", "A.d.a", "Adá", "Аdа".replace("d", "ԁ")])
def test_a_name_that_passes_for_another_cannot_be_had(with_site, name):
    async def story(site):
        await site.account("Ada")
        refused = await (await site.visitor()).post("/accounts", json={"name": name, "password": PASSWORD})
        assert (refused.status_code, refused.json()["code"]) == (409, "name_taken")

    with_site(story)


def test_the_house_keeps_its_own_names_and_does_not_say_so(with_site):
    async def story(site):
        await site.account("Ada")
        client = await site.visitor()
        answers = [
            (await client.post("/accounts", json={"name": name, "password": PASSWORD})).content for name in ("Ada", "admin", "Tablier")
        ]
        assert len(set(answers)) == 1

    with_site(story)


@pytest.mark.parametrize("password", ["court", "password", "aaaaaaaaaaaa", "Ada-Lovelace", "x" * 201])
def test_a_password_that_anybody_guesses_is_refused(with_site, password):
    async def story(site):
        refused = await (await site.visitor()).post("/accounts", json={"name": "Ada-Lovelace", "password": password})
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_password")

    with_site(story)


@both
def test_two_who_want_the_same_name_at_once_get_it_once(with_site):
    async def story(site):
        clients = [await site.guest() for _ in range(4)]
        made = await asyncio.gather(*(client.post("/accounts", json={"name": "Ada", "password": PASSWORD}) for client in clients))
        assert sorted(answer.status_code for answer in made) == [201, 409, 409, 409]

    with_site(story)


def test_an_unknown_name_and_a_wrong_password_are_answered_alike_after_the_same_work(with_site):
    async def story(site):
        await site.account("Ada")
        checked = []

        class Counting(Passwords):
            def _matches(self, stored, password):
                checked.append(password)
                return super()._matches(stored, password)

        site.services.accounts.passwords = Counting(QUICK)
        client = await site.visitor()
        answers = [
            await client.post("/sessions", json={"name": name, "password": "faux faux faux"})
            for name in ("Ada", "Personne-ici", "!", "gone:0000", "")
        ]
        assert {(answer.status_code, answer.content) for answer in answers} == {(401, answers[0].content)}
        assert len(checked) == len(answers)

    with_site(story)


def test_a_login_rotates_the_session(with_site):
    async def story(site):
        client = await site.account("Ada")
        old = client.cookies[COOKIE]
        assert (await client.post("/sessions", json={"name": "ada", "password": PASSWORD})).status_code == 201
        assert client.cookies[COOKIE] != old
        assert (await site.visitor(Cookie=f"{COOKIE}={old}")) and (
            (await (await site.visitor(Cookie=f"{COOKIE}={old}")).get("/me")).json()["account"] is False
        )
        assert len((await client.get("/sessions")).json()) == 1

    with_site(story)


def test_a_cookie_that_was_planted_is_not_the_one_that_is_given(with_site):
    async def story(site):
        await site.account("Ada")
        planted = "s-" + "A" * 43
        client = await site.visitor(Cookie=f"{COOKIE}={planted}")
        answer = await client.post("/sessions", json={"name": "Ada", "password": PASSWORD})
        assert planted not in answer.headers["set-cookie"]
        assert (await (await site.visitor(Cookie=f"{COOKIE}={planted}")).get("/me")).json()["account"] is False

    with_site(story)


@both
def test_logging_out_leaves_a_new_guest(with_site):
    async def story(site):
        client = await site.account("Ada")
        ada, old = await site.player(client), client.cookies[COOKIE]
        assert (await client.delete("/sessions/current")).status_code == 200
        now = await site.player(client)
        assert now["id"] != ada["id"] and now == await site.player(client)
        assert (await site.player(await site.visitor(Cookie=f"{COOKIE}={old}")))["id"] != ada["id"]

    with_site(story)


@both
def test_a_session_ended_elsewhere_is_out_at_once(with_site):
    async def story(site):
        here = await site.account("Ada")
        there = await site.login("Ada")
        assert (await there.get("/me")).json()["account"] is True  # and is now remembered
        listed = (await here.get("/sessions")).json()
        assert sorted(session["current"] for session in listed) == [False, True]
        other = next(session["id"] for session in listed if not session["current"])
        assert (await here.delete(f"/sessions/{other}")).status_code == 200
        assert (await there.get("/me")).json()["account"] is False
        assert (await here.get("/me")).json()["account"] is True

    with_site(story)


def test_a_session_ended_while_it_is_looked_up_is_not_remembered(with_site):
    async def story(site):
        here, there = await site.account("Ada"), await site.login("Ada")
        other = next(session["id"] for session in (await here.get("/sessions")).json() if not session["current"])
        for _ in range(5):
            asked = [asyncio.ensure_future(there.get("/me")) for _ in range(4)]
            await here.delete(f"/sessions/{other}")
            await asyncio.gather(*asked)
        assert (await there.get("/sessions")).status_code == 401

    with_site(story)


def test_a_session_ended_by_another_process_is_out_when_memory_fades(with_site, tmp_path):
    async def story(site):
        client = await site.account("Ada")
        assert (await client.get("/sessions")).status_code == 200
        async with site.services.database.write() as connection:  # as another process does
            await connection.execute(sessions.delete())
        now = site.services.auth._known.clock()
        site.services.auth._known.clock = lambda: now + 5
        assert (await client.get("/sessions")).status_code == 401

    with_site(story)


def test_a_session_that_was_not_used_for_months_is_over(with_site):
    async def story(site):
        client = await site.account("Ada")
        async with site.services.database.write() as connection:
            await connection.execute(sessions.update().values(seen=sessions.c.seen - 91 * 24 * 3600 * 1000))
        site.services.auth.invalidate((await site.player(client))["id"])
        assert (await client.get("/sessions")).status_code == 401

    with_site(story)


@both
def test_a_new_password_logs_out_all_others(with_site):
    async def story(site):
        here, there = await site.account("Ada"), await site.login("Ada")
        wrong = await here.post("/me/password", json={"old": "autre chose", "new": "un nouveau secret"})
        assert wrong.status_code == 403
        assert (await here.post("/me/password", json={"old": PASSWORD, "new": "un nouveau secret"})).status_code == 200
        assert (await here.get("/sessions")).status_code == 200
        assert (await there.get("/sessions")).status_code == 401
        assert (await (await site.visitor()).post("/sessions", json={"name": "Ada", "password": PASSWORD})).status_code == 401
        await site.login("Ada", "un nouveau secret")

    with_site(story)


def test_a_hash_of_other_costs_is_renewed_when_its_owner_logs_in(with_site):
    async def story(site):
        await site.account("Ada")
        site.services.accounts.passwords = Passwords()
        await site.login("Ada")
        async with site.services.database.read() as connection:
            stored = (await connection.execute(select(players.c.password))).scalar_one()
        assert not HASHER.check_needs_rehash(stored)
        await site.login("Ada")

    with_site(story)


def test_guessing_a_password_is_slowed_for_the_name_and_for_the_address(with_site):
    async def story(site):
        await site.account("Ada")
        guesser = await site.visitor("198.51.100.7")
        seen = [await guesser.post("/sessions", json={"name": "Ada", "password": f"devinette {n}"}) for n in range(8)]
        assert [answer.status_code for answer in seen] == [401] * 6 + [429] * 2
        assert int(seen[-1].headers["retry-after"]) > 0 and seen[-1].json()["code"] == "too_fast"
        unknown = [await guesser.post("/sessions", json={"name": "Nobody-here", "password": "x"}) for n in range(8)]
        assert [answer.status_code for answer in unknown] == [401] * 6 + [429] * 2
        await site.login("Ada")  # the owner, elsewhere, is not locked out

    with_site(story, quotas=Quotas())


def test_no_secret_is_ever_logged(with_site, caplog):
    async def story(site):
        client = await site.account("Ada")
        bot = await site.bot(client, "read")
        await bot.get("/me")
        await client.post("/sessions", json={"name": "Ada", "password": "devinette perdue"})
        secrets = [PASSWORD, "devinette perdue", client.cookies[COOKIE], bot.headers["Authorization"].split()[1]]
        assert not [secret for secret in secrets if secret in caplog.text]

    with caplog.at_level(logging.DEBUG):
        with_site(story)


@given(name=some.text(max_size=90), password=some.text(max_size=60))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_as_a_name_or_a_password_gets_an_answer(stories, name, password):
    async def story(site):
        client = await site.visitor()
        for address in ("/accounts", "/sessions"):
            answer = await client.post(address, json={"name": name, "password": password})
            assert answer.status_code in (201, 401, 409, 422)
            assert answer.status_code != 201 or address == "/accounts" or (await client.get("/sessions")).status_code == 200

    stories(story)


@pytest.mark.parametrize(
    "body", [b'"\\ud800"', b'{"name": "\\ud800x", "password": "\\udfff1234567"}', b"[[[[", b"\xff", b"null", b'{"name": 1}', b""]
)
def test_a_body_that_is_no_account_is_refused(with_site, body):
    async def story(site):
        answer = await (await site.visitor()).post("/accounts", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422) and {"fr", "en"} == set(answer.json()["why"])

    with_site(story)

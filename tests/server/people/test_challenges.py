"""Challenges: made, accepted, declined, withdrawn, lapsed; and what the players are told of it."""

import asyncio

import pytest
from sqlalchemy import func, select, update
from tests.support.played_games import act, begun, played, until
from tests.support.site import PASSWORD, both, follow

from tablier.server.people import challenges as module
from tablier.server.people.cookies import COOKIE
from tablier.server.storage.schema import challenges
from tablier.server.tables import creation
from tablier.server.timestamps import now_ms

MAKYEK = {"to": "Blaise", "game": "makyek"}


async def listen(site, client):
    """The stream of a browser or a bot, once it is open."""
    open_before = site.services.online._streams.total()
    shown = client.headers.get("Authorization")
    headers = {"Authorization": shown} if shown else {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
    stream = await follow(site, "/api/stream", headers)
    while site.services.online._streams.total() == open_before:
        await asyncio.sleep(0.001)
    return stream


async def challenge(client, status=201, **asked):
    answer = await client.post("/challenges", json={**MAKYEK, **asked})
    assert answer.status_code == status, answer.text
    return answer.json()


async def pass_time(site, milliseconds):
    """Let all challenges be older."""
    async with site.services.database.write() as connection:
        older = {column: challenges.c[column] - milliseconds for column in ("created", "changed", "until", "lapses")}
        await connection.execute(update(challenges).values(older))


@both
def test_a_challenge_that_is_accepted_seats_both_at_a_table(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        clock = {"kind": "fischer", "base": 300, "increment": 3}
        made = await challenge(ada, options={"quiet": 40}, clock=clock, seat=1, rated=True, private=True)
        assert made["state"] == "waiting" and made["options"] == {"first": "white", "quiet": 40}
        assert (made["challenger"]["name"], made["challenged"]["name"]) == ("Ada", "Blaise")
        for client in (ada, blaise):
            assert (await client.get("/challenges")).json() == [made]
            assert (await client.get(f"/challenges/{made['id']}")).json() == made
        accepted = (await blaise.post(f"/challenges/{made['id']}/accept")).json()
        assert accepted["state"] == "accepted"
        table = (await ada.get(f"/tables/{accepted['table']}")).json()
        assert [seat["player"]["name"] for seat in table["seats"]] == ["Blaise", "Ada"]
        assert table["state"] == "playing" and table["plan"]["rated"] and table["plan"]["private"] and table["plan"]["clock"] == clock
        assert table["host"]["name"] == "Ada" and table["clocks"]["left"] == pytest.approx([300_000] * 2, abs=60_000)
        again = await blaise.post(f"/challenges/{made['id']}/accept")
        assert again.json() == accepted and (await ada.get("/challenges")).json() == []
        await act(blaise, table["id"], "move", text="a3-a4")
        await act(ada, table["id"], "resign")
        assert set((await until(ada, table["id"], "rated"))["changes"]) == {"0", "1"}

    with_site(story)


def test_a_challenge_is_declined_for_a_reason_or_none(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        reasons = {reason["id"]: reason["text"] for reason in (await ada.get("/decline-reasons")).json()}
        assert len(reasons) == 9 and all(set(text) == {"fr", "en"} for text in reasons.values())
        for reason in (*reasons, None):
            made = await challenge(ada)
            answer = (await blaise.post(f"/challenges/{made['id']}/decline", json={"reason": reason} if reason else {})).json()
            assert (answer["state"], answer.get("reason")) == ("declined", reason)
            assert (await ada.get(f"/challenges/{made['id']}")).json() == answer
        assert (await blaise.post(f"/challenges/{made['id']}/decline", json={})).json() == answer
        assert (await blaise.post(f"/challenges/{made['id']}/decline", json={"reason": "no"})).status_code == 422
        refused = await blaise.post(f"/challenges/{made['id']}/accept")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_waiting") and "declined" in refused.json()["why"]["en"]

    with_site(story)


@both
def test_only_the_challenger_withdraws_and_only_the_challenged_answers(with_site):
    async def story(site):
        ada, blaise, other = [await site.account(name) for name in ("Ada", "Blaise", "Chloé")]
        made = (await challenge(ada))["id"]
        assert (await ada.post(f"/challenges/{made}/accept")).status_code == 404
        assert (await ada.post(f"/challenges/{made}/decline", json={})).status_code == 404
        assert (await blaise.delete(f"/challenges/{made}")).status_code == 404
        assert (await other.get(f"/challenges/{made}")).status_code == 404
        assert (await ada.delete(f"/challenges/{made}")).json()["state"] == "withdrawn"
        assert (await blaise.post(f"/challenges/{made}/accept")).json()["why"]["en"] == "This challenge was withdrawn."

    with_site(story)


@both
def test_the_same_challenge_is_made_once_and_another_waits_for_the_first(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        made = await asyncio.gather(*(challenge(ada) for _ in range(4)))
        assert len({one["id"] for one in made}) == 1
        assert (await challenge(ada, 409, game="apit"))["code"] == "already_challenged"
        await challenge(blaise, to="Ada")
        await ada.delete(f"/challenges/{made[0]['id']}")
        await challenge(ada, game="apit")

    with_site(story)


@both
def test_accepted_and_withdrawn_at_once_it_is_one_of_the_two(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        for _ in range(5):
            made = (await challenge(ada))["id"]
            answers = await asyncio.gather(
                ada.delete(f"/challenges/{made}"), *(blaise.post(f"/challenges/{made}/accept") for _ in range(2))
            )
            final = (await ada.get(f"/challenges/{made}")).json()
            assert [one.status_code for one in answers] in ([200, 409, 409], [409, 200, 200])
            assert (final["state"] == "withdrawn") == (answers[0].status_code == 200) == ("table" not in final)

    with_site(story)


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"to": "Ada"}, 422, "yourself"), ({"to": "Personne-du-tout"}, 404, "unknown_player"), ({"to": "!"}, 404, "unknown_player"),
        ({"game": "chess"}, 422, "bad_request"), ({"options": {"quiet": 0}}, 422, "bad_request"), ({"options": {"x": 1}}, 422, "bad_request"),
        ({"game": "mako"}, 422, "not_for_two"), ({"seat": 2}, 422, "bad_request"), ({"clock": {"kind": "fischer", "base": -1}}, 422, "bad_request"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_no_challenge(with_site, asked, status, code):
    async def story(site):
        ada = await site.account("Ada")
        await site.account("Blaise")
        assert (await challenge(ada, status, **asked))["code"] == code
        assert (await ada.get("/challenges")).json() == []

    with_site(story)


def test_guests_challenge_for_fun_and_are_found_under_no_name(with_site):
    async def story(site):
        guest, blaise = await site.guest(), await site.account("Blaise")
        assert (await challenge(guest, 422, rated=True))["code"] == "not_rated"
        made = await challenge(guest)
        name = (await site.player(guest))["name"]
        assert made["challenger"] == {"id": (await site.player(guest))["id"], "name": name}
        assert (await challenge(blaise, 404, to=name))["code"] == "unknown_player"
        table = (await blaise.post(f"/challenges/{made['id']}/accept")).json()["table"]
        assert {seat["player"]["name"] for seat in (await guest.get(f"/tables/{table}")).json()["seats"]} == {name, "Blaise"}

    with_site(story)


def test_a_guest_who_logs_in_keeps_the_challenge(with_site):
    async def story(site):
        guest = await site.guest()
        await site.account("Ada")
        blaise = await site.account("Blaise")
        made = await challenge(guest)
        other = await challenge(guest, to="Ada")
        assert (await guest.post("/sessions", json={"name": "Ada", "password": PASSWORD})).status_code == 201
        assert [one["challenger"]["name"] for one in (await blaise.get("/challenges")).json()] == ["Ada"]
        assert [one["id"] for one in (await guest.get("/challenges")).json()] == [made["id"]]
        assert (await guest.get(f"/challenges/{other['id']}")).status_code == 404  # it was to the account itself

    with_site(story)


def test_a_player_chooses_by_whom_to_be_challenged(with_site):
    async def story(site):
        ada, blaise, guest = await site.account("Ada"), await site.account("Blaise"), await site.guest()
        assert (await blaise.get("/me/challenges")).json() == {"accept": "all", "games": []}
        assert (await blaise.put("/me/challenges", json={"accept": "accounts", "games": ["makyek", "apit"]})).status_code == 200
        assert (await blaise.get("/me/challenges")).json() == {"accept": "accounts", "games": ["makyek", "apit"]}
        assert (await challenge(guest, 409))["code"] == "not_accepted"
        assert (await challenge(ada, 409, game="makruk"))["code"] == "not_accepted"
        await challenge(ada)
        await blaise.put("/me/challenges", json={"accept": "none"})
        assert (await challenge(await site.account("Chloé"), 409))["code"] == "not_accepted"
        unknown = await blaise.put("/me/challenges", json={"games": ["chess"]})
        assert unknown.status_code == 422 and "makruk" in unknown.json()["why"]["en"]

    with_site(story)


@both
def test_a_challenge_lapses_when_the_challenger_is_gone_or_after_an_hour(with_site):
    async def story(site):
        ada, blaise, chloe = [await site.account(name) for name in ("Ada", "Blaise", "Chloé")]
        stream, news = await listen(site, chloe), await listen(site, blaise)
        gone, slow, here = (
            await challenge(ada),
            await challenge(ada, to="Chloé", clock={"kind": "correspondence", "days": 2}),
            await challenge(chloe),
        )
        assert [(await news.next())["challenge"]["id"] for _ in range(2)] == [gone["id"], here["id"]]
        await pass_time(site, module.GONE - 1_000)
        await site.services.challenges.tend()
        await pass_time(site, 2_000)
        assert (await blaise.post(f"/challenges/{gone['id']}/accept")).status_code == 409  # lapsed before it was noted
        await site.services.challenges.tend()
        told = await news.next()
        assert (told["type"], told["challenge"]["id"], told["challenge"]["state"]) == ("challenge", gone["id"], "lapsed")
        assert {one["id"] for one in (await chloe.get("/challenges")).json()} == {slow["id"], here["id"]}
        for _ in range(70):  # online, minute by minute
            await pass_time(site, module.GONE - 1_000)
            await site.services.challenges.tend()
        assert [one["id"] for one in (await chloe.get("/challenges")).json()] == [slow["id"]]
        assert (await news.next())["challenge"]["state"] == "lapsed"
        await pass_time(site, module.LASTS_DAYS)
        await site.services.challenges.tend()
        assert (await ada.get(f"/challenges/{slow['id']}")).json()["state"] == "lapsed"
        await stream.close()
        await news.close()

    with_site(story)


def test_a_challenger_who_asks_for_the_answer_is_not_gone(with_site):
    async def story(site):
        ada, _ = await site.account("Ada"), await site.account("Blaise")
        made = await challenge(ada)
        for path in ("/challenges", f"/challenges/{made['id']}") * 2:
            await pass_time(site, module.GONE - 1_000)
            await ada.get(path)
        await site.services.challenges.tend()
        assert (await ada.get(f"/challenges/{made['id']}")).json()["state"] == "waiting"

    with_site(story)


def test_what_was_answered_is_kept_for_a_day(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        old = (await challenge(ada))["id"]
        await blaise.post(f"/challenges/{old}/decline", json={})
        await pass_time(site, module.KEPT + 1)
        await challenge(ada)
        assert (await ada.get(f"/challenges/{old}")).status_code == 404

    with_site(story)


def test_no_player_is_flooded(with_site, monkeypatch):
    monkeypatch.setattr(module, "MAX_SENT", 2)
    monkeypatch.setattr(module, "MAX_RECEIVED", 3)

    async def story(site):
        names = ("Ada", "Blaise", "Chloé", "Denis", "Élodie")
        ada, _, chloe, denis, elodie = [await site.account(name) for name in names]
        await challenge(ada)
        await challenge(ada, to="Chloé")
        assert (await challenge(ada, 429, to="Denis"))["code"] == "too_many"
        await challenge(chloe)
        await challenge(denis)
        assert (await challenge(elodie, 429))["retry"] == 60

    with_site(story)


def test_a_challenger_with_too_many_tables_leaves_the_challenge_waiting(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        site.services.creator.most = 1
        made = (await challenge(ada))["id"]
        table = (await begun(ada, await site.guest()))["id"]
        refused = await blaise.post(f"/challenges/{made}/accept")
        assert (refused.status_code, refused.json()["code"]) == (409, "challenger_busy") and "Ada" in refused.json()["why"]["fr"]
        assert (await challenge(ada, 429))["code"] == "too_fast"
        await act(ada, table, "resign")
        assert (await blaise.post(f"/challenges/{made}/accept")).json()["state"] == "accepted"

    with_site(story)


def test_a_table_that_was_lost_is_created_when_the_challenge_is_accepted_again(with_site, monkeypatch):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        made = (await challenge(ada))["id"]

        async def die(*_):
            raise OSError("the process dies")

        with monkeypatch.context() as patched:
            patched.setattr(creation.TableCreator, "create", die)
            assert (await blaise.post(f"/challenges/{made}/accept")).status_code == 503
        lost = (await ada.get(f"/challenges/{made}")).json()
        assert (await ada.get(f"/tables/{lost['table']}")).status_code == 404
        assert (await blaise.post(f"/challenges/{made}/accept")).json() == lost
        assert (await ada.get(f"/tables/{lost['table']}")).json()["state"] == "playing"

    with_site(story)


def test_erased_players_leave_no_challenge_and_exports_have_them(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        made = await challenge(ada)
        await blaise.put("/me/challenges", json={"accept": "accounts"})
        export = (await blaise.get("/me/export")).json()
        assert (export["challenges"], export["challenge_rules"]) == ([made], {"accept": "accounts", "games": []})
        await ada.request("DELETE", "/me", json={"password": PASSWORD})
        assert (await blaise.get("/challenges")).json() == []
        async with site.services.database.read() as connection:
            assert (await connection.execute(select(func.count()).select_from(challenges))).scalar() == 0

    with_site(story)


# -- streams ------------------------------------------------------------------------------------------------


@both
def test_both_are_told_of_a_challenge_and_of_its_table(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        first = await listen(site, ada)
        made = await challenge(ada, seat=0)
        late = await listen(site, blaise)
        told = await first.next()
        assert told == await late.next() == {"type": "challenge", "id": f"challenge:{made['id']}:waiting", "challenge": made}
        accepted = (await blaise.post(f"/challenges/{made['id']}/accept")).json()
        for stream, seat in ((first, 0), (late, 1)):
            notices = [await stream.next() for _ in range(2 + (seat == 0))]
            kinds = {notice["type"]: notice for notice in notices}
            assert kinds["start"]["seat"] == seat and kinds["start"]["table"] == accepted["table"]
            assert kinds["challenge"]["challenge"] == accepted and ("turn" in kinds) == (seat == 0)
            await stream.close()

    with_site(story)


@both
def test_a_turn_says_all_that_is_needed_and_is_told_once(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        bot = await site.bot(blaise, "play", "read")
        table = (await begun(ada, bot, clock={"kind": "fischer", "base": 60, "increment": 1}))["id"]
        await act(ada, table, "move", text="a3-a4")
        stream = await listen(site, bot)
        turn = await stream.next()
        assert (turn["type"], turn["moves"], turn["last"], turn["seat"]) == ("turn", ["a3-a4"], "a3-a4", 1)
        assert turn["clocks"]["running"] == 1 and len(turn["clocks"]["left"]) == 2
        assert [seat["player"]["name"] for seat in turn["seats"]] == ["Ada", "Blaise"] and turn["seats"][1]["player"]["bot"]
        await site.services.bus.publish(f"player:{(await site.player(bot))['id']}", b'{"id": "%s"}' % turn["id"].encode())
        await act(ada, table, "say", phrase="hello")
        again = await listen(site, bot)
        repeated = await again.next()
        assert repeated["id"] == turn["id"] and repeated["v"] == turn["v"] + 1  # the same turn, told to another connection
        await act(bot, table, "move", text="a6-a5")
        await act(ada, table, "move", text="b3-b4")
        for one in (stream, again):
            following = await one.next()
            assert following["moves"] == ["a3-a4", "a6-a5", "b3-b4"] and following["id"] != turn["id"]
            await one.close()

    with_site(story)


def test_a_bot_is_online_while_its_stream_is_open(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        await until(ada, await played(blaise, ada, rated=True), "rated")
        bot = await site.bot(blaise, "play", "read")
        await bot.put("/me/challenges", json={"games": ["makyek", "makruk"]})
        assert (await ada.get("/bots")).json() == []
        streams = [await listen(site, bot), await listen(site, bot), await listen(site, ada)]
        (found,) = (await ada.get("/bots")).json()
        assert found["player"]["name"] == "Blaise" and found["player"]["bot"] and set(found["games"]) == {"makyek", "makruk"}
        assert [(rating["game"], rating["rating"]) for rating in found["ratings"]] == [("makyek", 1662)]
        assert (await ada.get("/bots?game=apit")).json() == [] and len((await ada.get("/bots?game=makruk")).json()) == 1
        assert (await challenge(ada))["challenged"]["bot"]
        await begun(ada, bot)
        assert (await ada.get("/bots")).json()[0]["playing"] == 1
        await streams[0].close()
        assert len((await ada.get("/bots")).json()) == 1
        await streams[1].close()
        assert (await ada.get("/bots")).json() == []
        await streams[2].close()

    with_site(story)


def test_streams_end_as_the_server_closes(with_site):
    async def story(site):
        stream = await listen(site, await site.account("Ada"))
        site.services.shutdown.begin()
        await asyncio.wait_for(stream.task, 10)

    with_site(story)


def test_what_a_process_says_of_its_bots_lapses(with_site, monkeypatch):
    async def story(site):
        online = site.services.online
        online._hear(b'{"process": "other", "bots": [{"id": "r2", "name": "R2D2", "guest": false, "bot": true}]}')
        assert list(online.bots()) == ["r2"]
        monkeypatch.setattr("tablier.server.people.online.now_ms", lambda: now_ms() + 10_001)
        assert online.bots() == {}

    with_site(story)

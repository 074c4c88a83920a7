import json

from sqlalchemy import select
from tests.support.played_games import act, begun, played, until
from tests.support.site import PASSWORD, both

from tablier.server.people.cookies import COOKIE
from tablier.server.people.names import name_key
from tablier.server.storage.schema import metadata, players, table_events


async def everything(site):
    """All that the database holds, as one text."""
    found = []
    async with site.services.database.read() as connection:
        for table in metadata.sorted_tables:
            rows = await connection.execute(select(table))
            found += [str([value.decode(errors="replace") if isinstance(value, bytes) else value for value in row]) for row in rows]
    return "\n".join(found)


@both
def test_the_export_holds_everything_about_its_owner_and_nothing_of_others(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        await ada.put("/me/settings", json={"settings": {"theme": "dark"}})
        await site.bot(ada, "read")
        lost, won = await played(blaise, ada, rated=True), await played(ada, blaise)
        await until(ada, lost, "rated")
        watched = await played(blaise, await site.guest())
        await act(ada, watched, "say", text="bien joué")
        answer = await ada.get("/me/export")
        export = answer.json()
        assert "attachment" in answer.headers["content-disposition"]
        assert export["player"]["name"] == "Ada" and export["settings"] == {"theme": "dark"} and export["created"]
        assert len(export["sessions"]) == 1 and [token["scopes"] for token in export["tokens"]] == [["read"]]
        assert [change["table"] for change in export["rating_changes"]] == [lost]
        tables = {table["id"]: table for table in export["tables"]}
        assert set(tables) == {lost, won, watched}
        assert [said.get("text") for said in tables[lost]["said"]] == ["mes mots à moi", None]
        assert tables[won]["said"] == [] and tables[won]["seats"] == [0] and tables[won]["moves"] == ["!resign:1"]
        assert tables[watched]["seats"] == [] and tables[watched]["moves"] == [] and tables[watched]["said"][0]["text"] == "bien joué"
        for secret in ("argon2", ada.cookies[COOKIE], "hash", "Blaise"):
            assert secret not in answer.text

    with_site(story)


def test_a_guest_of_whom_nothing_is_known_exports_nothing(with_site):
    async def story(site):
        export = (await (await site.guest()).get("/me/export")).json()
        assert export["created"] is None and export["tables"] == [] and export["sessions"] == []

    with_site(story)


@both
def test_who_leaves_is_erased_and_the_games_stay(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada-Lovelace"), await site.account("Blaise")
        there, bot = await site.login("Ada-Lovelace"), await site.bot(ada, "play", "read")
        await ada.put("/me/settings", json={"settings": {"motto": "bleu de méthylène"}})
        cookies = [client.cookies[COOKIE] for client in (ada, there)]
        finished = await played(blaise, ada, rated=True)
        await until(ada, finished, "rated")
        watched = await played(blaise, await site.guest())
        await act(ada, watched, "say", text="secret de spectatrice")
        assert "Ada-Lovelace" in await everything(site) and "mes mots à moi" in await everything(site)

        assert (await ada.request("DELETE", "/me", json={"password": "pas le bon"})).status_code == 403
        assert (await ada.request("DELETE", "/me", json={})).status_code == 403
        assert (await ada.request("DELETE", "/me", json={"password": PASSWORD})).status_code == 200

        kept = await everything(site)
        for word in ("Ada-Lovelace", name_key("Ada-Lovelace"), "secret de spectatrice", "bleu de méthylène"):
            assert word not in kept
        async with site.services.database.read() as connection:
            said = [
                json.loads(body)
                for body in (await connection.execute(select(table_events.c.body).where(table_events.c.table == finished))).scalars()
                if b'"said"' in body
            ]
        assert [remark.get("text", remark.get("phrase")) for remark in said if remark["type"] == "said"] == ["", "bye"]

        assert (await bot.get("/me")).status_code == 401
        for cookie in cookies:
            assert (await (await site.visitor(Cookie=f"{COOKIE}={cookie}")).get("/me")).json()["account"] is False
        assert (await ada.get("/me")).json()["account"] is False
        stranger = await site.visitor()
        assert (await stranger.post("/sessions", json={"name": "Ada-Lovelace", "password": PASSWORD})).status_code == 401
        assert (await stranger.post("/accounts", json={"name": "ada.lovelace", "password": PASSWORD})).status_code == 409
        assert (await stranger.get("/players/Ada-Lovelace")).status_code == 404

        shown = next(table for table in (await stranger.get("/archive")).json() if table["id"] == finished)
        assert [seat["player"]["name"] for seat in shown["seats"]] == ["Blaise", "Anonyme"]
        for asked in ("", "/events", "/record.txt"):  # from memory as well as from the log
            answer = await stranger.get(f"/tables/{finished}{asked}")
            assert answer.status_code == 200 and "Ada" not in answer.text and "mes mots" not in answer.text
        assert (await blaise.get("/players/Blaise")).json()["ratings"][0]["games"] == 1

    with_site(story)


def test_the_log_of_an_erased_player_still_replays(with_site, tmp_path):
    tables = []

    async def story(site):
        ada = await site.account("Ada")
        tables.append(await played(ada, await site.account("Blaise")))
        await ada.request("DELETE", "/me", json={"password": PASSWORD})

    async def after_a_restart(site):
        seen = await (await site.visitor()).get(f"/tables/{tables[0]}")
        assert [seat["player"]["name"] for seat in seen.json()["seats"]] == ["Anonyme", "Blaise"]

    with_site(story)
    with_site(after_a_restart)


def test_who_leaves_gives_up_the_games_that_others_would_wait_in(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        running = (await begun(ada, blaise))["id"]
        waiting = (await ada.post("/tables", json={"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}]})).json()["id"]
        await ada.request("DELETE", "/me", json={"password": PASSWORD})
        ended = (await blaise.get(f"/tables/{running}")).json()
        assert ended["state"] == "over" and ended["ending"]["ranks"] == [2, 1]
        assert [seat["kind"] for seat in (await blaise.get(f"/tables/{waiting}")).json()["seats"]] == ["open", "open"]

    with_site(story)


def test_a_guest_can_be_erased_and_the_old_cookie_is_a_new_guest(with_site):
    async def story(site):
        guest, other = await site.guest(), await site.guest()
        player, cookie = await site.player(guest), guest.cookies[COOKIE]
        await played(other, guest)
        assert (await guest.request("DELETE", "/me", json={})).status_code == 200
        assert "mes mots à moi" not in await everything(site)
        assert (await site.player(guest))["id"] != player["id"]
        assert (await site.player(await site.visitor(Cookie=f"{COOKIE}={cookie}")))["id"] != player["id"]

    with_site(story)


def test_a_token_that_manages_the_account_needs_the_password_to_erase_it(with_site):
    async def story(site):
        manager = await site.bot(await site.account("Ada"), "account")
        assert (await manager.request("DELETE", "/me", json={})).status_code == 403
        assert (await manager.request("DELETE", "/me", json={"password": PASSWORD})).status_code == 200

    with_site(story)


@both
def test_settings_are_kept_for_guests_and_bounded(with_site):
    async def story(site):
        guest = await site.guest()
        assert (
            await guest.put("/me/settings", json={"settings": {"theme": "dark", "size": 2, "sound": False, "n": "é"}})
        ).status_code == 200
        assert (await guest.get("/me")).json()["settings"] == {"theme": "dark", "size": 2, "sound": False, "n": "é"}
        assert (await guest.put("/me/settings", json={"settings": {"x": "y" * 9000}})).status_code == 413
        assert (await guest.put("/me/settings", json={"settings": {str(n): n for n in range(101)}})).status_code == 422
        assert (await guest.put("/me/settings", json={"settings": {"deep": {}}})).status_code == 422
        async with site.services.database.read() as connection:
            assert len((await connection.execute(select(players))).all()) == 1

    with_site(story)

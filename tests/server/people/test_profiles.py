import asyncio

import pytest
from tests.support.played_games import begun, played, until
from tests.support.site import PASSWORD, both

from tablier.server.storage.schema import ratings


@both
def test_a_rated_game_changes_both_ratings_and_says_so_at_the_table(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        table = await played(ada, blaise, rated=True)
        assert (await until(ada, table, "rated"))["changes"] == {"0": [1500, 1662], "1": [1500, 1338]}
        profile = (await (await site.visitor()).get("/players/ada")).json()
        assert profile["player"]["name"] == "Ada"
        (rating,) = profile["ratings"]
        assert (rating["game"], rating["rating"], rating["games"], rating["sure"]) == ("makyek", 1662, 1, False)
        assert profile["counts"] == [{"game": "makyek", "played": 1, "won": 1, "drawn": 0, "lost": 0}]
        assert [point[1] for point in profile["history"]["makyek"]] == [1662]
        assert (await blaise.get("/players/Blaise")).json()["counts"] == [{"game": "makyek", "played": 1, "won": 0, "drawn": 0, "lost": 1}]

    with_site(story)


def test_a_game_that_is_not_rated_or_not_between_accounts_changes_no_rating(with_site):
    async def story(site):
        ada, blaise, guest = await site.account("Ada"), await site.account("Blaise"), await site.guest()
        await played(ada, blaise)
        await played(ada, guest, rated=True)
        assert (await ada.get("/players/Ada")).json()["ratings"] == []

    with_site(story)


def test_those_who_sit_down_are_seen_with_their_ratings(with_site):
    async def story(site):
        ada, blaise = await site.account("Ada"), await site.account("Blaise")
        await until(ada, await played(ada, blaise, rated=True), "rated")
        table = (await begun(blaise, ada))["id"]
        assert [seat["player"].get("rating") for seat in (await ada.get(f"/tables/{table}")).json()["seats"]] == [1338, 1662]
        other = (await begun(blaise, await site.guest(), game="apit"))["id"]
        assert [seat["player"].get("rating") for seat in (await ada.get(f"/tables/{other}")).json()["seats"]] == [None, None]

    with_site(story)


@both
def test_private_games_show_only_to_their_players(with_site):
    async def story(site):
        ada, blaise, other, stranger = (
            await site.account("Ada"),
            await site.account("Blaise"),
            await site.account("Chloé"),
            await site.visitor(),
        )
        public, private = await played(ada, blaise), await played(ada, blaise, private=True)
        running = (await begun(ada, blaise, private=True))["id"]
        for who in (stranger, other, ada):
            for asked in ("/archive", "/archive?player=Ada", "/archive?game=makyek"):
                assert [table["id"] for table in (await who.get(asked)).json()] == [public]
            assert (await who.get("/players/Ada")).json()["counts"][0]["played"] == 1
        for who in (stranger, other):
            assert (await who.get("/archive?mine=1")).json() == []
            assert (await who.get("/archive?mine=1&player=Ada")).json() == []
            for asked in ("/archive", "/archive?mine=1", "/players/Ada", "/me/tables", "/me/export"):
                answer = await who.get(asked)
                assert answer.status_code == 200 and private not in answer.text and running not in answer.text
        assert {table["id"] for table in (await ada.get("/archive?mine=1")).json()} == {public, private}

    with_site(story)


def test_the_archive_shows_finished_games_without_moves_and_names_of_today(with_site):
    async def story(site):
        guest, other = await site.guest(), await site.guest()
        finished = await played(guest, other)
        await begun(guest, other)
        await guest.post("/accounts", json={"name": "Ada", "password": PASSWORD})
        (table,) = (await (await site.visitor()).get("/archive?player=ada")).json()
        assert table["id"] == finished and table["state"] == "over" and table["ending"]["ranks"] == [1, 2]
        assert "moves" not in table and "code" not in table
        assert [seat["player"]["name"] for seat in table["seats"]] == ["Ada", (await site.player(other))["name"]]

    with_site(story)


@both
def test_the_leaderboard_lists_sure_ratings_of_the_living(with_site):
    async def story(site):
        people = {name: await site.player(await site.account(name)) for name in ("Ada", "Blaise", "Chloé", "Denis")}
        now = people and 1_900_000_000_000
        rows = {"Ada": (1700, 60, now), "Blaise": (1900, 80, now), "Chloé": (2500, 200, now), "Denis": (2400, 50, 1_000_000_000_000)}
        async with site.services.database.write() as connection:
            for name, (value, deviation, updated) in rows.items():
                row = {"player": people[name]["id"], "game": "makruk", "value": value, "deviation": deviation, "volatility": 0.06}
                await connection.execute(ratings.insert().values(games=9, updated=updated, **row))
        board = (await (await site.visitor()).get("/leaderboards/makruk")).json()
        assert [(row["rank"], row["player"]["name"], row["rating"]) for row in board] == [(1, "Blaise", 1900), (2, "Ada", 1700)]
        assert (await (await site.visitor()).get("/leaderboards/makruk?page=1")).json() == []

    with_site(story)


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("/leaderboards/chess", 404), ("/leaderboards/makruk?page=x", 422), ("/leaderboards/makruk?page=-1", 422), ("/archive?page=99999", 422),
        ("/archive?page=²", 422), ("/players/nobody-of-this-name", 404), ("/players/!", 404), ("/players/gone:00", 404), ("/archive?player=zz", 404),
        ("/archive?game=%00", 400), ("/players/a%00b", 400), ("/archive?game=%ff", 200), ("/players/%F0%9F%98%80", 404), ("/archive?game=nothing", 200),
    ],
)  # fmt: skip
def test_odd_addresses(with_site, asked, status):
    async def story(site):
        assert (await (await site.visitor()).get(asked)).status_code == status

    with_site(story)


def test_a_guest_is_found_under_no_name(with_site):
    async def story(site):
        guest = await site.guest()
        player = await site.player(guest)
        await played(guest, await site.guest())
        for name in (player["name"], player["id"]):
            assert (await guest.get(f"/players/{name}")).status_code == 404

    with_site(story)


@both
def test_many_games_end_at_once(with_site):
    async def story(site):
        clients = [await site.account(name) for name in ("Ada", "Blaise", "Chloé")]
        pairs = [(clients[n % 3], clients[(n + 1) % 3]) for n in range(6)]
        finished = await asyncio.gather(*(played(*pair, rated=True) for pair in pairs))
        for table in finished:
            await until(clients[0], table, "rated")
        assert [(await clients[0].get(f"/players/{name}")).json()["ratings"][0]["games"] for name in ("Ada", "Blaise", "Chloé")] == [
            4,
            4,
            4,
        ]

    with_site(story)

"""Rated games against engines: chosen when the table is made, for accounts, with a clock, at measured levels."""

import asyncio
from types import SimpleNamespace

import pytest
from tests.support.played_games import act, until
from tests.support.site import both

from tablier import game
from tablier.api.tables import Created, Player, Replaced, Sat, SeatPlan, TablePlan
from tablier.search.level_elo import elos_of
from tablier.server.people.ratings import ENGINE_DEVIATION, Rating, after_game
from tablier.server.tables.completion import Completion
from tablier.server.tables.state import fold, new_table

CLOCK = {"kind": "fischer", "base": 600, "increment": 5}
YOU, OPEN = {"kind": "you"}, {"kind": "open"}


def engine(level):
    return {"kind": "engine", "level": level}


AGAINST_LEVEL_4 = (YOU, engine(4))


async def create(client, name="apit", seats=AGAINST_LEVEL_4, **plan):
    chosen = {"game": name, "seats": list(seats), "rated": True, "clock": CLOCK, **plan}
    return await client.post("/tables", json=chosen)


@both
def test_a_game_against_a_level_moves_the_rating_once(with_site):
    async def story(site):
        ada, elo = await site.account("Ada"), elos_of(game("apit"))[4]
        made = await create(ada)
        assert made.status_code == 201, made.text
        table = made.json()
        assert table["plan"]["rated"] and table["seats"][1] == {"kind": "engine", "level": 4, "elo": elo}
        await act(ada, table["id"], "resign")
        after = after_game([Rating(), Rating(elo, ENGINE_DEVIATION)], [2, 1])[0]
        assert (await until(ada, table["id"], "rated"))["changes"] == {"0": [1500, round(after.value)]}
        (rating,) = (await ada.get("/players/Ada")).json()["ratings"]
        assert (rating["game"], rating["rating"], rating["games"]) == ("apit", round(after.value), 1)
        (listed,) = (await ada.get("/archive")).json()
        assert listed["seats"][1]["elo"] == elo

        await act(ada, table["id"], "offer", kind="rematch")
        again = (await ada.get(f"/tables/{(await until(ada, table['id'], 'rematched'))['table']}")).json()
        assert again["plan"]["rated"] and again["seats"][0]["elo"] == elo

    with_site(story)


def test_a_game_against_an_engine_counts_only_where_that_was_chosen(with_site):
    async def story(site):
        ada = await site.account("Ada")
        table = (await create(ada, rated=False)).json()
        await act(ada, table["id"], "resign")
        assert (await ada.get("/players/Ada")).json()["ratings"] == []

    with_site(story)


@pytest.mark.parametrize(
    ("said", "plan"),
    [
        ("clock", {"clock": {"kind": "none"}}),
        ("not measured", {"options": {"quiet": 50}}),
        ("one seat", {"name": "mako", "seats": (YOU, YOU, engine(1), engine(1))}),
    ],
)
def test_what_cannot_be_rated_is_refused_with_its_reason(with_site, said, plan):
    async def story(site):
        refused = await create(await site.account("Ada"), **plan)
        assert refused.status_code == 422 and refused.json()["code"] == "not_rated"
        assert said in refused.json()["why"]["en"] and refused.json()["why"]["fr"]

    with_site(story)


@pytest.mark.parametrize("rated", [True, False])
def test_a_rated_game_is_analysed_for_its_player_once_it_is_over(with_site, rated):
    async def story(site):
        ada, other = await site.account("Ada"), await site.guest()
        table = (await create(ada, rated=rated)).json()["id"]
        rules = game("apit")
        lines = [{"game": "apit", "moves": ["d3-d4"]}, {"game": "apit", "moves": ["d3-d4", "a6-a5"]}]
        lines.append({"game": "apit", "position": rules.dump(rules.play(rules.start(), rules.read(rules.start(), "d3-d4")).after)})
        await act(ada, table, "move", text="d3-d4")

        async def refusals(client):
            answers = [await client.post("/analysis", json={**line, "seconds": -1}) for line in lines]
            return [answer.json()["code"] for answer in answers]

        assert await refusals(ada) == ["rated" if rated else "bad_request"] * 3
        if rated:
            assert (await ada.post("/analysis/game", json=lines[1])).json()["code"] == "rated"
        assert await refusals(other) == ["bad_request"] * 3
        assert (await ada.post("/analysis", json={"game": "apit", "moves": ["e3-e4"], "seconds": -1})).json()["code"] == "bad_request"
        await act(ada, table, "resign")
        await until(ada, table, "ended")
        assert await refusals(ada) == ["bad_request"] * 3

    with_site(story)


def test_a_guest_is_asked_for_an_account(with_site):
    async def story(site):
        refused = await create(await site.guest())
        assert refused.json()["code"] == "not_rated" and "needs an account" in refused.json()["why"]["en"]

    with_site(story)


def test_where_only_the_engine_over_the_law_plays_nothing_is_rated(with_site, monkeypatch):
    async def story(site):
        monkeypatch.setenv("TABLIER_PURE", "1")
        refused = await create(await site.account("Ada"), seats=(YOU, engine(3)))
        assert refused.json()["code"] == "not_rated"

    with_site(story)


def test_accounts_and_levels_may_be_mixed(with_site):
    async def story(site):
        ada = await site.account("Ada")
        made = await create(ada, "mako", (YOU, engine(3), OPEN, engine(5)))
        elos = elos_of(game("mako"))
        assert [seat.get("elo") for seat in made.json()["seats"]] == [None, elos[3], None, elos[5]]

    with_site(story)


def test_a_rematch_with_an_engine_that_took_over_is_not_rated():
    async def story() -> TablePlan:
        ada = Player("ada", "Ada", guest=False)
        plan = TablePlan("makyek", (SeatPlan("open"), SeatPlan("open")), rated=True, leavers="engine")
        table = new_table("t", 1, Created(plan, ada, 1))
        for event in (Sat(0, ada), Sat(1, Player("bo", "Bo", guest=False)), Replaced(1, 3, "absent")):
            table = fold(table, event, 1)
        found: list[TablePlan] = []

        async def create(plan, host, players):
            found.append(plan)
            return SimpleNamespace(table=table)

        await Completion(None, create)._rematch(table)
        return found[0]

    plan = asyncio.run(story())
    assert plan.seats[0] == SeatPlan("engine", 3) and not plan.rated

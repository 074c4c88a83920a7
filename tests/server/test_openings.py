"""Openings over HTTP: finished games are counted once, by who played, and transpositions meet."""

import asyncio

import pytest
from tests.support.site import visit

from tablier import game
from tablier.openings.keys import position_key

QUEEN_FIRST, PAWN_FIRST = ("d3-d4", "d6-d5", "e3-e4", "e6-e5"), ("e3-e4", "e6-e5", "d3-d4", "d6-d5")


async def act(client, table, **do):
    version = (await client.get(f"/tables/{table}")).json()["version"]
    done = await client.post(f"/tables/{table}/acts", json={"k": f"k{version}", "v": version, "do": do})
    assert done.status_code == 200, done.text


async def finished(one, other, *moves, loser=1, name="makruk", **plan):
    """A game of two people that one of them resigns."""
    made = await one.post("/tables", json={"game": name, "seats": [{"kind": "you"}, {"kind": "open"}], **plan})
    table = made.json()["id"]
    await act(other, table, type="sit", **({"code": made.json()["code"]} if plan.get("private") else {}))
    for number, move in enumerate(moves):
        await act((one, other)[number % 2], table, type="move", text=move)
    await act((one, other)[loser], table, type="resign")
    return table


async def opening(client, *moves, **query):
    answer = await client.get("/openings", params={"game": "makruk", "moves": " ".join(moves), **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


def library(view):
    return {move["text"]: move["library"] for move in view.get("moves", ()) if "library" in move}


def test_finished_games_are_counted_once_and_transpositions_meet(tmp_path, database_url):
    async def story(site):
        anong, bao = await site.account("Anong"), await site.account("Bao")
        await finished(anong, bao, *QUEEN_FIRST, "b1-d2")
        await finished(anong, bao, *PAWN_FIRST, "b1-d2", loser=0)
        await finished(anong, bao, *PAWN_FIRST, "g1-e2", clock={"kind": "none"})
        await asyncio.gather(*(site.services.openings.count_all() for _ in range(3)))
        await site.services.openings.count_all()
        first = await opening(anong)
        assert library(first) == {"e3-e4": {"games": 2, "wins": [1, 1], "shared": 0}, "d3-d4": {"games": 1, "wins": [1, 0], "shared": 0}}
        assert first["standard"] and first["seat"] == 0 and first["position"] == game("makruk").dump(game("makruk").start())
        for way in (QUEEN_FIRST, PAWN_FIRST):
            there = await opening(bao, *way)
            assert library(there) == {
                "b1-d2": {"games": 2, "wins": [1, 1], "shared": 0},
                "g1-e2": {"games": 1, "wins": [1, 0], "shared": 0},
            }
            assert next(move for move in there["moves"] if move["text"] == "b1-d2")["written"]["en"].endswith("d2")
        by_position = await opening(bao, position=there["position"])
        assert library(by_position) == library(there)

    visit(tmp_path, story, database=database_url)


def test_games_that_are_no_openings_do_not_count(tmp_path):
    async def story(site):
        anong, bao = await site.account("Anong"), await site.account("Bao")
        rules = game("makruk")
        moved = rules.dump(rules.play(rules.start(), rules.parse("e3-e4")).after)
        one = await anong.post("/tables", json={"game": "makruk", "position": moved, "seats": [{"kind": "you"}, {"kind": "you"}]})
        await act(anong, one.json()["id"], type="move", text="e6-e5")
        await act(anong, one.json()["id"], type="resign", seat=0)
        await finished(anong, bao, "d3-d4", options={"count": "thai"})
        unfinished = await anong.post("/tables", json={"game": "makruk", "seats": [{"kind": "you"}, {"kind": "you"}]})
        await act(anong, unfinished.json()["id"], type="move", text="d3-d4")
        await finished(anong, bao, "b3-b4", private=False)
        await site.services.openings.count_all()
        assert list(library(await opening(anong))) == ["b3-b4"]
        assert library(await opening(anong, "e3-e4")) == {}
        other = await opening(anong, count="thai")
        assert not other["standard"] and other.get("moves", []) == []

    visit(tmp_path, story)


def test_private_games_are_told_of_together_and_filters_choose(tmp_path):
    async def story(site):
        anong = await site.account("Anong")
        for many in (1, 2, 3):
            made = await anong.post("/tables", json={"game": "makruk", "private": True, "seats": [{"kind": "you"}, {"kind": "you"}]})
            await act(anong, made.json()["id"], type="move", text="a3-a4")
            await act(anong, made.json()["id"], type="resign", seat=1)
            await site.services.openings.count_all()
            assert ("a3-a4" in library(await opening(anong))) == (many == 3)
        engines = await anong.post("/tables", json={"game": "makruk", "seats": [{"kind": "you"}, {"kind": "engine", "level": 4}]})
        await act(anong, engines.json()["id"], type="move", text="h3-h4")
        await act(anong, engines.json()["id"], type="resign")
        await site.services.openings.count_all()
        assert set(library(await opening(anong))) == {"a3-a4", "h3-h4"}
        assert set(library(await opening(anong, players="people"))) == {"a3-a4"}
        assert set(library(await opening(anong, players="mixed", level=4))) == {"h3-h4"}
        assert library(await opening(anong, level=5)) == {}
        assert library(await opening(anong, since=999912)) == {}

    visit(tmp_path, story)


@pytest.mark.parametrize(
    ("query", "status", "told"),
    [
        ({}, 422, "A game is needed"),
        ({"game": "chess"}, 422, "chess"),
        ({"game": "makruk", "moves": "e3-e8"}, 422, "Possible: e3-e4"),
        ({"game": "makruk", "position": "8/8 w"}, 422, "ranks"),
        ({"game": "makruk", "players": "cats"}, 422, "people, engines or mixed"),
        ({"game": "makruk", "since": "202613"}, 422, "a month"),
        ({"game": "makruk", "moves": "a " * 61}, 413, "At most 60 moves"),
    ],
)
def test_what_is_asked_wrongly_is_told(tmp_path_factory, query, status, told):
    async def story(site):
        answer = await (await site.guest()).get("/openings", params=query)
        assert answer.status_code == status, answer.text
        assert told in answer.json()["why"]["en"], answer.text

    visit(tmp_path_factory.mktemp("site"), story)


def test_a_key_is_the_same_in_every_process():
    rules = game("makruk")
    assert position_key(rules, rules.start()) == "KfyDDJCqZYIliTvl"

"""Whole games analysed over HTTP with a real worker: moves judged, kept with a finished table, interrupted and continued."""

import asyncio

import httpx
import pytest
from tests.server.engines.test_worker import with_server
from tests.support.engine_server import worker_at

from tablier import Match, game
from tablier.api.analysis import Analysis, AnalysisLine, GameAnalysisRequest, PositionWorth
from tablier.api.game_line import line_of, requested_line
from tablier.search.judgement import Judgement, chance_of_ranks, judge

BLUNDER = {
    "game": "makyek",
    "position": "8/8/8/8/1b1b4/8/8/2w3wb w",
    "moves": ["g1-g2", "h1-h2", "c1-c4"],  # White could take two at once with the first move
}


async def lines_of(client, path, body=None, most=None):
    """The lines of a stream, all or the first ones."""
    found = []
    async with client.stream("POST", path, json=body) if body else client.stream("POST", path) as response:
        assert response.status_code == 200, await response.aread()
        lines = response.aiter_lines()
        async for line in lines:
            found.append(httpx.Response(200, text=line).json())
            if len(found) == most:
                break
    return found


def test_every_move_of_a_line_is_judged_and_the_better_one_explained(tmp_path):
    async def test(services, address):
        services.analyst.seconds = 0.15
        async with worker_at(address), httpx.AsyncClient(base_url=address, timeout=60) as client:
            outline, *reviews = await lines_of(client, "/api/analysis/game", BLUNDER)
            assert outline == {"plies": [0, 1, 2, 3], "thresholds": {"inaccuracy": 0.1, "mistake": 0.2, "blunder": 0.3}}
            assert [one["ply"] for one in reviews] == [3, 2, 1, 0]
            by_ply = {one["ply"]: one for one in reviews}
            assert by_ply[0]["judgement"] in ("mistake", "blunder") and by_ply[0]["best"]["moves"][0] == "c1-c4"
            assert any("b4 and d4" in reason["words"]["en"] for reason in by_ply[0]["reasons"])
            assert by_ply[2]["loss"] == 0 and "judgement" not in by_ply[2]
            assert "loss" not in by_ply[3]

            known = {"ply": 2, "seat": by_ply[2]["seat"], "chance": by_ply[2]["chance"]}
            _, *rest = await lines_of(client, "/api/analysis/game", {**BLUNDER, "known": known})
            assert [one["ply"] for one in rest] == [1, 0]

    with_server(tmp_path, test)


def test_dice_and_their_rolls_are_left_to_chance(tmp_path):
    match = Match(game("mako"))
    while len(match.entries) < 7:
        match.roll(0.5) if not isinstance(match.actor, int) else match.play(match.legal()[0])

    async def test(services, address):
        services.analyst.seconds = 0.1
        async with worker_at(address), httpx.AsyncClient(base_url=address, timeout=60) as client:
            outline, *reviews = await lines_of(client, "/api/analysis/game", {"game": "mako", "moves": match.moves})
            assert len(reviews) == len(outline["plies"]) < len(match.moves)
            assert all(0 <= one["loss"] <= 1 for one in reviews if one["ply"] < len(match.moves))

    with_server(tmp_path, test)


async def finished_table(client):
    """A public table of two moves, resigned."""
    await client.get("/api/me")
    plan = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "you"}]}
    view = (await client.post("/api/tables", json=plan)).json()
    for number, do in enumerate(
        ({"type": "move", "text": "a3-a4", "seat": 0}, {"type": "move", "text": "a6-a5", "seat": 1}, {"type": "resign", "seat": 0})
    ):
        version = (await client.get(f"/api/tables/{view['id']}")).json()["version"]
        answer = await client.post(f"/api/tables/{view['id']}/acts", json={"k": f"k{number}", "v": version, "do": do})
        assert answer.status_code == 200, answer.text
    return view["id"]


def test_the_analysis_of_a_finished_table_is_kept_interrupted_and_continued(tmp_path):
    async def test(services, address):
        services.analyst.seconds = 0.1
        async with worker_at(address), httpx.AsyncClient(base_url=address, timeout=60) as client:
            table = await finished_table(client)
            path = f"/api/tables/{table}/analysis"
            assert (await client.get(path)).json()["reviews"] == []
            begun = await lines_of(client, path, most=2)
            assert [one.get("ply") for one in begun] == [None, 2]
            while await services.jobs.counts():
                await asyncio.sleep(0.02)  # the job of a client that has left is cancelled

            async with httpx.AsyncClient(base_url=address, timeout=60) as other:
                outline, *reviews = await lines_of(other, path)
                assert outline["plies"] == [0, 1, 2] and [one["ply"] for one in reviews] == [2, 1, 0]
                assert reviews[0] == begun[1], "what was kept comes as it was kept"
                kept = (await other.get(path)).json()
                assert kept["outline"] == outline and kept["reviews"] == reviews[::-1]

    with_server(tmp_path, test)


def test_what_cannot_be_judged_is_refused(tmp_path):
    async def test(services, address):
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            for body, code in (
                ({"game": "makyek", "moves": []}, "bad_request"),
                ({"game": "makyek", "moves": ["a3-a9"]}, "bad_request"),
                ({"game": "makyek", "moves": ["a3-a4", "a4-a5"]}, "illegal_move"),
                ({"game": "chess", "moves": ["e2-e4"]}, "bad_request"),
                ({"game": "makyek", "moves": ["a3-a4"] * 2001}, "too_long"),
            ):
                answer = await client.post("/api/analysis/game", json=body)
                assert answer.status_code in (413, 422) and answer.json()["code"] == code, answer.text
            plan = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "you"}]}
            table = (await client.post("/api/tables", json=plan)).json()["id"]
            assert (await client.get(f"/api/tables/{table}/analysis")).json()["code"] == "not_over"
            assert (await client.post("/api/tables/none/analysis")).status_code == 404

    with_server(tmp_path, test)


def test_without_a_worker_it_pauses_and_says_so(tmp_path):
    async def test(services, address):
        services.analyst.patience = 0.2
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            _, error = await lines_of(client, "/api/analysis/game", BLUNDER)
            assert error["code"] == "unavailable" and error["why"]["fr"]
            assert not await services.jobs.counts()

    with_server(tmp_path, test)


# -- judging, without a server -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loss", "judgement"), [(0.0, None), (0.099, None), (0.1, "inaccuracy"), (0.2, "mistake"), (0.3, "blunder"), (1.0, "blunder")]
)
def test_a_loss_is_named_by_its_size(loss, judgement):
    assert judge(loss) == (Judgement(judgement) if judgement else None)


def test_an_end_is_worth_the_share_of_the_others_left_behind():
    assert [chance_of_ranks((1, 2), seat) for seat in (0, 1)] == [1, 0]
    assert chance_of_ranks((1, 1), 0) == 0.5
    assert [chance_of_ranks((1, 2, 2, 4), seat) for seat in range(4)] == [1, 0.5, 0.5, 0]


def found(chance, move, seat=0):
    return Analysis(seat, 5, 100, 0.1, chance, (AnalysisLine((move,), 0, chance),), done=True)


def test_the_loss_of_a_move_is_seen_from_its_player():
    line = line_of(_match("a3-a4", "a6-a5"), {})
    assert line.review(0, found(0.7, "b3-b4"), PositionWorth(1, 1, 0.55)).loss == 0.25  # 70 % before, 45 % after
    assert line.review(0, found(0.7, "a3-a4"), PositionWorth(1, 1, 0.55)).loss == 0.0  # the best move loses nothing
    assert line.review(0, found(0.4, "b3-b4"), PositionWorth(1, 1, 0.5)).loss == 0.0  # nor does one that turns out better
    assert line.review(0, found(0.7, "b3-b4"), None).loss is None
    assert line.review(2, found(0.7, "b3-b4"), None).loss is None  # nothing was played there


def test_the_last_move_is_judged_by_the_end():
    rules = game("makyek")
    match = Match(rules, rules.load("8/8/8/8/8/8/8/wb5w w"))
    match.enter("h1-c1")  # takes the last piece
    assert match.outcome is not None
    assert line_of(match, {}).review(0, found(1.0, "a1-b1"), None).loss == 0.0


def test_declarations_are_not_judged():
    match = _match("a3-a4")
    match.enter("!resign:1")
    line = line_of(match, {})
    assert line.plies == (0, 1) and line.review(1, found(0.5, "a6-a5", 1), None).loss is None


def _match(*moves):
    match = Match(game("makyek"))
    for move in moves:
        match.enter(move)
    return match


def test_the_plies_of_a_line_are_those_at_which_a_seat_acts():
    line = requested_line(GameAnalysisRequest("makyek", ("a3-a4", "a6-a5")))
    assert line.plies == (0, 1, 2) and line.next_tells and line.ranks is None

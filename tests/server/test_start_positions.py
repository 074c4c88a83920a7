"""Tables whose game begins in a given position: checked by the law, never rated, and carried by log, record, engine and rematch."""

import hashlib
import random

import pytest
from tests.support.site import visit

from tablier import Match, game, games, read_record
from tablier.api.frames import frame_of
from tablier.api.jobs import replay
from tablier.api.notifications import Notification
from tablier.api.tables import ClockPlan, Created, Moved, Player, SeatPlan, Started, TablePlan
from tablier.client.bot_seat import BotSeat
from tablier.core.actors import CHANCE
from tablier.core.record import write_text
from tablier.server.engines.move_task import build_move_task
from tablier.server.engines.solver import Solver
from tablier.server.tables.decide import Context, decide_engine_move, decide_events
from tablier.server.tables.dice import dice_tags, verify
from tablier.server.tables.state import SeatState, fold, fold_all, new_table, replace
from tablier.testing import variants

VARIANTS = [variant for cls in games().values() for variant in variants(cls)]
AWA = Player("awa", "Awa")
SEED = bytes(range(32))
MATE_IN_ONE = "3k4/7R/3K4/8/8/8/8/8 w - - 0 1"


def middle_of(rules, plies=14):
    """A position that came up in a random game, as text."""
    dice, match = random.Random(repr(rules)), Match(rules)
    for _ in range(plies):
        if match.actor is None:
            break
        match.roll(dice.random()) if match.actor is CHANCE else match.play(dice.choice(match.legal()))
    if match.outcome is not None:
        match.undo()
    return rules.dump(match.position)


def new(rules, position, clock=None):
    seats = tuple(SeatPlan("open") for _ in rules.seats)
    return Created(TablePlan(rules.info.id, seats, dict(rules.options), clock or ClockPlan(), position=position), AWA, rules.info.version)


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_a_game_goes_on_from_its_position_as_a_plain_match_does(rules):
    position, dice = middle_of(rules), random.Random(1)
    created = new(rules, position, ClockPlan("fischer", 300))
    table = new_table("t", 1, created)
    plain = Match(rules, rules.load(position))
    assert table.frame == frame_of(plain) and table.match.origin == plain.origin
    entries = [(1, created), (2, Started())]
    table = fold(table, Started(), 2)
    assert table.clock.running == table.turn
    while len(plain.entries) < 30 and plain.outcome is None:
        rolls = plain.actor is CHANCE
        if not rolls:
            assert set(table.legal) == {rules.write(plain.position, move) for move in plain.legal()}
        context = Context(3, seed=SEED)
        decision = decide_events(table, (), context) if rolls else decide_engine_move(table, dice.choice(sorted(table.legal)), context)
        for step in decision.steps:
            entries.append((3, step.event))
            if isinstance(step.event, Moved):
                plain.play(step.event.text)
        table = decision.after
        assert table.frame == frame_of(plain)
    again = fold_all("t", entries)
    assert again.match.moves == plain.moves and again.match.position == plain.position and again.version == table.version
    record = read_record(write_text(table.match))
    assert record.origin == plain.origin and record.moves == plain.moves


def test_rolls_are_proved_from_a_given_position():
    rules = game("mako")
    table = fold(new_table("t", 1, new(rules, middle_of(rules))), Started(), 2)
    dice = random.Random(3)
    while table.play.rolls < 4:
        context = Context(3, seed=SEED)
        rolls = table.match.actor is CHANCE
        table = (decide_events(table, (), context) if rolls else decide_engine_move(table, dice.choice(sorted(table.legal)), context)).after
    match = table.match.copy()
    match.tags |= dice_tags(hashlib.sha256(SEED).hexdigest(), "t", ("",) * 4, SEED)
    verdict = verify(read_record(write_text(match)))
    assert verdict.good and len(verdict.rolls) >= 4


@pytest.mark.parametrize("name", games())
def test_an_engine_moves_from_a_given_position(name):
    rules = game(name)
    table = fold(new_table("t", 1, new(rules, middle_of(rules))), Started(), 2)
    while table.match.actor is CHANCE:
        table = decide_events(table, (), Context(3, seed=SEED)).after
    seat = table.turn
    table = replace(table, seats=tuple(SeatState(level=1) if number == seat else one for number, one in enumerate(table.seats)))
    task = build_move_task(table, seat, 0, b"secret")
    assert replay(task).position == table.match.position
    assert Solver().choose(task).text in table.legal


def test_a_bot_follows_a_game_from_its_position():
    told = Notification("turn", "t", "makruk", 3, 0, start=MATE_IN_ONE)
    seat = BotSeat(None, told, None, None, print)
    for moves in (("h7-h1",), (), ("d6-e6",)):  # what was taken back is forgotten
        seat._catch_up(moves)
        assert seat.match.moves == moves and seat.match.origin == game("makruk").load(MATE_IN_ONE)


async def create(client, name, position, *kinds, **plan):
    seats = [{"kind": kind} for kind in kinds or ("you", "open")]
    return await client.post("/tables", json={"game": name, "seats": seats, "position": position, **plan})


async def act(client, table, **do):
    version = (await client.get(f"/tables/{table}", params={"code": do.pop("code", "")})).json()["version"]
    return await client.post(f"/tables/{table}/acts", json={"k": f"k{version}", "v": version, "do": do})


async def rematch_of(client, table):
    """The table of a rematch, which is created a moment after all have agreed."""
    version = 0
    while True:
        for told in (await client.get(f"/tables/{table}/events", params={"v": version, "wait": 20})).json():
            version = told["v"]
            if told["event"]["type"] == "rematched":
                return told["event"]["table"]


def test_an_invited_player_plays_from_the_position_and_meets_again_in_it(tmp_path):
    async def story(site):
        host, friend = await site.account("Anong"), await site.account("Bao")
        made = await create(host, "makruk", MATE_IN_ONE.removesuffix(" - - 0 1"))
        assert made.status_code == 201, made.text
        table = made.json()
        position = table["plan"]["position"]
        assert position.startswith("3k4/7R/3K4/8/8/8/8/8 w ") and len(position.split()) == len(MATE_IN_ONE.split())
        card = (await friend.get(f"/invites/{table['code']}")).json()
        assert card["view"]["plan"]["position"] == position
        assert (await act(friend, table["id"], type="sit")).status_code == 200
        assert (await act(host, table["id"], type="move", text="h7-h8")).status_code == 200
        over = (await host.get(f"/tables/{table['id']}")).json()
        assert over["state"] == "over" and over["ending"]["clause"] == "makruk.mate"
        record = read_record((await host.get(f"/tables/{table['id']}/record.txt")).text)
        assert record.game.dump(record.origin) == position and record.moves == ("h7-h8",)
        assert "[FEN " in (await host.get(f"/tables/{table['id']}/record.pgn")).text
        for client in (host, friend):
            assert (await act(client, table["id"], type="offer", kind="rematch")).status_code == 200
        again = await rematch_of(host, table["id"])
        second = (await host.get(f"/tables/{again}")).json()
        assert second["plan"]["position"] == position
        assert [seat["player"]["name"] for seat in second["seats"]] == ["Bao", "Anong"]
        archive = (await friend.get("/archive", params={"game": "makruk"})).json()
        assert [one["plan"]["position"] for one in archive] == [position]
        profile = (await friend.get("/players/Anong")).json()
        assert profile["counts"] == []  # a won position proves nothing

    visit(tmp_path, story)


REFUSED = [
    ("makruk", "8/8/8/8/8/8/8/8 w", {}, ("White", "Black")),
    ("makruk", "3k4/7R/3K4/8/8/8/8/9 x", {}, ("9", "x")),
    ("makruk", "3k3R/8/3K4/8/8/8/8/8 b", {}, ("over already", "Checkmate")),
    ("makruk", MATE_IN_ONE, {"rated": True}, ("not rated",)),
    ("turkish", "1W1b4/bb2b3/2b2b2/4b3/1b1b4/b5bb/2b2b2/3B2B1 w", {}, ("thousands of captures",)),
]


def test_what_is_wrong_with_a_position_is_told_whole(tmp_path):
    async def story(site):
        client = await site.account("Anong")
        for name, position, plan, told in REFUSED:
            refused = await create(client, name, position, **plan)
            assert refused.status_code == 422, (position, refused.text)
            assert all(word in refused.json()["why"]["en"] for word in told), refused.text
        assert (await client.get("/me/tables")).json() == []

    visit(tmp_path, story)


def test_the_opening_given_as_text_is_an_ordinary_game(tmp_path):
    async def story(site):
        client = await site.account("Anong")
        rules = game("achef")
        made = await create(client, "achef", rules.dump(rules.start()), rated=True)
        assert made.status_code == 201 and "position" not in made.json()["plan"] and made.json()["plan"]["rated"]

    visit(tmp_path, story)

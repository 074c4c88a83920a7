"""The order of the proof: the server commits to its seed, then the players send their nonces, then the game begins."""

import hashlib

import msgspec
import pytest
from tests.support.played_games import act, until
from tests.support.site import visit

from tablier.api.messages import GiveNonce, LeaveSeat, PlayMove, SeatEngine, TakeSeat
from tablier.api.tables import AnyTableEvent, Created, Moved, NonceGiven, Player, Sat, SeatPlan, Started, TablePlan
from tablier.server.tables.decide import Context, decide, decide_events
from tablier.server.tables.refusals import Refused
from tablier.server.tables.rows import changed_rows
from tablier.server.tables.state import NONCE_WAIT, fold_all, new_table

ANNE, BO = Player("anne", "Anne"), Player("bo", "Bo")
YOU, OPEN, ENGINE = SeatPlan("you"), SeatPlan("open"), SeatPlan("engine", 1)
TWO = {"mode": "a"}


class Scene:
    """A table of Anne's as the server creates it, without a server."""

    def __init__(self, *seats, players=None, game="mako", **options):
        plan = TablePlan(game, seats, options=options)
        self.now = 1_000_000
        self.table = new_table("t", self.now, Created(plan, ANNE, 1, "c" * 64))
        seated = players or [ANNE if seat.kind == "you" else None for seat in seats]
        self.happen(*(Sat(seat, player) for seat, player in enumerate(seated) if player))

    @property
    def context(self):
        return Context(self.now, bytes(32) if self.table.game.dice else None)

    def happen(self, *events):
        return self._take(decide_events(self.table, events, self.context))

    def do(self, player, act):
        return self._take(decide(self.table, player, act, self.table.version, self.context))

    def _take(self, decision):
        self.table = decision.after
        return [step.event for step in decision.steps]

    def refused(self, player, act):
        with pytest.raises(Refused) as refusal:
            self.do(player, act)
        return refusal.value


def test_against_engines_alone_the_game_waits_for_the_nonce_of_the_creator():
    scene = Scene(ENGINE, YOU, **TWO)
    assert scene.table.state == "open" and scene.table.awaited == (1,)
    assert scene.do(ANNE, GiveNonce("anne-1")) == [NonceGiven(1, "anne-1"), Started()]
    assert scene.table.nonces == ("", "anne-1") and scene.table.awaited == ()


def test_an_invited_player_brings_the_nonce_with_the_seat_because_the_commitment_is_known_by_then():
    scene = Scene(YOU, OPEN, **TWO)
    scene.do(ANNE, GiveNonce("a"))
    assert scene.table.state == "open" and scene.table.awaited == ()
    assert scene.do(BO, TakeSeat(nonce="b")) == [Sat(1, BO, "b"), Started()]
    assert scene.table.nonces == ("a", "b")


def test_the_last_nonce_begins_the_game_at_a_table_of_four():
    scene = Scene(YOU, OPEN, ENGINE, YOU)
    scene.do(BO, TakeSeat(nonce="b"))
    assert scene.table.state == "open" and scene.table.awaited == (0, 3)
    assert scene.do(ANNE, GiveNonce("a3", 3)) == [NonceGiven(3, "a3")]
    assert scene.do(ANNE, GiveNonce("a0", 0)) == [NonceGiven(0, "a0"), Started()]
    assert scene.table.nonces == ("a0", "b", "", "a3")


def test_one_nonce_serves_all_seats_of_a_player():
    scene = Scene(YOU, YOU, **TWO)
    assert scene.do(ANNE, GiveNonce("a")) == [NonceGiven(0, "a"), NonceGiven(1, "a"), Started()]


def test_at_a_rematch_all_players_are_waited_for():
    scene = Scene(OPEN, OPEN, players=[BO, ANNE], **TWO)
    assert scene.table.awaited == (0, 1)
    scene.do(ANNE, GiveNonce("a"))
    assert scene.do(BO, GiveNonce("b")) == [NonceGiven(0, "b"), Started()]


def test_a_nonce_that_never_comes_counts_as_empty_after_a_while():
    scene = Scene(YOU, ENGINE, **TWO)
    scene.now += NONCE_WAIT - 1
    assert scene.table.wakes_at == scene.now + 1 and scene.happen() == []
    scene.now += 1
    assert scene.happen() == [Started()]
    assert scene.table.nonces == ("", "")
    assert scene.refused(ANNE, GiveNonce("late")).code == "not_now"


def test_the_wait_begins_with_the_last_seat_taken():
    scene = Scene(YOU, OPEN, **TWO)
    assert scene.table.wakes_at is None
    scene.now += 10 * NONCE_WAIT
    assert scene.do(BO, TakeSeat()) == [Sat(1, BO, "")]
    assert scene.table.wakes_at == scene.now + NONCE_WAIT
    assert changed_rows(scene.table, scene.table, 0) == ({}, [])
    scene.do(BO, LeaveSeat())
    assert scene.table.wakes_at is None
    assert scene.do(ANNE, SeatEngine(1, 1))[0].level == 1
    assert scene.table.state == "open"


def test_a_process_watches_a_table_that_waits_for_nonces_although_it_is_not_played_yet():
    scene = Scene(YOU, OPEN, **TWO)
    before = scene.table
    scene.do(BO, TakeSeat())
    assert changed_rows(before, scene.table, 0)[0]["watch"] is True


def test_a_nonce_is_given_once_by_its_player_and_only_where_there_are_dice():
    scene = Scene(YOU, OPEN, **TWO)
    assert scene.refused(BO, GiveNonce("b")).code == "forbidden"
    assert scene.refused(ANNE, GiveNonce("a,b")).code == "bad_request"
    assert scene.refused(ANNE, GiveNonce("a", 1)).code == "forbidden"
    scene.do(ANNE, GiveNonce("a"))
    assert scene.refused(ANNE, GiveNonce("better")).code == "not_now"
    assert Scene(YOU, OPEN, game="makyek").refused(ANNE, GiveNonce("a")).code == "not_now"


def test_a_move_before_the_nonces_is_refused_in_words():
    assert "moment" in Scene(YOU, YOU, **TWO).refused(ANNE, PlayMove("x")).why.why.en


def test_a_game_without_dice_waits_for_nothing():
    scene = Scene(YOU, YOU, game="makyek")
    assert scene.table.state == "playing"


def test_logs_of_before_still_replay_with_the_nonces_of_then():
    decode = msgspec.json.Decoder(AnyTableEvent).decode
    anne, bo = '{"id":"anne","name":"Anne"}', '{"id":"bo","name":"Bo"}'
    plan = '{"game":"mako","seats":[{"kind":"you"},{"kind":"open"}],"options":{"mode":"a"},"nonce":"old"}'
    log = [
        f'{{"type":"created","plan":{plan},"by":{anne},"rules":1,"commitment":"{"c" * 64}"}}',
        f'{{"type":"sat","seat":0,"player":{anne},"nonce":"old"}}',
        f'{{"type":"sat","seat":1,"player":{bo}}}',
        '{"type":"started"}',
    ]
    table = fold_all("t", [(1, decode(line)) for line in log])
    assert table.state == "playing" and table.nonces == ("old", "") and table.awaited == ()
    decision = decide(table, ANNE, PlayMove(next(iter(table.legal))), 4, Context(2, bytes(32)))
    assert isinstance(decision.steps[0].event, Moved)


# -- over HTTP --------------------------------------------------------------------------------------------------------


async def created(client, **plan):
    made = await client.post("/tables", json={"game": "mako", "options": TWO, **plan})
    assert made.status_code == 201, made.text
    return made.json()


async def checked(client, table, commitment):
    """The verdict on the record of a finished game, with the commitment that was seen when the table was created."""
    record = (await client.get(f"/tables/{table}/record.txt")).text
    return record, (await client.post("/verify-dice", json={"record": record, "commitment": commitment})).json()


async def play(site, client, table, moves):
    """Play so many moves at a table where one player holds all seats."""
    live = await site.services.registry.find(table)
    for _ in range(moves):
        await act(client, table, "move", text=next(iter(live.table.legal)))


def test_the_commitment_is_known_before_any_nonce_and_the_whole_game_can_be_verified(tmp_path):
    async def story(site):
        one = await site.guest()
        table = await created(one, seats=[{"kind": "you"}] * 2, nonce="too-early")
        assert table["state"] == "open" and table["awaited"] == [0, 1] and len(table["commitment"]) == 64
        events = (await one.get(f"/tables/{table['id']}/events")).json()
        assert [event["event"]["type"] for event in events] == ["created", "sat", "sat"]
        assert "too-early" not in str(events)
        await act(one, table["id"], "nonce", nonce="mine-0", seat=0)
        await act(one, table["id"], "nonce", nonce="mine-1", seat=1)
        await play(site, one, table["id"], 12)
        await act(one, table["id"], "resign")
        record, verdict = await checked(one, table["id"], table["commitment"])
        assert verdict["good"] and verdict["rolls"], verdict
        assert "mine-0,mine-1" in record
        seed = (await one.get(f"/tables/{table['id']}")).json()["seed"]
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == table["commitment"]
        assert not (await checked(one, table["id"], "0" * 64))[1]["good"]

    visit(tmp_path, story)


def test_each_player_of_a_rematch_adds_a_nonce_after_the_new_commitment(tmp_path):
    async def story(site):
        one, two = await site.guest(), await site.guest()
        table = await created(one, seats=[{"kind": "you"}, {"kind": "open"}])
        await act(one, table["id"], "nonce", nonce="one")
        await act(two, table["id"], "sit", code=table["code"], nonce="two")
        await act(two, table["id"], "resign")
        await act(one, table["id"], "offer", kind="rematch")
        await act(two, table["id"], "answer", kind="rematch", yes=True)
        again = (await until(one, table["id"], "rematched"))["table"]
        view = (await one.get(f"/tables/{again}")).json()
        assert view["state"] == "open" and view["awaited"] == [0, 1]
        assert view["commitment"] != table["commitment"]
        await act(one, again, "nonce", nonce="one-again")
        await act(two, again, "nonce", nonce="two-again")
        assert (await one.get(f"/tables/{again}")).json()["state"] == "playing"
        await act(one, again, "resign")
        record, verdict = await checked(two, again, view["commitment"])
        assert verdict["good"] and "two-again,one-again" in record

    visit(tmp_path, story)


def test_a_client_that_sends_no_nonce_plays_all_the_same(tmp_path):
    async def story(site):
        one = await site.guest()
        table = await created(one, seats=[{"kind": "you"}] * 2)
        await until(one, table["id"], "started")
        await play(site, one, table["id"], 6)
        await act(one, table["id"], "resign")
        assert (await checked(one, table["id"], table["commitment"]))[1]["good"]

    visit(tmp_path, story)

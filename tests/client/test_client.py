"""The client at a real server: what it asks, what it is told, and what it does when the server is away or throttles."""

import asyncio

import pytest
from tests.support.accounts import make_token
from tests.support.server_process import run_server

from tablier.api.messages import PlayMove, Present, Sync, Update
from tablier.api.notifications import Notification
from tablier.api.tables import ClockPlan, Ended, Moved, SeatPlan, TablePlan
from tablier.cli.finished_games import finished_games
from tablier.client import AsyncClient, Client, ServerError
from tablier.server.tables.dice import NONCES

YOU, OPEN = SeatPlan("you"), SeatPlan("open")


def plan(game: str = "makyek", *seats: SeatPlan, **more) -> TablePlan:
    return TablePlan(game, seats or (YOU, OPEN), **more)


def test_a_guest_and_the_owner_of_a_token_play_to_a_resignation(server):
    with Client(server.url, token=make_token(server.url, "Ada")) as ada, Client(server.url) as guest:
        assert ada.me().player.name == "Ada" and ada.me().player.bot
        assert guest.me().player.guest and guest.me() == guest.me()
        table = ada.create_table(plan(clock=ClockPlan("fischer", 60)))
        assert table.id in [one.id for one in guest.tables("makyek")]
        guest.sit(table.id)
        assert guest.table(table.id).state == "playing" and ada.my_tables()[0].id == table.id
        told = next(notice for notice in ada.notices() if isinstance(notice, Notification) and notice.type == "turn")
        assert told.clocks is not None and told.moves == () and told.seats[1].player == guest.me().player
        assert ada.move(table.id, told.legal[0], told.v).v == told.v + 1
        ada.say(table.id, phrase="hello")
        guest.resign(table.id)
        assert ada.match(table.id).moves == (told.legal[0], "!resign:1")
        assert [one.id for one in guest.archive("makyek")] == [table.id] and guest.archive("makruk") == []
        assert [match.moves for match in finished_games([server.url], "makyek")] == [ada.match(table.id).moves]
        assert ada.table(table.id).ending.ranks == (1, 2) and "!resign:1" in ada.record(table.id)


def test_games_are_told_as_data(server):
    with Client(server.url) as client:
        assert "makruk" in [card.id for card in client.games()]
        assert client.game("makruk", count="none").options["count"] == "none"


def test_a_refusal_is_one_error_with_the_words_of_the_server(server):
    with Client(server.url) as client:
        table = client.create_table(plan("makyek", YOU, YOU))
        with pytest.raises(ServerError) as refused:
            client.move(table.id, "d1-d5", client.table(table.id).version)
        error = refused.value
        assert (error.status, error.code, error.clause, error.cells) == (422, "illegal_move", "makyek.free", ("d3",))
        assert "libres" in error.say("fr") and "free" in error.say("en") and not error.passing
        with pytest.raises(ServerError, match="table"):
            client.table("nothing")
    with pytest.raises(ServerError, match="not valid"), Client(server.url, token="tbl_wrong") as stranger:
        stranger.me()


def test_an_address_that_is_none_and_a_server_that_is_not_there_are_said():
    with pytest.raises(ServerError, match="http://localhost:8000"):
        Client("localhost:8000")
    with pytest.raises(ServerError, match="characters that no token has"):
        Client("http://localhost:8000", token="tbl_…")
    with pytest.raises(ServerError, match="does not answer") as gone, Client("http://127.0.0.1:1", patience=0.5):
        pass
    assert gone.value.code == "unreachable" and gone.value.passing


def test_a_guest_comes_back_by_cookies(server):
    with Client(server.url) as first:
        me, cookies = first.me(), first.cookies
    with Client(server.url, cookies=cookies) as again:
        assert again.me() == me


def test_an_act_repeated_under_its_key_is_done_once(server):
    with Client(server.url) as client:
        table = client.create_table(plan("makyek", YOU, YOU))
        version = client.table(table.id).version
        first = client.act(table.id, PlayMove("e3-e4"), version, key="once")
        assert client.act(table.id, PlayMove("e3-e4"), version, key="once") == first
        assert client.match(table.id).moves == ("e3-e4",)


def test_a_table_is_followed_from_its_first_event_to_its_end(server):
    with Client(server.url) as client, Client(server.url) as spectator:
        table = client.create_table(plan("makyek", YOU, YOU))
        told = spectator.follow(table.id)
        sync = next(message for message in told if isinstance(message, Sync))
        client.move(table.id, "e3-e4", sync.v)
        moved = next(message for message in told if isinstance(message, Update))
        assert isinstance(moved.event, Moved) and moved.event.text == "e3-e4" and moved.frame is not None
        client.resign(table.id, 0)
        events = [message.event for message in (next(told) for _ in range(3)) if not isinstance(message, Present)]
        assert any(isinstance(event, Ended) for event in events)
        with pytest.raises(ServerError) as gone:
            next(iter(spectator.follow("nothing")))
        assert gone.value.code == "gone"


def test_dice_get_the_nonce_of_the_player_who_creates_the_table(server):
    with Client(server.url) as client:
        table = client.create_table(plan("mako", YOU, *[SeatPlan("engine", 1)] * 3))
        assert not table.awaited
        record = client.match(table.id)
        assert len(record.tags[NONCES].split(",")[0]) > 20, record.tags


def test_a_throttled_client_waits_as_long_as_it_is_asked_to(tmp_path):
    def ask_often(client: Client) -> None:
        for _ in range(13):  # the burst is 10, and one is free each second
            client.me()

    with run_server(tmp_path, "--engines", "0", TABLIER_RATE="0.1") as server, Client(server.url) as client:
        ask_often(client)
        with Client(server.url, cookies=client.cookies, patience=0) as hurried, pytest.raises(ServerError) as refused:
            ask_often(hurried)
        assert refused.value.status == 429 and refused.value.retry_after >= 1


def test_notices_and_followed_tables_go_on_after_a_kill_without_repeats(tmp_path):
    async def story(server) -> None:
        async with AsyncClient(server.url) as one, AsyncClient(server.url) as two:
            table = await one.create_table(plan())
            notices, others, followed = one.notices(), two.notices(), two.follow(table.id)
            await two.sit(table.id)
            first = await heard(notices, "turn")
            await seen(followed, Sync)
            server.kill()
            moving = asyncio.create_task(one.move(table.id, first.legal[0], first.v))  # sent into the void
            await asyncio.to_thread(server.start)
            assert (await moving).v == first.v + 1
            assert (await seen(followed, Update)).event.text == first.legal[0]
            answer = await heard(others, "turn")
            assert answer.last == first.legal[0]
            await two.move(table.id, answer.legal[0], answer.v)
            second = await heard(notices, "turn")
            assert second.moves == (first.legal[0], answer.legal[0]), "the standing turn is not told twice"
            server.kill()
            await asyncio.to_thread(server.start)
            async with AsyncClient(server.url, cookies=two.cookies) as elsewhere:
                await elsewhere.resign(table.id)  # perhaps before the stream is there again
            assert (await heard(notices, "end")).ranks == (1, 2)
            for stream in (notices, others, followed):
                await stream.aclose()

    async def heard(notices, kind: str) -> Notification:
        return await asyncio.wait_for(anext(notice async for notice in notices if notice.type == kind), 40)

    async def seen(followed, kind: type):
        return await asyncio.wait_for(anext(message async for message in followed if isinstance(message, kind)), 40)

    with run_server(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))

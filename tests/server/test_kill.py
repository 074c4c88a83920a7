"""Whatever is killed: acknowledged moves stay, clocks are fair, clients go on without being told."""

import asyncio
import random
import signal
import sqlite3

import pytest
from tests.support.kills import kill_again_and_again
from tests.support.server_process import run_server
from tests.support.ws_clients import Client, pair, set_table


async def play_on(players: tuple[Client, Client], plies: int, chosen: random.Random) -> None:
    """Moves in turn, each acknowledged."""
    for _ in range(plies):
        mover = next(one for one in players if one.legal)
        answer = await mover.move(chosen.choice(mover.legal)["text"])
        assert answer["type"] == "ack", answer
        for one in players:
            await one.until(lambda one=one, v=answer["v"]: one.v >= v)


def test_after_kill_and_restart_every_acknowledged_move_is_there_and_the_game_goes_on(tmp_path):
    async def story(server) -> None:
        players = await pair(server.url, game="makruk")
        chosen = random.Random(5)
        await play_on(players, 7, chosen)
        before = list(players[0].moves)
        server.kill()
        mover = next(one for one in players if one.legal)
        pending = asyncio.create_task(mover.move(chosen.choice(mover.legal)["text"]))  # sent into the void
        await asyncio.sleep(0.3)
        await asyncio.to_thread(server.start)
        assert (await pending)["type"] == "ack"
        await players[0].until(lambda: len(players[0].moves) == 8)
        await players[1].until(lambda: len(players[1].moves) == 8)
        assert players[0].moves[:7] == before and players[0].moves == players[1].moves
        await play_on(players, 4, chosen)
        async with players[0].http() as http:
            record = (await http.get(f"/api/tables/{players[0].table}/record.json")).json()
        assert record["moves"] == players[0].moves == players[1].moves
        assert min(one.reconnects for one in players) >= 1
        for one in players:
            await one.leave()

    with run_server(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))


def test_killed_at_any_moment_no_acknowledged_move_is_lost_and_none_is_doubled(tmp_path):
    """Many tables move as fast as they can while the server is killed again and again."""
    kill_again_and_again(tmp_path, kills=4)


@pytest.mark.slow
def test_thirty_kills_lose_and_double_nothing(tmp_path):
    for seed in range(3):  # new tables each time: a game should outlast its kills
        (folder := tmp_path / str(seed)).mkdir()
        kill_again_and_again(folder, kills=10, seed=seed)


def test_those_who_missed_nothing_are_not_shown_all_again_and_go_on(tmp_path):
    async def story(server) -> None:
        players = await pair(server.url, game="makruk")
        looking_on = await Client.guest(server.url)
        await looking_on.follow(players[0].table)
        chosen = random.Random(5)
        await play_on(players, 5, chosen)
        followers = (*players, looking_on)
        for one in followers:
            await one.until(lambda one=one: len(one.moves) == 5)
        before = [(one.frame, one.legal, one.view, one.v) for one in followers]
        server.kill()
        await asyncio.to_thread(server.start)
        for one in followers:
            await one.until(lambda one=one: one.stills == 1)
        assert [(one.frame, one.legal, one.view, one.v) for one in followers] == before
        await play_on(players, 3, chosen)
        await looking_on.until(lambda: len(looking_on.moves) == 8)
        for one in followers:
            await one.leave()

    with run_server(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))


def test_a_game_whose_end_was_not_written_down_ends_after_the_restart(tmp_path):
    """Killed between the last move and the line that says it was the last: the server ends the game by itself."""

    async def story(server) -> None:
        alone = await Client.guest(server.url)
        await set_table(alone, game="makyek", seats=[{"kind": "you"}, {"kind": "you"}])
        for text in ("a1-a2", "a8-a7", "a2-a1", "a7-a8") * 2:
            await alone.move(text)
        await alone.until(lambda: alone.view["state"] == "over")
        await alone.leave()
        server.kill()
        with sqlite3.connect(server.folder / "tablier.db") as database:
            database.execute("DELETE FROM table_event WHERE version = ?", (alone.v,))
            database.execute("UPDATE game_table SET state = 'playing', ranks = NULL")
        await asyncio.to_thread(server.start)
        again = Client(server.url, alone.cookie)
        await again.follow(alone.table)
        await again.until(lambda: again.view["state"] == "over")
        assert [message["event"]["type"] for message in again.events].count("ended") == 1
        await again.leave()

    with run_server(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))


def test_no_clock_runs_while_the_server_is_away(tmp_path):
    async def story(server) -> None:
        one, two = await pair(server.url, game="makyek", clock={"kind": "fischer", "base": 60, "increment": 0})
        await one.move(one.legal[0]["text"])
        await two.until(lambda: two.legal)
        server.kill()
        with sqlite3.connect(server.folder / "tablier.db") as database:  # it was an hour ago
            database.execute("UPDATE table_event SET at = at - 3600000")
            database.execute("UPDATE process SET seen = seen - 3600000")
        await asyncio.to_thread(server.start)
        await two.until(lambda: two.events[-1]["event"]["type"] == "resumed" and ("clocks" in two.events[-1] or two.sync["v"] == two.v))
        left = (two.events[-1].get("clocks") or two.sync["clocks"])["left"][1]
        assert left > 57_000, f"{60_000 - left} ms were charged for the server's absence"
        for client in (one, two):
            await client.leave()

    with run_server(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))


def test_a_careful_stop_says_goodbye_and_ends_well(tmp_path):
    async def story(server) -> None:
        one, two = await pair(server.url, game="apit")
        await one.move(one.legal[0]["text"])
        assert await asyncio.to_thread(server.stop) in (0, -signal.SIGTERM)
        await asyncio.to_thread(server.start)
        await two.until(lambda: two.reconnects >= 1 and two.legal)
        assert (await two.move(two.legal[0]["text"]))["type"] == "ack"
        for client in (one, two):
            await client.leave()
        assert "Traceback" not in server.log

    with run_server(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))


def test_a_second_server_on_the_same_database_is_refused(tmp_path):
    with (
        run_server(tmp_path, "--engines", "0"),
        pytest.raises(RuntimeError, match="redis://"),
        run_server(tmp_path, "--engines", "0", LANG="fr_FR.UTF-8"),
    ):
        pass

"""Whatever is killed: acknowledged moves stay, clocks are fair, clients go on without being told."""

import asyncio
import os
import random
import signal
import sqlite3
from pathlib import Path

import pytest
from tests.support.server_process import house
from tests.support.ws_clients import Client, pair, set_table

LIMIT = 300
"""Seconds to wait for what must come: on a busy machine a start takes long, and another kill may follow before a client is back."""


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

    with house(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))


def test_killed_at_any_moment_no_acknowledged_move_is_lost_and_none_is_doubled(tmp_path):
    """Many tables move as fast as they can while the server is killed again and again."""
    kill_again_and_again(tmp_path, kills=4)


@pytest.mark.slow
def test_thirty_kills_lose_and_double_nothing(tmp_path):
    kill_again_and_again(tmp_path, kills=30)


@pytest.mark.soak
def test_a_thousand_kills_lose_and_double_nothing(tmp_path, capsys):
    """TABLIER_KILLS says how many; what was done until Ctrl-C is shown."""
    kills = int(os.environ.get("TABLIER_KILLS", "1000"))
    done = moves = 0
    while done < kills:
        some = min(25, kills - done)
        moves += kill_again_and_again(tmp_path / str(done), kills=some, seed=done)
        done += some
        with capsys.disabled():
            print(f"{done} kills, {moves} moves acknowledged, none lost, none doubled", flush=True)


def kill_again_and_again(folder: Path, kills: int, seed: int = 3) -> int:
    """Kill a server at random moments under load, and compare its log with what was acknowledged; returns the number of moves."""

    async def busy(one: Client, chosen: random.Random, enough: asyncio.Event) -> int:
        count = 0
        while not enough.is_set():
            await one.until(lambda: one.legal, LIMIT)
            text, one.legal = chosen.choice(one.legal)["text"], []
            asked = await one.act(wait=False, type="move", text=text)
            await one.until(lambda k=asked["k"]: k in one.answers, LIMIT)
            answer = one.answers[asked["k"]]
            assert answer["type"] == "ack", answer
            count += 1
        return count

    async def story(server) -> int:
        chosen = random.Random(seed)
        tables = []
        for _ in range(6):
            one = await Client.guest(server.url)
            await set_table(one, game="makruk", seats=[{"kind": "you"}, {"kind": "you"}])  # at random it lasts longer than this test
            tables.append(one)
        enough = asyncio.Event()
        playing = [asyncio.create_task(busy(one, chosen, enough)) for one in tables]
        for _ in range(kills):
            mover = chosen.choice(tables)
            answered = len(mover.answers) + chosen.randint(1, 8)  # the others are anywhere between asking and being told
            await mover.until(lambda mover=mover, answered=answered: len(mover.answers) >= answered, LIMIT)
            server.kill()
            await asyncio.to_thread(server.start)
        for one in tables:
            await one.until(lambda one=one: len(one.answers) >= 4, LIMIT)
        enough.set()
        counts = await asyncio.gather(*playing)
        assert sum(counts) > 20
        for one, count in zip(tables, counts, strict=True):
            acks = {answer["v"] for answer in one.answers.values() if answer["type"] == "ack"}
            assert len(acks) == count, "two moves share a version"
            async with one.http() as http:
                kept = (await http.get(f"/api/tables/{one.table}/events")).json()
            moved = {event["v"] for event in kept if event["event"]["type"] == "moved"}
            assert acks <= moved and len(moved) == count
            await one.leave()
        return sum(counts)

    with house(folder, "--engines", "0") as server:
        return asyncio.run(story(server))


def test_those_who_missed_nothing_are_not_shown_all_again_and_go_on(tmp_path):
    async def story(server) -> None:
        players = await pair(server.url, game="makruk")
        looking_on = await Client.guest(server.url)
        await looking_on.follow(players[0].table)
        chosen = random.Random(5)
        await play_on(players, 5, chosen)
        everybody = (*players, looking_on)
        before = [(one.frame, one.legal, one.view, one.v) for one in everybody]
        server.kill()
        await asyncio.to_thread(server.start)
        for one in everybody:
            await one.until(lambda one=one: one.stills == 1)
        assert [(one.frame, one.legal, one.view, one.v) for one in everybody] == before
        await play_on(players, 3, chosen)
        await looking_on.until(lambda: len(looking_on.moves) == 8)
        for one in everybody:
            await one.leave()

    with house(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))


def test_a_game_whose_end_was_not_written_down_ends_after_the_restart(tmp_path):
    """Killed between the last move and the line that says it was the last: nobody needs to do anything."""

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

    with house(tmp_path, "--engines", "0") as server:
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

    with house(tmp_path, "--engines", "0") as server:
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

    with house(tmp_path, "--engines", "0") as server:
        asyncio.run(story(server))


def test_a_second_server_on_the_same_database_is_refused(tmp_path):
    with (
        house(tmp_path, "--engines", "0"),
        pytest.raises(RuntimeError, match="redis://"),
        house(tmp_path, "--engines", "0", LANG="fr_FR.UTF-8"),
    ):
        pass

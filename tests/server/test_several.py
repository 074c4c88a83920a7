"""Several processes share the tables: PostgreSQL and Redis for real, and owners that die."""

import asyncio
import os
import random
import signal
import tempfile
from pathlib import Path

import asyncpg
import httpx
import pytest
from tests.server.test_kill import play_on
from tests.support.faulty_services import faulty_postgres, faulty_redis
from tests.support.server_process import ServerProcess, run_server
from tests.support.ws_clients import Client, pair, set_table

from tablier.server.tables import ownership


@pytest.fixture
def two_servers(tmp_path, postgres, redis):
    shared = ("--database", postgres.database(), "--bus", redis, "--engines", "0")
    secret = {"TABLIER_SECRET": "one secret for all processes of this test"}
    with run_server(tmp_path / "one", *shared, **secret) as one, run_server(tmp_path / "two", *shared, **secret) as two:
        yield one, two


def test_two_players_at_two_processes_play_one_game(two_servers):
    async def story(one: ServerProcess, two: ServerProcess) -> None:
        players = await pair(one.url, two.url, game="makruk")
        await play_on(players, 12, random.Random(1))
        assert players[0].moves == players[1].moves and len(players[0].moves) == 12
        await players[0].until(lambda: players[0].present.get("seats") == [0, 1])
        answer = await players[1].move("a1-a9")
        assert answer["type"] == "nak"
        for player in players:
            await player.leave()

    asyncio.run(story(*two_servers))


def test_killing_the_owner_moves_the_table_without_losing_or_doubling_a_move(two_servers):
    async def story(one: ServerProcess, two: ServerProcess) -> None:
        players = await pair(one.url, two.url, game="makyek", clock={"kind": "fischer", "base": 300, "increment": 1})
        chosen = random.Random(2)
        await play_on(players, 4, chosen)
        mover = players[0]  # at the process that owns the table, because it was set there
        assert mover.legal
        one.kill()
        mover.url = two.url  # as a proxy would lead it
        answer = await mover.insist(type="move", text=chosen.choice(mover.legal)["text"])
        assert answer["type"] == "ack"
        await players[1].until(lambda: len(players[1].moves) == 5)
        await play_on(players, 3, chosen)
        assert players[0].moves == players[1].moves and len(players[0].moves) == 8
        for player in players:
            await player.leave()

    asyncio.run(story(*two_servers))


def test_five_seconds_are_enough_to_notice_a_death_and_take_over():
    assert ownership.DEAD_AFTER / 1000 + 2 * ownership.HEARTBEAT < 5


def test_a_flag_falls_though_the_owner_was_killed(two_servers):
    async def story(one: ServerProcess, two: ServerProcess) -> None:
        alone = await Client.guest(two.url)
        founder = await Client.guest(one.url)
        table = await set_table(founder, game="apit", seats=[{"kind": "you"}, {"kind": "you"}], clock={"kind": "fischer", "base": 2})
        one.kill()
        await founder.leave()
        await alone.follow(table["id"])
        await alone.until(lambda: (alone.view or alone.sync["view"])["state"] == "over", 30)
        assert alone.events[-1]["event"]["ending"]["clause"] == "tablier.flagged"
        await alone.leave()

    asyncio.run(story(*two_servers))


def test_a_graceful_stop_hands_the_tables_over_at_once(two_servers):
    async def story(one: ServerProcess, two: ServerProcess) -> None:
        players = await pair(one.url, two.url, game="turkish")
        await play_on(players, 3, random.Random(4))
        mover = players[1]
        assert mover.legal
        await asyncio.to_thread(one.stop)
        players[0].url = two.url
        answer = await mover.move(mover.legal[0]["text"])
        assert answer["type"] == "ack"
        await players[0].until(lambda: len(players[0].moves) == 4)
        for player in players:
            await player.leave()

    asyncio.run(story(*two_servers))


async def count_as_dead(database: str, table: str) -> None:
    """As if the owner of a table had been frozen for as long as it takes to count as dead."""
    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    done = await connection.execute(
        "UPDATE process SET seen = seen - $1 WHERE name = (SELECT owner FROM game_table WHERE id = $2)", ownership.DEAD_AFTER, table
    )
    assert done == "UPDATE 1"
    await connection.close()


def test_a_late_owner_is_fenced_off(tmp_path, postgres, redis):
    """A process that was frozen while another took its table must not write any more."""
    database = postgres.database()
    shared = ("--database", database, "--bus", redis, "--engines", "0")
    secret = {"TABLIER_SECRET": "one secret for all processes of this test"}

    async def story(one: ServerProcess, two: ServerProcess) -> None:
        players = await pair(one.url, two.url, game="malawi")
        await play_on(players, 2, random.Random(6))
        os.kill(one.process.pid, signal.SIGSTOP)
        old = players[0]
        text = old.legal[0]["text"]
        late = asyncio.create_task(old.act(type="move", text=text, k="late"))  # into the frozen owner's buffer
        await count_as_dead(database, old.table)
        other = Client(two.url, old.cookie)
        await other.follow(old.table)
        assert (await other.act(type="move", text=other.legal[-1]["text"], k="new"))["type"] == "ack"
        os.kill(one.process.pid, signal.SIGCONT)
        answer = await late
        assert answer["type"] == "nak", answer
        await old.until(lambda: old.moves == other.moves)
        assert len(other.moves) == 3
        for player in (*players, other):
            await player.leave()

    with run_server(tmp_path / "one", *shared, **secret) as one, run_server(tmp_path / "two", *shared, **secret) as two:
        asyncio.run(story(one, two))


SECRET = {"TABLIER_SECRET": "one secret for all processes of this test"}


async def until_present(clients: list[Client], seats: list[int]) -> None:
    """Wait until all clients see these seats connected."""
    for client in clients:
        await client.until(lambda client=client: (client.present or client.sync).get("seats" if client.present else "present") == seats, 40)


def test_an_owner_that_slept_shows_the_game_as_others_went_on_with_it(tmp_path, postgres, redis):
    """No act wakes it up: it compares its tables with the database by itself, and a page loaded from it is right too."""
    database = postgres.database()
    shared = ("--database", database, "--bus", redis, "--engines", "0")

    async def story(one: ServerProcess, two: ServerProcess) -> None:
        players = await pair(one.url, two.url, game="malawi")
        await play_on(players, 2, random.Random(6))
        old = players[0]
        os.kill(one.process.pid, signal.SIGSTOP)
        await count_as_dead(database, old.table)
        other = Client(two.url, old.cookie)
        await other.follow(old.table)
        assert (await other.act(type="move", text=other.legal[-1]["text"], k="new"))["type"] == "ack"
        os.kill(one.process.pid, signal.SIGCONT)
        await old.until(lambda: old.moves == other.moves and len(old.moves) == 3)
        loaded = Client(one.url, old.cookie)
        await loaded.follow(old.table)
        await loaded.until(lambda: loaded.moves == other.moves)
        await play_on((other, players[1]), 2, random.Random(7))
        await old.until(lambda: old.moves == other.moves)
        for player in (*players, other, loaded):
            await player.leave()

    with run_server(tmp_path / "one", *shared, **SECRET) as one, run_server(tmp_path / "two", *shared, **SECRET) as two:
        asyncio.run(story(one, two))


def test_redis_may_hang_die_and_come_back(tmp_path, postgres, need):
    """Acknowledgements at the owner do not wait for it; tables that were loaded without it are heard of once it is back."""
    need("Redis")

    async def story(one: ServerProcess, two: ServerProcess, redis) -> None:
        players = await pair(one.url, two.url, game="makruk")
        await play_on(players, 2, random.Random(1))
        redis.hang()
        for _ in range(3):  # at the owner: both seats' players are there
            assert (await players[0].act(type="say", phrase="hello"))["type"] == "ack"
        assert (await players[0].move(players[0].legal[0]["text"]))["type"] == "ack"
        await players[1].until(lambda: len(players[1].moves) == 3)  # the log is compared
        redis.go_on()
        await play_on(players, 2, random.Random(2))
        redis.kill()
        host, guest = await Client.guest(one.url), await Client.guest(two.url)
        table = await set_table(host, game="apit", seats=[{"kind": "you"}, {"kind": "open"}])
        await guest.follow(table["id"], table["code"])  # this process hears nothing of the table yet
        redis.start()
        assert (await guest.act(type="sit"))["type"] == "ack"
        await until_present([host, guest], [0, 1])
        await play_on((host, guest), 4, random.Random(3))
        await play_on(players, 2, random.Random(4))
        for client in (*players, host, guest):
            await client.leave()

    with faulty_redis() as redis:
        shared = ("--database", postgres.database(), "--bus", redis.url, "--engines", "0")
        with run_server(tmp_path / "one", *shared, **SECRET) as one, run_server(tmp_path / "two", *shared, **SECRET) as two:
            asyncio.run(story(one, two, redis))


def test_the_database_may_hang_and_lose_the_answers_to_commits(tmp_path, postgres, redis):
    """A move whose commit was not answered counts once and is acknowledged, and the table goes on."""

    async def story(one: ServerProcess, two: ServerProcess, proxy) -> None:
        players = await pair(one.url, two.url, game="makruk")
        await play_on(players, 2, random.Random(1))
        for plies in (3, 4, 5, 6):
            mover = next(player for player in players if player.legal)
            proxy.lose_commits = 1 if plies % 2 else 3  # also those of the signs of life
            assert (await mover.insist(type="move", text=mover.legal[0]["text"]))["type"] == "ack"
            for player in players:
                await player.until(lambda player=player, plies=plies: len(player.moves) == plies)
        assert proxy.lost >= 4
        proxy.hanging.set()
        mover = next(player for player in players if player.legal)
        waiting = asyncio.create_task(mover.move(mover.legal[0]["text"]))
        async with httpx.AsyncClient(timeout=60) as http:
            while (await http.get(f"{one.url}/ready")).status_code != 503:
                await asyncio.sleep(0.1)
        assert not waiting.done()
        proxy.hanging.clear()
        assert (await waiting)["type"] == "ack"
        for player in players:
            await player.until(lambda player=player: len(player.moves) == 7)
        await play_on(players, 3, random.Random(2))
        assert players[0].moves == players[1].moves and len(players[0].moves) == 10
        for player in players:
            await player.leave()

    with (
        tempfile.TemporaryDirectory(prefix="tablier-proxy-") as folder,
        faulty_postgres(Path(folder), postgres.database()) as (proxy, database),
    ):
        shared = ("--database", database, "--bus", redis, "--engines", "0")
        with run_server(tmp_path / "one", *shared, **SECRET) as one, run_server(tmp_path / "two", *shared, **SECRET) as two:
            asyncio.run(story(one, two, proxy))


def test_players_at_processes_that_do_not_own_their_tables_see_each_other(tmp_path, postgres, redis):
    """Two come at the same moment to two processes, and stay present when the owner is killed."""
    shared = ("--database", postgres.database(), "--bus", redis, "--engines", "0")

    async def story(one: ServerProcess, two: ServerProcess, three: ServerProcess) -> None:
        tables = []
        for _ in range(8):
            left, right = await pair(one.url, game="apit")
            await left.leave()
            await right.leave()
            tables.append((left, right))
        both = [(Client(two.url, left.cookie), Client(three.url, right.cookie)) for left, right in tables]
        await asyncio.gather(*(client.follow(old[0].table) for old, new in zip(tables, both, strict=True) for client in new))
        everyone = [client for new in both for client in new]
        await until_present(everyone, [0, 1])
        one.kill()
        for client in everyone:
            client.present = {}
        for left, right in both:
            mover = left if left.legal else right
            assert (await mover.insist(type="move", text=mover.legal[0]["text"]))["type"] == "ack"
        assert not [client.present for client in everyone if client.present], "presence did not change"
        for client in everyone:
            await client.leave()

    with (
        run_server(tmp_path / "one", *shared, **SECRET) as one,
        run_server(tmp_path / "two", *shared, **SECRET) as two,
        run_server(tmp_path / "three", *shared, **SECRET) as three,
    ):
        asyncio.run(story(one, two, three))

"""Several processes share the tables: PostgreSQL and Redis for real, and owners that die."""

import asyncio
import os
import random
import signal

import asyncpg
import pytest
from tests.server.test_kill import play_on
from tests.support.server_process import HouseProcess, house
from tests.support.ws_clients import Client, pair, set_table

from tablier.server.tables import ownership


@pytest.fixture
def two_houses(tmp_path, postgres, redis):
    shared = ("--database", postgres.database(), "--bus", redis, "--engines", "0")
    secret = {"TABLIER_SECRET": "one secret for all processes of this test"}
    with house(tmp_path / "one", *shared, **secret) as one, house(tmp_path / "two", *shared, **secret) as two:
        yield one, two


def test_two_players_at_two_processes_play_one_game(two_houses):
    async def story(one: HouseProcess, two: HouseProcess) -> None:
        players = await pair(one.url, two.url, game="makruk")
        await play_on(players, 12, random.Random(1))
        assert players[0].moves == players[1].moves and len(players[0].moves) == 12
        await players[0].until(lambda: players[0].present.get("seats") == [0, 1])
        answer = await players[1].move("a1-a9")
        assert answer["type"] == "nak"
        for player in players:
            await player.leave()

    asyncio.run(story(*two_houses))


def test_killing_the_owner_moves_the_table_without_losing_or_doubling_a_move(two_houses):
    async def story(one: HouseProcess, two: HouseProcess) -> None:
        players = await pair(one.url, two.url, game="makyek", clock={"kind": "fischer", "base": 300, "increment": 1})
        chosen = random.Random(2)
        await play_on(players, 4, chosen)
        mover = players[0]  # at the process that owns the table, because it was set there
        assert mover.legal
        one.kill()
        mover.url = two.url  # as a proxy would lead it
        answer = await mover.act(type="move", text=chosen.choice(mover.legal)["text"])
        assert answer["type"] == "ack"
        await players[1].until(lambda: len(players[1].moves) == 5)
        await play_on(players, 3, chosen)
        assert players[0].moves == players[1].moves and len(players[0].moves) == 8
        for player in players:
            await player.leave()

    asyncio.run(story(*two_houses))


def test_five_seconds_are_enough_to_notice_a_death_and_take_over():
    assert ownership.DEAD_AFTER / 1000 + 2 * ownership.HEARTBEAT < 5


def test_a_flag_falls_though_the_owner_was_killed(two_houses):
    async def story(one: HouseProcess, two: HouseProcess) -> None:
        alone = await Client.guest(two.url)
        founder = await Client.guest(one.url)
        table = await set_table(founder, game="apit", seats=[{"kind": "you"}, {"kind": "you"}], clock={"kind": "fischer", "base": 2})
        one.kill()
        await founder.leave()
        await alone.follow(table["id"])
        await alone.until(lambda: (alone.view or alone.sync["view"])["state"] == "over", 30)
        assert alone.events[-1]["event"]["ending"]["clause"] == "tablier.flagged"
        await alone.leave()

    asyncio.run(story(*two_houses))


def test_a_graceful_stop_hands_the_tables_over_at_once(two_houses):
    async def story(one: HouseProcess, two: HouseProcess) -> None:
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

    asyncio.run(story(*two_houses))


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

    async def story(one: HouseProcess, two: HouseProcess) -> None:
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

    with house(tmp_path / "one", *shared, **secret) as one, house(tmp_path / "two", *shared, **secret) as two:
        asyncio.run(story(one, two))

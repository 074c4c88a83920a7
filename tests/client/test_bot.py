"""Bots at a real server: whole games of every kind, several tables, throttling, a killed server, challenges."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.support.accounts import make_token
from tests.support.own_games import OWN_GAMES
from tests.support.server_process import run_server

from tablier import game
from tablier.api.challenges import ChallengeRequest
from tablier.api.tables import ClockPlan, SeatPlan, TablePlan, TableView
from tablier.client import AsyncClient, ServerError
from tablier.client.backoff import Backoff
from tablier.client.bot import Bot
from tablier.client.bot_settings import BotSettings, Conditions, OwnChallenge

PATIENCE = 240.0
"""Seconds for what bots do on a busy machine."""
SHORT = {"makyek": {"quiet": 20}, "apit": {"quiet": 20}, "mako": {"rounds": 12}}
OPEN, ENGINE = SeatPlan("open"), SeatPlan("engine", 1)


def short_plan(name: str) -> TablePlan:
    """A table for two bots; what more seats there are is played by engines."""
    options = SHORT.get(name, {})
    seats = len(game(name, **options).seats)
    return TablePlan(name, (OPEN, OPEN, *[ENGINE] * (seats - 2)), options)


@asynccontextmanager
async def running(url: str, name: str, *, games: int | None = None, **settings) -> AsyncIterator[tuple[Bot, asyncio.Task[None]]]:
    """A bot that plays meanwhile."""
    token = await asyncio.to_thread(make_token, url, name)
    async with AsyncClient(url, token=token, patience=math.inf) as client:
        bot = Bot(client, BotSettings(**{"player": "level:1", "look_every": 0.3, **settings}), report=print)
        task = asyncio.create_task(bot.run(games))
        try:
            yield bot, task
        finally:
            task.cancel()
            await asyncio.wait([task])


async def until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await condition():
            await asyncio.sleep(0.2)


async def over(client: AsyncClient, *tables: TableView) -> list[TableView]:
    """The tables, once all are over."""

    async def done() -> bool:
        return all([(await client.table(table.id)).state == "over" for table in tables])

    await until(done)
    return [await client.table(table.id) for table in tables]


def test_bots_play_all_games_to_their_ends_although_the_server_is_killed(tmp_path):
    async def story(server) -> None:
        both = {"max_tables": 3, "sit": Conditions()}
        async with (
            AsyncClient(server.url, patience=PATIENCE) as host,
            running(server.url, "Leveller", games=len(OWN_GAMES), **both) as (first, playing),
            running(server.url, "Dicer", games=len(OWN_GAMES), player="random", **both) as (second, also_playing),
        ):
            tables = [await host.create_table(short_plan(name)) for name in OWN_GAMES]

            async def some_are_over() -> bool:
                assert len(first._players) <= 3 and len(second._players) <= 3
                return first.ended >= 2

            await until(some_are_over)
            server.kill()
            await asyncio.to_thread(server.start)
            ended = await over(host, *tables)
            assert all(table.ending is not None and "resigned" not in table.ending.clause for table in ended), ended
            await asyncio.wait_for(asyncio.gather(playing, also_playing), PATIENCE)

    with run_server(tmp_path, "--engines", "1") as server:
        asyncio.run(story(server))


def test_throttled_bots_play_two_tables_of_which_one_ends_first(tmp_path, monkeypatch):
    throttled = []
    pause = Backoff.pause

    async def counted(self: Backoff, error: ServerError) -> None:
        throttled.append(error.status)
        await pause(self, error)

    monkeypatch.setattr(Backoff, "pause", counted)

    async def story(server) -> None:
        both = {"player": "random", "max_tables": 2, "sit": Conditions(), "look_every": 30.0}
        async with AsyncClient(server.url, patience=PATIENCE) as host:
            tables = [await host.create_table(TablePlan("apit", (OPEN, OPEN), {"quiet": quiet})) for quiet in (2, 12)]
            async with running(server.url, "One", **both), running(server.url, "Two", **both):
                first, second = await over(host, *tables)
                assert first.ply < second.ply

    with run_server(tmp_path, "--engines", "0", TABLIER_RATE="0.2") as server:
        asyncio.run(story(server))
    assert 429 in throttled


def test_a_bot_that_is_stopped_leaves_the_open_tables_at_which_it_sat_down_and_no_others(server):
    async def story() -> None:
        four = TablePlan("mako", (OPEN, OPEN, OPEN, OPEN), {"rounds": 4})
        async with AsyncClient(server.url) as host, running(server.url, "Careful", sit=Conditions(), max_tables=3) as (bot, playing):
            own = await bot.client.create_table(TablePlan("achef", (SeatPlan("you"), OPEN)))
            theirs = await host.create_table(four)

            async def has_sat_down() -> bool:
                return theirs.id in {table.id for table in await bot.client.my_tables()}

            await until(has_sat_down)
            playing.cancel()
            await asyncio.wait([playing])
            assert [table.id for table in await bot.client.my_tables()] == [own.id]

    asyncio.run(story())


def test_a_bot_challenges_another_bot_that_is_online(server):
    async def story() -> None:
        own = OwnChallenge(to="*", game="makyek", options={"quiet": 2}, every=1.0)
        async with (
            running(server.url, "Challenger", games=2, challenge=(own,)) as (_, playing),
            running(server.url, "Challenged", games=2, accept=Conditions(opponents="bots")) as (_, also),
        ):
            await asyncio.wait_for(asyncio.gather(playing, also), PATIENCE)

    asyncio.run(story())


def test_a_bot_accepts_what_suits_it_and_declines_the_rest_with_a_reason(server):
    async def story() -> None:
        token = await asyncio.to_thread(make_token, server.url, "Ada")
        accept = Conditions(games=("makyek", "achef"), clocks=("none",), rated="casual", reasons={"full": "later"})
        async with AsyncClient(server.url, token=token) as ada, running(server.url, "Marvin", accept=accept) as _:

            async def online() -> bool:
                return "Marvin" in [one.player.name for one in await ada.bots()]

            await until(online)
            with pytest.raises(ServerError) as refused:
                await ada.challenge(ChallengeRequest("Marvin", "makruk"))
            assert refused.value.code == "not_accepted"
            rated = ChallengeRequest("Marvin", "makyek", rated=True)
            timed = ChallengeRequest("Marvin", "makyek", clock=ClockPlan("fischer", 60))
            assert [await answer(ada, one) for one in (rated, timed)] == [("declined", "casual"), ("declined", "clock")]
            assert await answer(ada, ChallengeRequest("Marvin", "makyek", {"quiet": 4}, seat=1)) == ("accepted", None)
            assert await answer(ada, ChallengeRequest("Marvin", "achef")) == ("declined", "later")
            (table,) = await ada.my_tables()

            async def moved() -> bool:
                return (await ada.table(table.id)).ply == 1

            await until(moved)
            await ada.offer(table.id, "abort", (await ada.table(table.id)).version)
            assert (await over(ada, table))[0].ending is None

    async def answer(ada: AsyncClient, request: ChallengeRequest) -> tuple[str, str | None]:
        notices = ada.notices()
        made = await ada.challenge(request)
        async with asyncio.timeout(PATIENCE):
            async for notice in notices:
                if notice.type == "challenge" and notice.challenge.id == made.id and notice.challenge.state != "waiting":
                    await notices.aclose()
                    return notice.challenge.state, notice.challenge.reason
        raise AssertionError

    asyncio.run(story())


def test_a_bot_whose_player_fails_resigns_and_goes_on(server, tmp_path, monkeypatch):
    (tmp_path / "broken_player.py").write_text("def choose(match, left):\n    return 'nonsense' if match.entries else 1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    async def story() -> None:
        async with (
            AsyncClient(server.url, patience=PATIENCE) as host,
            running(server.url, "Broken", player="broken_player:choose", sit=Conditions(), max_tables=2) as (bot, task),
        ):
            tables = [await host.create_table(TablePlan("apit", seats)) for seats in ((OPEN, SeatPlan("you")), (SeatPlan("you"), OPEN))]

            async def begun() -> bool:
                return (await host.table(tables[1].id)).state == "playing"

            await until(begun)
            await host.move(tables[1].id, "a3-a4", (await host.table(tables[1].id)).version)
            endings = [table.ending for table in await over(host, *tables)]
            assert [ending.ranks for ending in endings if ending] == [(2, 1), (1, 2)]
            assert not task.done() and bot.ended == 2

    asyncio.run(story())


def test_a_wrong_token_ends_a_bot_with_the_words_of_the_server(server):
    async def story() -> None:
        async with AsyncClient(server.url, token="tbl_wrong") as client:
            await Bot(client, BotSettings(player="random")).run()

    with pytest.raises(ServerError, match="not valid"):
        asyncio.run(story())

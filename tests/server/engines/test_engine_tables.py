"""Tables at which engines play: with the local pool, with clocks, and with a server that restarts meanwhile."""

import asyncio
import itertools
import socket

import httpx
import pytest
from tests.support.engine_server import PATIENCE, TOKEN, serving, worker_at
from tests.support.schema import give_schema

from tablier import Match, game
from tablier.api.jobs import MoveTask
from tablier.api.tables import ClockPlan, Created, Moved, Player, Sat, SeatPlan, TablePlan
from tablier.server.engines.move_task import build_move_task, is_live, player_of
from tablier.server.engines.queue import MAX_TRIES
from tablier.server.engines.solver import Solver
from tablier.server.services import Services
from tablier.server.settings import Quotas, Settings
from tablier.server.tables.clock import MOST_LAG, Clock
from tablier.server.tables.decide import Context, decide_engine_move, decide_events
from tablier.server.tables.state import ENGINE_PATIENCE, SeatState, fold, new_table, replace


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


async def services_at(folder, port, workers=1):
    services = Services(Settings(folder, port=port, workers=workers, worker_token=TOKEN, quotas=Quotas(rate=0)))
    await give_schema(services.database)
    return services


async def table_with_engine(client, name, level=1, **plan):
    seats = [{"kind": "you"}] + [{"kind": "engine", "level": level}] * (len(game(name).seats) - 1)
    answer = await client.post("/api/tables", json={"game": name, "seats": seats, **plan})
    assert answer.status_code == 201, answer.text
    table = answer.json()["id"]
    if answer.json().get("awaited"):
        assert (await act(client, table, type="nonce", nonce="mine")).status_code == 200
    return table


async def play_on(client, table, plies):
    """Play the first legal move whenever it is ours, until so many plies are played."""
    keys, version = itertools.count(), 0
    while True:
        for event in (await client.get(f"/api/tables/{table}/events", params={"v": version, "wait": 20})).json():
            version = event["v"]
        view = (await client.get(f"/api/tables/{table}")).json()
        if view["ply"] >= plies or view["state"] == "over":
            return view
        seen = (await client.post("/api/positions", json={"game": view["plan"]["game"], "moves": view.get("moves", [])})).json()
        if view["state"] == "playing" and seen["frame"]["actor"] == 0:
            act = {"k": f"k{next(keys)}", "v": version, "do": {"type": "move", "text": seen["legal"][0]["text"]}}
            assert (await client.post(f"/api/tables/{table}/acts", json=act)).status_code in (200, 409)


@pytest.mark.parametrize("name", ["makyek", "mako"])
def test_a_game_against_the_servers_own_engine(tmp_path, name):
    async def run():
        port = free_port()
        services = await services_at(tmp_path, port)
        async with asyncio.timeout(PATIENCE), serving(services, port) as address:
            async with httpx.AsyncClient(base_url=address, timeout=60) as client:
                table = await table_with_engine(client, name, clock={"kind": "fischer", "base": 300, "increment": 2})
                view = await play_on(client, table, 8)
                assert view["ply"] >= 8
                lines = await services.log.read(table)
            assert sum(b'"seat":1' in line.body and b'"type":"moved"' in line.body for line in lines) >= 1

    asyncio.run(run())


def test_an_engine_moves_after_a_restart_of_the_server(tmp_path):
    async def run():
        port = free_port()
        async with asyncio.timeout(PATIENCE):
            async with (
                serving(await services_at(tmp_path, port, workers=0), port) as address,
                httpx.AsyncClient(base_url=address) as client,
            ):
                table = await table_with_engine(client, "makyek")
                version = (await client.get(f"/api/tables/{table}")).json()["version"]
                act = {"k": "k", "v": version, "do": {"type": "move", "text": "e3-e4"}}
                assert (await client.post(f"/api/tables/{table}/acts", json=act)).status_code == 200
            services = await services_at(tmp_path, port, workers=0)
            async with serving(services, port) as address, worker_at(address), httpx.AsyncClient(base_url=address) as client:
                while (await client.get(f"/api/tables/{table}")).json()["ply"] < 2:
                    await asyncio.sleep(0.05)

    asyncio.run(run())


WORKER = {"Authorization": f"Bearer {TOKEN}"}


async def take(client, worker, wait=20):
    taken = await client.post("/api/jobs/take", json={"worker": worker, "wait": wait}, headers=WORKER)
    return taken.json()["job"]


async def answer(client, worker, job, text, **more):
    told = {"worker": worker, "answer": {"type": "move", "text": text, **more}}
    return (await client.post(f"/api/jobs/{job['id']}/answer", json=told, headers=WORKER)).json()["used"]


async def act(client, table, **deed):
    seen = (await client.get(f"/api/tables/{table}")).json()
    body = {"k": f"k{seen['version']}", "v": seen["version"], "do": deed}
    return await client.post(f"/api/tables/{table}/acts", json=body)


def at_table(folder, test):
    """A table of Mak-Yek at which it is an engine's turn, and whose only worker is the test."""

    async def run():
        services = await services_at(folder, free_port(), workers=0)
        async with asyncio.timeout(PATIENCE), serving(services) as address, httpx.AsyncClient(base_url=address, timeout=60) as client:
            table = await table_with_engine(client, "makyek")
            assert (await act(client, table, type="move", text="e3-e4")).status_code == 200
            await test(services, client, table)

    asyncio.run(run())


@pytest.mark.parametrize("nonsense", ["e3-e4", "a1-a9", "", "♟" * 100])
def test_a_worker_that_answers_nonsense_does_not_stop_the_game(tmp_path, nonsense):
    async def test(services, client, table):
        while (await client.get(f"/api/tables/{table}")).json()["ply"] < 2:
            job = await take(client, "faulty")
            assert not await answer(client, "faulty", job, nonsense)
        assert await services.jobs.counts() == []
        metrics = (await services.metrics.text()).decode()
        assert f'tablier_engine_faults_total{{kind="refused"}} {MAX_TRIES}.0' in metrics
        assert 'tablier_engine_faults_total{kind="given_up"} 1.0' in metrics

    at_table(tmp_path, test)


@pytest.mark.parametrize("deed", [{"type": "offer", "kind": "takeback"}, {"type": "resign"}])
def test_a_takeback_or_the_end_of_the_game_cancels_the_job(tmp_path, deed):
    async def test(services, client, table):
        job = await take(client, "slow")
        assert (await act(client, table, **deed)).status_code == 200
        told = {"worker": "slow"}
        while (await client.post(f"/api/jobs/{job['id']}/progress", json=told, headers=WORKER)).json()["go_on"]:
            await asyncio.sleep(0.02)
        assert await services.jobs.counts() == []
        assert not await answer(client, "slow", job, "e6-e5")

    at_table(tmp_path, test)


@pytest.mark.parametrize(("chance", "last"), [(0.52, "!agree"), (0.9, "e6-e5")])
def test_an_engine_agrees_to_stop_by_the_chance_it_last_reported(tmp_path, chance, last):
    async def test(services, client, table):
        assert await answer(client, "w", await take(client, "w"), "e6-e5", chance=chance)
        assert (await act(client, table, type="offer", kind="stop")).status_code == 200
        assert (await client.get(f"/api/tables/{table}")).json()["moves"][-1] == last

    at_table(tmp_path, test)


@pytest.mark.parametrize("level", [1, 5])
@pytest.mark.parametrize("name", ["makruk", "mako"])
def test_every_engine_reports_its_chance_to_win(name, level):
    match = Match(game(name))
    while not isinstance(match.actor, int):
        match.roll(0.5)
    found = Solver().choose(MoveTask(name, {}, None, match.moves, level=level, seed=1))
    assert 0.1 < found.chance < 0.9


# -- the task of an engine ----------------------------------------------------------------------------------------------------


def table_of(name="makyek", clock=None, **options):
    me = Player("me", "Me")
    plan = TablePlan(name, (SeatPlan("you"), SeatPlan("engine", 3)), options=options, clock=clock or ClockPlan())
    return new_table("t", 0, Created(plan, me, 1))


def task_of(table, now=0):
    return build_move_task(table, 1, now, b"secret")


def test_a_task_has_the_game_its_options_and_all_moves():
    table = table_of("turkish", penalty="strict")
    table = fold(table, Moved("a3-a4", 0, (), None), 0)
    task = task_of(table)
    assert isinstance(task, MoveTask) and task.options["penalty"] == "strict"
    assert (task.game, task.position, task.moves, task.level, task.seconds) == ("turkish", None, ("a3-a4",), 3, None)
    assert not is_live(table)


def test_the_seed_is_the_same_when_asked_again_and_differs_by_move_and_server():
    table = table_of()
    first = task_of(table).seed
    assert task_of(table).seed == first
    assert build_move_task(table, 1, 0, b"another").seed != first
    table = fold(table, Moved("e3-e4", 0, (), None), 0)
    assert task_of(table).seed != first


@pytest.mark.parametrize(
    ("clock", "low", "high"),
    [
        (ClockPlan("fischer", base=60, increment=0), 1.5, 2.5),
        (ClockPlan("fischer", base=60, increment=10), 8, 12),
        (ClockPlan("fischer", base=1, increment=0), 0.01, 0.4),
        (ClockPlan("byoyomi", base=0, periods=3, period=10), 0.005, 5.1),
    ],
)
def test_an_engine_takes_a_share_of_its_clock(clock, low, high):
    table = table_of(clock=clock)
    table = replace(table, clock=table.clock.start(1, 1000))
    assert is_live(table)
    assert low <= task_of(table, 1000).seconds <= high
    assert task_of(table, 1000 + clock.base * 1000 + 9_000).seconds < 5


def test_a_correspondence_clock_is_not_live():
    table = table_of(clock=ClockPlan("correspondence", days=3))
    table = replace(table, clock=table.clock.start(1, 1000))
    assert not is_live(table) and task_of(table).seconds is None


# -- whose share of the workers a job takes, and what its clock is charged ------------------------------------------------------


def test_a_table_counts_for_the_player_at_it_and_for_its_host_where_only_engines_play():
    host, guest = Player("host", "Host"), Player("guest", "Guest")
    plan = TablePlan("makyek", (SeatPlan("open"), SeatPlan("engine", 3)))
    table = new_table("t", 0, Created(plan, host, 1))
    assert player_of(fold(table, Sat(0, guest), 0)) == "guest"
    engines = new_table("t", 0, Created(TablePlan("makyek", (SeatPlan("engine", 1), SeatPlan("engine", 3))), host, 1))
    assert player_of(engines) == "host"


def engine_to_move(clock):
    """A table at which the clock of an engine runs since 1,000."""
    return replace(
        table_of(clock=clock),
        state="playing",
        seats=(SeatState(level=1), SeatState(Player("me", "Me"))),
        clock=Clock.of(clock, 2).start(0, 1000),
    )


SHORT = ClockPlan("fischer", base=10, increment=0)


def test_the_time_that_a_job_waited_is_not_charged_to_the_engines_clock():
    table = engine_to_move(SHORT)
    after = decide_engine_move(table, "e3-e4", Context(1000 + 29_000), waited=28_000).after
    assert after.clock.hands[0].left == 9_000
    assert after.clock.hands[0].quota >= 0


def test_the_flag_of_an_engine_waits_for_a_worker_but_not_for_ever():
    table = engine_to_move(SHORT)
    assert not decide_events(table, (), Context(1000 + 10_000 + 30_000)).steps
    assert decide_events(table, (), Context(1000 + 10_000 + ENGINE_PATIENCE + MOST_LAG)).after.state == "over"
    person = replace(table, seats=table.seats[::-1])
    assert decide_events(person, (), Context(1000 + 10_000 + MOST_LAG)).after.state == "over"


def test_an_engine_that_thinks_for_longer_than_it_has_loses_on_time():
    after = decide_engine_move(engine_to_move(SHORT), "e3-e4", Context(1000 + 20_000), waited=5_000).after
    assert after.state == "over" and after.match.moves[-1] == "!flag:0"

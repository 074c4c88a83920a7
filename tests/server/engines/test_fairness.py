"""Fair shares with real workers: many tables, long analyses and many askers delay no player's move."""

import asyncio

import httpx
import pytest
from tests.server.engines.test_analysis import lines_of
from tests.server.engines.test_engine_tables import WORKER, act, answer, services_at, table_with_engine, take
from tests.server.engines.test_worker import first_task, taken
from tests.support.engine_server import PATIENCE, make_services, serving, worker_at

from tablier.api.jobs import AnalysisTask
from tablier.api.tables import Moved
from tablier.server.engines.queue import Priority
from tablier.server.tables.live_table import decode_event

FOR_LONG = 30.0
"""Seconds of an analysis; a test that waited for its end would take so long."""


def with_services(folder, database_url, test):
    async def run():
        services = await make_services(folder, database=database_url)
        async with asyncio.timeout(2 * PATIENCE), serving(services) as address:
            await test(services, address)

    asyncio.run(run())


def test_a_move_interrupts_an_analysis_which_is_finished_later(tmp_path, database_url):
    async def test(services, address):
        async with worker_at(address), httpx.AsyncClient(base_url=address, timeout=2 * PATIENCE) as client:
            analysis = asyncio.create_task(lines_of(client, {"game": "makruk", "seconds": 4.0, "lines": 2}))
            while not (jobs := [count for count in await services.jobs.counts() if count.taken]):
                await asyncio.sleep(0.02)
            assert jobs[0].kind == "analysis"
            for level in (1, 7, 8):
                await services.jobs.request_move(f"t{level}", 1, first_task("makruk", level), "bea", Priority.LIVE)
                assert (await services.fake_tables.next_move())[0] == f"t{level}"
                assert not analysis.done(), "the move waited for the analysis"
            told = await analysis
            assert [one.done for one in told] == [False] * (len(told) - 1) + [True] and len(told[-1].lines) == 2
            depths = [(one.depth, one.nodes) for one in told]
            assert depths == sorted(depths), "each line is deeper than the one before"

    with_services(tmp_path, database_url, test)


def test_an_interrupted_analysis_counts_as_no_failure(tmp_path):
    async def test(services, address):
        async with worker_at(address, TABLIER_WORKER="first"):
            job = await services.jobs.request_analysis("anna", AnalysisTask("makruk", {}, None, (), lines=1, seconds=FOR_LONG))
            assert await taken(services, job) == "first"
            await services.jobs.request_move("t", 1, first_task("makruk", 8), "bea")
            await services.fake_tables.next_move()
            assert await taken(services, job) == "first", "it goes on"
            async with services.database.read() as connection:
                assert (await connection.exec_driver_sql(f"select tries from job where id = '{job}'")).scalar_one() == 1
            await services.jobs.cancel(job)

    with_services(tmp_path, "", test)


def test_forty_two_tables_of_engines_delay_no_player(tmp_path):
    """A worker that is busy with the tables of one guest gives the move of another after at most one of theirs."""

    async def run():
        services = await services_at(tmp_path, 0, workers=0)
        async with (
            asyncio.timeout(2 * PATIENCE),
            serving(services) as address,
            httpx.AsyncClient(base_url=address, timeout=60) as guest,
            httpx.AsyncClient(base_url=address, timeout=60) as player,
        ):
            seats = [{"kind": "engine", "level": 8}, {"kind": "engine", "level": 8}]
            for _ in range(42):
                assert (await guest.post("/api/tables", json={"game": "makruk", "seats": seats})).status_code == 201
            while (counts := await services.jobs.counts())[0].waiting < 42:
                await asyncio.sleep(0.02)
            assert [count.kind for count in counts] == ["move"]
            table = await table_with_engine(player, "makyek")
            busy = await take(guest, "w")
            for ours, theirs in (("e3-e4", "e6-e5"), ("d3-d4", "d6-d5")):
                assert (await act(player, table, type="move", text=ours)).status_code == 200
                await answer(guest, "w", busy, "d3-d4")
                job = await take(guest, "w")
                assert (job["task"]["game"], job["task"]["moves"][-1]) == ("makyek", ours)
                assert await answer(guest, "w", job, theirs)
                busy = await take(guest, "w")
                assert busy["task"]["game"] == "makruk"

    asyncio.run(run())


def test_a_clock_is_not_charged_while_the_job_waits(tmp_path):
    """An engine with three seconds waits for a worker for longer than these, and does not lose."""

    async def run():
        services = await services_at(tmp_path, 0, workers=0)
        async with asyncio.timeout(2 * PATIENCE), serving(services) as address, httpx.AsyncClient(base_url=address, timeout=60) as client:
            table = await table_with_engine(client, "makyek", clock={"kind": "fischer", "base": 3, "increment": 0})
            assert (await act(client, table, type="move", text="e3-e4")).status_code == 200
            while (await client.get(f"/api/tables/{table}")).json()["clocks"]["left"][1]:
                await asyncio.sleep(0.1)
            await services.runner.add_events(await services.registry.find(table))  # writes what is due by now
            assert (await client.get(f"/api/tables/{table}")).json()["state"] == "playing"
            job = await take(client, "w")
            assert await answer(client, "w", job, "e6-e5")
            moved = [event for entry in await services.log.read(table) if isinstance(event := decode_event(entry.body), Moved)]
            assert moved[-1].seat == 1 and moved[-1].spent < 3_000

    asyncio.run(run())


@pytest.mark.parametrize("kinds", [["move"], ["analysis"]])
def test_a_worker_of_another_release_that_takes_one_kind_is_served(tmp_path, kinds):
    """The messages between server and worker have not changed."""

    async def test(services, address):
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            await services.jobs.request_analysis("anna", AnalysisTask("makruk", {}, None, (), lines=1, seconds=FOR_LONG))
            await services.jobs.request_move("t", 1, first_task("makruk"), "bea")
            reply = await client.post("/api/jobs/take", json={"worker": "old", "kinds": kinds, "wait": 0}, headers=WORKER)
            job = reply.json()["job"]
            assert job["task"]["type"] == kinds[0] and set(job) == {"id", "task", "timeout"}
            progress = await client.post(f"/api/jobs/{job['id']}/progress", json={"worker": "old"}, headers=WORKER)
            assert progress.json() == {"go_on": kinds == ["move"]}

    with_services(tmp_path, "", test)

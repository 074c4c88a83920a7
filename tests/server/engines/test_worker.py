"""Workers: real processes that take jobs over HTTP, are killed, stopped and restarted, and outlive the server."""

import asyncio
import os
import signal
import socket
import sys

import httpx
import pytest
from tests.support.engine_server import PATIENCE, TOKEN, make_services, serving, worker_at

from tablier import Match, game, games
from tablier.api.jobs import AnalysisTask, MoveTask
from tablier.search import levels
from tablier.server.engines.pool import Pool, with_worker_token
from tablier.server.engines.solver import Solver
from tablier.server.settings import Quotas, Settings

LONG = MoveTask("makruk", {}, None, (), level=8, seed=1)
"""A second of search."""


def with_server(folder, test, **settings):
    async def run():
        services = await make_services(folder, **settings)
        async with asyncio.timeout(PATIENCE), serving(services) as address:
            await test(services, address)

    asyncio.run(run())


def legal(task, text):
    rules = game(task.game, **task.options)
    match = Match(rules, rules.load(task.position) if task.position else None)
    for move in task.moves:
        match.enter(move)
    match.play(text)
    return True


def first_task(name, level=1, seed=5):
    """The first decision of a player in a game, the dice thrown."""
    match = Match(game(name))
    while not isinstance(match.actor, int):
        match.roll(0.5)
    return MoveTask(name, {}, None, match.moves, level=level, seed=seed)


async def taken(services, job, count=1):
    """Wait until a job has been taken so many times."""
    while True:
        async with services.database.read() as connection:
            row = (await connection.exec_driver_sql(f"select tries, worker from job where id = '{job}'")).first()
        if row is not None and row.tries >= count and row.worker:
            return row.worker
        await asyncio.sleep(0.02)


def test_a_worker_plays_every_game_and_the_same_move_with_the_same_seed(tmp_path):
    async def test(services, address):
        async with worker_at(address):
            for name in games():
                task = first_task(name, level=2)
                texts = set()
                for version in (1, 2):
                    await services.jobs.request_move(name, version, task, "anna")
                    table, _, text = await services.fake_tables.next_move()
                    assert table == name and legal(task, text)
                    texts.add(text)
                assert texts == {Solver().choose(task).text}

    with_server(tmp_path, test)


def test_a_worker_without_kernels_names_the_level_that_it_played(monkeypatch):
    task = first_task("achef", level=8)
    assert Solver().choose(task).level is None
    monkeypatch.setattr(levels, "has_kernel", lambda rules: False)
    found = Solver().choose(task)
    assert found.level == 3 and legal(task, found.text)


def test_the_job_of_a_killed_worker_is_done_by_another(tmp_path):
    async def test(services, address):
        services.jobs.worker_timeout = 1.0
        async with worker_at(address) as first:
            job = await services.jobs.request_move("t", 1, LONG, "anna")
            await taken(services, job)
            first.kill()
            await first.wait()
            async with worker_at(address):
                assert (await services.fake_tables.next_move())[:2] == ("t", 1)

    with_server(tmp_path, test)


def test_an_answer_that_comes_too_late_is_dropped(tmp_path):
    async def test(services, address):
        services.jobs.worker_timeout = 0.5
        async with worker_at(address) as frozen:
            job = await services.jobs.request_move("t", 1, LONG, "anna")
            await taken(services, job)
            frozen.send_signal(signal.SIGSTOP)
            async with worker_at(address):
                assert (await services.fake_tables.next_move())[:2] == ("t", 1)
                frozen.send_signal(signal.SIGCONT)
                await services.jobs.request_move("u", 1, first_task("makyek"), "anna")
                assert (await services.fake_tables.next_move())[:2] == ("u", 1)
            await services.jobs.request_move("v", 1, first_task("makyek"), "anna")
            assert (await services.fake_tables.next_move())[:2] == ("v", 1), "the frozen worker works again"

    with_server(tmp_path, test)


def test_a_terminated_worker_gives_its_job_back_and_exits_with_0(tmp_path):
    async def test(services, address):
        services.jobs.worker_timeout = 1000.0
        async with worker_at(address) as leaving:
            job = await services.jobs.request_move("t", 1, LONG, "anna")
            await taken(services, job)
            leaving.terminate()
            assert await leaving.wait() == 0
            async with worker_at(address):
                assert (await services.fake_tables.next_move())[:2] == ("t", 1)

    with_server(tmp_path, test)


def test_a_worker_ends_with_its_parent(tmp_path):
    async def test(services, address):
        async with worker_at(address) as child:
            await services.jobs.request_move("t", 1, first_task("makyek"), "anna")
            await services.fake_tables.next_move()
            child.stdin.close()
            assert await child.wait() == 0

    with_server(tmp_path, test)


def test_a_worker_stops_a_search_that_is_cancelled(tmp_path):
    async def test(services, address):
        services.jobs.worker_timeout = 1.0
        async with worker_at(address):
            job = await services.jobs.request_analysis("anna", AnalysisTask("makruk", {}, None, (), lines=1, seconds=1000.0))
            await taken(services, job)
            await services.jobs.cancel(job)
            await services.jobs.request_move("t", 1, first_task("makyek"), "anna")
            assert (await services.fake_tables.next_move())[:2] == ("t", 1)

    with_server(tmp_path, test)


def test_a_move_for_a_clock_that_runs_low_is_a_quick_one(tmp_path):
    stopped = MoveTask("makruk", {}, None, (), level=8, seed=1, seconds=0.01)

    async def test(services, address):
        async with worker_at(address):
            await services.jobs.request_move("t", 1, stopped, "anna")
            assert legal(stopped, (await services.fake_tables.next_move())[2])

    with_server(tmp_path, test)


def test_a_worker_outlives_the_server(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def run():
        async with asyncio.timeout(PATIENCE), worker_at(f"http://127.0.0.1:{port}"):  # before there is any server
            first = await make_services(tmp_path)
            async with serving(first, port):
                await first.jobs.request_move("t", 1, first_task("makyek"), "anna")
                await first.fake_tables.next_move()
                job = await first.jobs.request_move("t", 2, LONG, "anna")
                await taken(first, job)
            second = await make_services(tmp_path)
            async with serving(second, port):  # the answer to what was asked before comes to the new one
                assert (await second.fake_tables.next_move())[:2] == ("t", 2)

    asyncio.run(run())


def test_a_worker_with_a_wrong_token_exits_with_1(tmp_path):
    async def test(services, address):
        async with worker_at(address, TABLIER_TOKEN="wrong") as child:
            assert await child.wait() == 1

    with_server(tmp_path, test)


def test_tablier_worker_works_until_ctrl_c(tmp_path):
    async def test(services, address):
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            "from tablier.cli.main import main; main()",
            "worker",
            "--server",
            address,
            "--name",
            "elsewhere",
            env={**os.environ, "TABLIER_WORKER_TOKEN": TOKEN},
            stdin=asyncio.subprocess.DEVNULL,
        )
        job = await services.jobs.request_move("t", 1, LONG, "anna")
        assert await taken(services, job) == "elsewhere"
        assert (await services.fake_tables.next_move())[:2] == ("t", 1)
        child.send_signal(signal.SIGINT)
        assert await child.wait() == 0

    with_server(tmp_path, test)


def test_workers_are_not_rate_limited_and_other_clients_are_refused(tmp_path):
    async def test(services, address):
        async with httpx.AsyncClient(base_url=f"{address}/api/jobs", timeout=30) as client:
            body, token = {"worker": "w", "wait": 0}, {"Authorization": f"Bearer {TOKEN}"}
            asked = [await client.post("/take", json=body, headers=token) for _ in range(60)]
            assert {answer.status_code for answer in asked} == {200} and asked[0].json() == {"job": None}
            strangers = [(await client.post("/take", json=body)).status_code for _ in range(60)]
            assert set(strangers) == {403, 429} and strangers[0] == 403

    with_server(tmp_path, test, quotas=Quotas(rate=0.02))


def test_a_task_that_cannot_be_replayed_is_given_up(tmp_path):
    async def test(services, address):
        async with worker_at(address) as child:
            await services.jobs.request_move("bad", 1, MoveTask("makyek", {}, None, ("e3-e9",), level=1, seed=1), "anna")
            while await services.jobs.counts():
                await asyncio.sleep(0.02)
            await services.jobs.request_move("t", 1, first_task("makyek"), "anna")
            assert (await services.fake_tables.next_move())[:2] == ("t", 1)
            assert child.returncode is None

    with_server(tmp_path, test)


def test_without_compiled_engines_a_worker_searches_the_law(monkeypatch):
    monkeypatch.setenv("TABLIER_PURE", "1")
    for name in ("alphabeta", "evaluation.base", "mcts", "transpositions", "tree_engine", "mcts_engine"):
        monkeypatch.setitem(sys.modules, f"tablier.search.{name}", None)
    for name in games():
        task = first_task(name)
        assert legal(task, Solver().choose(task).text) and Solver().choose(task) == Solver().choose(task)


# -- the pool -------------------------------------------------------------------------------------------


def test_the_pool_replaces_dead_workers_and_stops_all(tmp_path):
    async def test(services, address):
        port = int(address.rpartition(":")[2])
        pool = Pool("pool", Settings(tmp_path, port=port, worker_token=TOKEN, workers=2), services.jobs.release_worker)
        pool.start()
        while len(pool.pids) < 2:
            await asyncio.sleep(0.01)
        before = set(pool.pids)
        assert all(os.getpgid(child) != os.getpgrp() for child in before)
        await services.jobs.request_move("t", 1, first_task("makyek"), "anna")
        await services.fake_tables.next_move()
        os.kill(min(before), signal.SIGKILL)
        while len(set(pool.pids) - before) < 1:
            await asyncio.sleep(0.01)
        await services.jobs.request_move("t", 2, first_task("makyek"), "anna")
        await services.fake_tables.next_move()
        last = pool.pids
        await pool.stop()
        assert pool.pids == ()
        for child in last:
            with pytest.raises(ProcessLookupError):
                os.kill(child, 0)

    with_server(tmp_path, test)


def test_the_token_of_the_pool_is_generated_unless_given(tmp_path):
    made = [with_worker_token(Settings(tmp_path)).worker_token for _ in range(2)]
    assert made[0] != made[1] and len(made[0]) > 32
    assert with_worker_token(Settings(tmp_path, worker_token="mine")).worker_token == "mine"

"""Workers: real processes that come over HTTP for their work, are killed, stopped and restarted, and outlive the server."""

import asyncio
import os
import signal
import socket
import sys

import httpx
import pytest
from tests.support.engine_server import PATIENCE, TOKEN, make_house, serving, worker_at

from tablier import Match, game, games
from tablier.api.jobs import AnalysisTask, MoveTask
from tablier.server.engines.pool import Pool, with_worker_token
from tablier.server.engines.solver import Solver
from tablier.server.settings import Quotas, Settings

LONG = MoveTask("makruk", {}, None, (), level=8, seed=1)
"""A second of thinking."""


def with_server(folder, test, **settings):
    async def run():
        house = await make_house(folder, **settings)
        async with asyncio.timeout(PATIENCE), serving(house) as address:
            await test(house, address)

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


async def taken(house, job, count=1):
    """Wait until a job has been taken so many times."""
    while True:
        async with house.database.read() as connection:
            row = (await connection.exec_driver_sql(f"select tries, worker from job where id = '{job}'")).first()
        if row is not None and row.tries >= count and row.worker:
            return row.worker
        await asyncio.sleep(0.02)


def test_a_worker_plays_every_game_and_the_same_move_with_the_same_seed(tmp_path):
    async def test(house, address):
        async with worker_at(address):
            for name in games():
                task = first_task(name, level=2)
                texts = set()
                for version in (1, 2):
                    await house.jobs.request_move(name, version, task)
                    table, _, text = await house.table.next_move()
                    assert table == name and legal(task, text)
                    texts.add(text)
                assert texts == {Solver().choose(task).text}

    with_server(tmp_path, test)


def test_a_killed_workers_job_is_done_by_another(tmp_path):
    async def test(house, address):
        house.jobs.worker_timeout = 1.0
        async with worker_at(address) as first:
            job = await house.jobs.request_move("t", 1, LONG)
            await taken(house, job)
            first.kill()
            await first.wait()
            async with worker_at(address):
                assert (await house.table.next_move())[:2] == ("t", 1)

    with_server(tmp_path, test)


def test_an_answer_that_comes_too_late_is_dropped(tmp_path):
    async def test(house, address):
        house.jobs.worker_timeout = 0.5
        async with worker_at(address) as frozen:
            job = await house.jobs.request_move("t", 1, LONG)
            await taken(house, job)
            frozen.send_signal(signal.SIGSTOP)
            async with worker_at(address):
                assert (await house.table.next_move())[:2] == ("t", 1)
                frozen.send_signal(signal.SIGCONT)
                await house.jobs.request_move("u", 1, first_task("makyek"))
                assert (await house.table.next_move())[:2] == ("u", 1)
            await house.jobs.request_move("v", 1, first_task("makyek"))
            assert (await house.table.next_move())[:2] == ("v", 1), "the one that was frozen works again"

    with_server(tmp_path, test)


def test_a_worker_that_is_asked_to_leave_gives_its_job_back_and_exits_with_0(tmp_path):
    async def test(house, address):
        house.jobs.worker_timeout = 1000.0
        async with worker_at(address) as leaving:
            job = await house.jobs.request_move("t", 1, LONG)
            await taken(house, job)
            leaving.terminate()
            assert await leaving.wait() == 0
            async with worker_at(address):
                assert (await house.table.next_move())[:2] == ("t", 1)

    with_server(tmp_path, test)


def test_a_worker_ends_with_its_parent(tmp_path):
    async def test(house, address):
        async with worker_at(address) as child:
            await house.jobs.request_move("t", 1, first_task("makyek"))
            await house.table.next_move()
            child.stdin.close()
            assert await child.wait() == 0

    with_server(tmp_path, test)


def test_a_worker_stops_thinking_about_what_is_no_longer_wanted(tmp_path):
    async def test(house, address):
        house.jobs.worker_timeout = 1.0
        async with worker_at(address):
            job = await house.jobs.request_analysis("anna", AnalysisTask("makruk", {}, None, (), lines=1, seconds=1000.0))
            await taken(house, job)
            await house.jobs.cancel(job)
            await house.jobs.request_move("t", 1, first_task("makyek"))
            assert (await house.table.next_move())[:2] == ("t", 1)

    with_server(tmp_path, test)


def test_a_move_for_a_clock_that_runs_low_is_a_quick_one(tmp_path):
    stopped = MoveTask("makruk", {}, None, (), level=8, seed=1, seconds=0.01)

    async def test(house, address):
        async with worker_at(address):
            await house.jobs.request_move("t", 1, stopped)
            assert legal(stopped, (await house.table.next_move())[2])

    with_server(tmp_path, test)


def test_a_worker_outlives_the_server(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def run():
        async with asyncio.timeout(PATIENCE), worker_at(f"http://127.0.0.1:{port}"):  # before there is any server
            first = await make_house(tmp_path)
            async with serving(first, port):
                await first.jobs.request_move("t", 1, first_task("makyek"))
                await first.table.next_move()
                job = await first.jobs.request_move("t", 2, LONG)
                await taken(first, job)
            second = await make_house(tmp_path)
            async with serving(second, port):  # the answer to what was asked before comes to the new one
                assert (await second.table.next_move())[:2] == ("t", 2)

    asyncio.run(run())


def test_a_worker_without_the_right_token_says_so_and_ends(tmp_path):
    async def test(house, address):
        async with worker_at(address, TABLIER_TOKEN="wrong") as child:
            assert await child.wait() == 1

    with_server(tmp_path, test)


def test_tablier_worker_is_one_and_ctrl_c_ends_it(tmp_path):
    async def test(house, address):
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
        job = await house.jobs.request_move("t", 1, LONG)
        assert await taken(house, job) == "elsewhere"
        assert (await house.table.next_move())[:2] == ("t", 1)
        child.send_signal(signal.SIGINT)
        assert await child.wait() == 0

    with_server(tmp_path, test)


def test_workers_may_ask_as_often_as_there_is_work_and_strangers_not_at_all(tmp_path):
    async def test(house, address):
        async with httpx.AsyncClient(base_url=f"{address}/api/jobs", timeout=30) as client:
            body, token = {"worker": "w", "wait": 0}, {"Authorization": f"Bearer {TOKEN}"}
            asked = [await client.post("/take", json=body, headers=token) for _ in range(60)]
            assert {answer.status_code for answer in asked} == {200} and asked[0].json() == {"job": None}
            strangers = [(await client.post("/take", json=body)).status_code for _ in range(60)]
            assert set(strangers) == {403, 429} and strangers[0] == 403

    with_server(tmp_path, test, quotas=Quotas(rate=0.02))


def test_a_task_that_cannot_be_is_given_up_without_a_dead_worker(tmp_path):
    async def test(house, address):
        async with worker_at(address) as child:
            await house.jobs.request_move("bad", 1, MoveTask("makyek", {}, None, ("e3-e9",), level=1, seed=1))
            while await house.jobs.counts():
                await asyncio.sleep(0.02)
            await house.jobs.request_move("t", 1, first_task("makyek"))
            assert (await house.table.next_move())[:2] == ("t", 1)
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


def test_the_pool_keeps_its_workers_alive_and_ends_them(tmp_path):
    async def test(house, address):
        port = int(address.rpartition(":")[2])
        pool = Pool("pool", Settings(tmp_path, port=port, worker_token=TOKEN, workers=2), house.jobs.release_worker)
        pool.start()
        while len(pool.pids) < 2:
            await asyncio.sleep(0.01)
        before = set(pool.pids)
        assert all(os.getpgid(child) != os.getpgrp() for child in before)
        await house.jobs.request_move("t", 1, first_task("makyek"))
        await house.table.next_move()
        os.kill(min(before), signal.SIGKILL)
        while len(set(pool.pids) - before) < 1:
            await asyncio.sleep(0.01)
        await house.jobs.request_move("t", 2, first_task("makyek"))
        await house.table.next_move()
        last = pool.pids
        await pool.stop()
        assert pool.pids == ()
        for child in last:
            with pytest.raises(ProcessLookupError):
                os.kill(child, 0)

    with_server(tmp_path, test)


def test_the_token_of_the_pool_is_made_up_unless_chosen(tmp_path):
    made = [with_worker_token(Settings(tmp_path)).worker_token for _ in range(2)]
    assert made[0] != made[1] and len(made[0]) > 32
    assert with_worker_token(Settings(tmp_path, worker_token="mine")).worker_token == "mine"

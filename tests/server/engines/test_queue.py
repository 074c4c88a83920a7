"""The queue: what comes first, what is done once, what comes too late, and what happens when workers die."""

import asyncio

import msgspec
import pytest
from tests.support.engine_server import make_house

from tablier import game
from tablier.api.analysis import Analysis, AnalysisLine
from tablier.api.jobs import AnalysisResult, AnalysisTask, JobFailure, MoveResult, MoveTask
from tablier.server.engines.queue import MAX_ANALYSES, MAX_TRIES, WORKER_TIMEOUT, JobCount, JobQueue, Priority, job_channel
from tablier.server.errors import Problem
from tablier.server.tables.refusals import UNAVAILABLE

MOVE = MoveTask("makyek", {}, None, (), level=1, seed=1)
LOOK = AnalysisTask("makyek", {}, None, (), lines=1, seconds=0.1)
SEEN = Analysis(0, 3, 100, 0.1, 0.5, (AnalysisLine(("e3-e4",), 0, 0.5),))


@pytest.fixture
def kept(database_url, tmp_path):
    """Where a house keeps what it keeps: in either database."""
    return tmp_path, database_url


def with_house(kept, test):
    async def run():
        house = await make_house(kept[0], database=kept[1])
        house.now = 1_000_000
        house.jobs.clock = lambda: house.now
        try:
            async with asyncio.timeout(60):
                await test(house, house.jobs)
        finally:
            await house.database.close()

    asyncio.run(run())


def test_running_clocks_come_first_and_analyses_last(kept):
    async def test(house, jobs):
        await jobs.request_analysis("anna", LOOK)
        house.now += 1
        await jobs.request_move("untimed", 1, MOVE)
        house.now += 1
        await jobs.request_move("older", 1, MOVE, Priority.LIVE)
        house.now += 1
        await jobs.request_move("live", 1, MOVE, Priority.LIVE)
        taken = [await jobs.take("w") for _ in range(5)]
        assert taken[-1] is None
        async with house.database.read() as connection:
            rows = {row.id: row.table for row in (await connection.exec_driver_sql('select id, "table" from job')).all()}
        assert [rows[job.id] for job in taken[:4]] == ["older", "live", "untimed", None]

    with_house(kept, test)


def test_a_worker_takes_only_what_it_can_do(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 1, MOVE)
        assert await jobs.take("w", ("analysis",)) is None
        assert (await jobs.take("w", ("move",))).task == MOVE

    with_house(kept, test)


def test_a_waiting_worker_is_woken(kept):
    async def test(house, jobs):
        waiting = [asyncio.create_task(jobs.take(f"w{i}", wait=30)) for i in range(3)]
        await asyncio.sleep(0.05)
        for table in "abc":
            await jobs.request_move(table, 1, MOVE)
        assert len({(await worker).id for worker in waiting}) == 3

    with_house(kept, test)


def test_a_worker_that_went_away_while_it_waited_is_given_nothing(kept):
    async def test(house, jobs):
        gone = asyncio.Event()
        waiting = asyncio.create_task(jobs.take("w", wait=30, disconnected=gone))
        await asyncio.sleep(0.05)
        gone.set()
        await jobs.request_move("t", 1, MOVE)
        assert await waiting is None
        assert await jobs.take("other") is not None

    with_house(kept, test)


def test_an_answer_is_played_once(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("w")
        assert await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert await house.table.next_move() == ("t", 7, "e3-e4")
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert not await jobs.report_progress(job.id, "w")
        assert house.table.moves.empty()

    with_house(kept, test)


def test_an_answer_to_a_table_that_moved_on_is_dropped(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("w")
        house.table.stale.add(("t", 7))
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert await jobs.take("w") is None and await jobs.counts() == []

    with_house(kept, test)


def test_to_want_a_move_twice_is_to_want_it_once_and_a_newer_version_replaces_it(kept):
    async def test(house, jobs):
        first = await jobs.request_move("t", 7, MOVE)
        assert await jobs.request_move("t", 7, MOVE) == first
        job = await jobs.take("w")
        assert await jobs.request_move("t", 9, MOVE) != first
        assert not await jobs.report_progress(job.id, "w")
        assert (await jobs.take("w")).id != first
        assert await jobs.take("w") is None

    with_house(kept, test)


@pytest.mark.parametrize("how", ["table", "job"])
def test_what_is_no_longer_wanted_stops(kept, how):
    async def test(house, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("w")
        assert await jobs.report_progress(job.id, "w")
        await (jobs.cancel_moves("t") if how == "table" else jobs.cancel(job.id))
        assert not await jobs.report_progress(job.id, "w")
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert house.table.moves.empty()

    with_house(kept, test)


def test_the_job_of_a_silent_worker_goes_to_another(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("dies")
        house.now += int(WORKER_TIMEOUT * 1000) - 1
        assert await jobs.take("other") is None
        assert await jobs.report_progress(job.id, "dies")
        house.now += int(WORKER_TIMEOUT * 1000)
        assert await jobs.take("other") is None, "it has been heard of"
        house.now += 1
        assert (await jobs.take("other")).id == job.id
        assert not await jobs.report_progress(job.id, "dies"), "it is another's now"
        assert await jobs.report_progress(job.id, "other")

    with_house(kept, test)


def test_a_move_at_which_all_fail_is_any_legal_one(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 7, MoveTask("makyek", {}, None, ("e3-e4",), level=1, seed=1))
        for _ in range(MAX_TRIES):
            job = await jobs.take("w")
            await jobs.complete(job.id, "w", JobFailure("error", "boom"))
        table, version, text = await house.table.next_move()
        rules = game("makyek")
        pos = rules.play(rules.start(), rules.parse("e3-e4")).after
        assert (table, version) == ("t", 7) and rules.read(pos, text)

    with_house(kept, test)


def test_a_move_that_the_law_refuses_is_asked_of_another_worker_first(kept):
    async def test(house, jobs):
        house.table.illegal.add("a1-a9")
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("faulty")
        assert not await jobs.complete(job.id, "faulty", MoveResult("a1-a9"))
        assert await jobs.take("faulty", wait=0.05) is None
        assert (await jobs.take("other")).id == job.id
        assert await jobs.complete(job.id, "other", MoveResult("e3-e4"))
        assert await house.table.next_move() == ("t", 7, "e3-e4")

    with_house(kept, test)


def test_a_worker_that_is_alone_may_try_again_what_it_failed_at(kept):
    async def test(house, jobs):
        house.table.illegal.add("a1-a9")
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("faulty")
        await jobs.complete(job.id, "faulty", MoveResult("a1-a9"))
        assert (await jobs.take("faulty", wait=30)).id == job.id

    with_house(kept, test)


def test_when_the_law_refuses_too_often_the_house_plays_a_legal_move_and_counts_it(kept):
    async def test(house, jobs):
        house.table.illegal.add("a1-a9")
        await jobs.request_move("t", 7, MoveTask("makyek", {}, None, ("e3-e4",), level=1, seed=1))
        for _ in range(MAX_TRIES):
            job = await jobs.take("faulty")
            assert not await jobs.complete(job.id, "faulty", MoveResult("a1-a9"))
        table, version, text = await house.table.next_move()
        rules = game("makyek")
        assert (table, version) == ("t", 7) and rules.read(rules.play(rules.start(), rules.parse("e3-e4")).after, text)
        assert await jobs.counts() == []
        told = (await house.metrics.text()).decode()
        assert f'tablier_engine_faults_total{{kind="refused"}} {MAX_TRIES}.0' in told
        assert 'tablier_engine_faults_total{kind="given_up"} 1.0' in told

    with_house(kept, test)


def test_a_legal_move_of_the_house_that_could_not_be_played_is_not_lost(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 7, MOVE)
        for _ in range(MAX_TRIES - 1):
            await jobs.complete((await jobs.take("w")).id, "w", JobFailure("error", "boom"))
        job = await jobs.take("w")

        async def away(table, version, found):
            raise Problem(503, "unavailable", UNAVAILABLE)

        jobs.play_move = away
        with pytest.raises(Problem, match="503"):
            await jobs.complete(job.id, "w", JobFailure("error", "boom"))
        jobs.play_move = house.table.engine_move
        assert await jobs.take("w") is None, "somebody is at it"
        house.now += int(WORKER_TIMEOUT * 1000) + 1
        assert await jobs.take("w") is None
        assert (await house.table.next_move())[:2] == ("t", 7)
        assert await jobs.counts() == []

    with_house(kept, test)


def test_what_a_leaving_worker_gives_back_is_no_failure(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 7, MOVE)
        for _ in range(MAX_TRIES + 3):
            assert await jobs.take("w") is not None
            await jobs.sign_off("other")
            assert await jobs.take("x") is None
            await jobs.sign_off("w")
        job = await jobs.take("w")
        assert job is not None and house.table.moves.empty()
        await jobs.complete(job.id, "w", JobFailure("error"))
        await jobs.sign_off("w")  # which no longer had it
        await jobs.take("other")
        async with house.database.read() as connection:
            assert (await connection.exec_driver_sql("select tries from job")).scalar_one() == 2

    with_house(kept, test)


def test_an_analysis_is_told_while_it_gets_better_and_ends_once(kept):
    async def test(house, jobs):
        number = await jobs.request_analysis("anna", LOOK)
        async with house.bus.subscribe(job_channel(number)) as messages:
            job = await jobs.take("w")
            assert job.id == number and job.task == LOOK
            assert await jobs.report_progress(job.id, "w", SEEN)
            assert msgspec.json.decode(await messages.receive(5), type=Analysis) == SEEN
            assert await jobs.complete(job.id, "w", AnalysisResult(SEEN))
            assert not await jobs.complete(job.id, "w", AnalysisResult(SEEN))
            assert await messages.receive(5) and await messages.receive(0.05) is None

    with_house(kept, test)


def test_one_analysis_for_each_player(kept):
    async def test(house, jobs):
        first = await jobs.request_analysis("anna", LOOK)
        async with house.bus.subscribe(job_channel(first)) as messages:
            await jobs.take("w")
            await jobs.request_analysis("anna", LOOK)
            assert await messages.receive(5) == b""
        assert not await jobs.report_progress(first, "w")
        assert await jobs.counts() == [JobCount("analysis", 1, 0, house.now)]

    with_house(kept, test)


def test_the_queue_of_analyses_is_bounded_and_forgets_the_old_ones(kept):
    async def test(house, jobs):
        for number in range(MAX_ANALYSES):
            await jobs.request_analysis(f"p{number}", LOOK)
        with pytest.raises(Problem, match="503 unavailable"):
            await jobs.request_analysis("anna", LOOK)
        house.now += 200_000
        await jobs.request_analysis("anna", LOOK)
        assert await jobs.counts() == [JobCount("analysis", 1, 0, house.now)]

    with_house(kept, test)


def test_an_answer_of_the_wrong_kind_is_refused(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 1, MOVE)
        job = await jobs.take("w")
        with pytest.raises(Problem, match="422"):
            await jobs.complete(job.id, "w", AnalysisResult(SEEN))

    with_house(kept, test)


def test_workers_in_several_processes_never_take_the_same_job(kept):
    async def test(house, jobs):
        others = [await make_house(kept[0] / str(number), database=kept[1]) for number in range(2)] if not house.database.sqlite else []
        queues = [jobs, *(other.jobs for other in others)]
        for queue in queues:
            queue.clock = lambda: house.now
        for number in range(12):
            await jobs.request_move(f"t{number}", 1, MOVE)
        taken = await asyncio.gather(*(queue.take(f"w{number}") for number in range(5) for queue in queues))
        found = [job.id for job in taken if job is not None]
        assert len(found) == len(set(found)) == min(12, 5 * len(queues))
        for other in others:
            await other.database.close()

    with_house(kept, test)


def test_what_was_wanted_outlives_the_server(kept):
    async def test(house, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("w")
        again = JobQueue(house.database, house.bus, house.table.engine_move, clock=lambda: house.now)
        assert await again.complete(job.id, "w", MoveResult("e3-e4"))
        assert await house.table.next_move() == ("t", 7, "e3-e4")

    with_house(kept, test)

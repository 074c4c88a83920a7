"""The job queue: order, results that are used once or come too late, and workers that fail or die."""

import asyncio

import msgspec
import pytest
from tests.support.engine_server import FakeTables

from tablier import game
from tablier.api.analysis import Analysis, AnalysisLine
from tablier.api.jobs import AnalysisResult, AnalysisTask, JobFailure, MoveResult, MoveTask
from tablier.core.text import Text
from tablier.server.engines.queue import MAX_ANALYSES, MAX_TRIES, WORKER_TIMEOUT, JobCount, JobQueue, Priority, job_channel
from tablier.server.errors import Problem
from tablier.server.storage.bus import Bus
from tablier.server.storage.database import Database
from tablier.server.storage.migrate import upgrade_schema

MOVE = MoveTask("makyek", {}, None, (), level=1, seed=1)
LOOK = AnalysisTask("makyek", {}, None, (), lines=1, seconds=0.1)
SEEN = Analysis(0, 3, 100, 0.1, 0.5, (AnalysisLine(("e3-e4",), 0, 0.5),))


class Setup:
    """A queue with a database of its own, tables and a clock that the test controls."""

    def __init__(self, database_url):
        self.database, self.bus, self.tables, self.faults, self.now = Database(database_url), Bus(), FakeTables(), [], 1_000_000
        self.jobs = self.queue()

    def queue(self):
        return JobQueue(self.database, self.bus, self.tables.play_move, count_fault=self.faults.append, clock=lambda: self.now)


def with_queue(database_url, test):
    async def run():
        setup = Setup(database_url)
        try:
            await upgrade_schema(setup.database)
            async with asyncio.timeout(60):
                await test(setup, setup.jobs)
        finally:
            await setup.database.close()

    asyncio.run(run())


def test_running_clocks_come_first_and_analyses_last(database_url):
    async def test(setup, jobs):
        await jobs.request_analysis("anna", LOOK)
        setup.now += 1
        await jobs.request_move("untimed", 1, MOVE)
        setup.now += 1
        await jobs.request_move("older", 1, MOVE, Priority.LIVE)
        setup.now += 1
        await jobs.request_move("live", 1, MOVE, Priority.LIVE)
        taken = [await jobs.take("w") for _ in range(5)]
        assert taken[-1] is None
        async with setup.database.read() as connection:
            rows = {row.id: row.table for row in (await connection.exec_driver_sql('select id, "table" from job')).all()}
        assert [rows[job.id] for job in taken[:4]] == ["older", "live", "untimed", None]

    with_queue(database_url, test)


def test_a_worker_takes_only_what_it_can_do(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 1, MOVE)
        assert await jobs.take("w", ("analysis",)) is None
        assert (await jobs.take("w", ("move",))).task == MOVE

    with_queue(database_url, test)


def test_a_waiting_worker_is_woken(database_url):
    async def test(setup, jobs):
        waiting = [asyncio.create_task(jobs.take(f"w{i}", wait=30)) for i in range(3)]
        await asyncio.sleep(0.05)
        for table in "abc":
            await jobs.request_move(table, 1, MOVE)
        assert len({(await worker).id for worker in waiting}) == 3

    with_queue(database_url, test)


def test_a_worker_that_disconnects_while_it_waits_takes_no_job(database_url):
    async def test(setup, jobs):
        gone = asyncio.Event()
        waiting = asyncio.create_task(jobs.take("w", wait=30, disconnected=gone))
        await asyncio.sleep(0.05)
        gone.set()
        await jobs.request_move("t", 1, MOVE)
        assert await waiting is None
        assert await jobs.take("other") is not None

    with_queue(database_url, test)


def test_an_answer_is_played_once(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("w")
        assert await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert await setup.tables.next_move() == ("t", 7, "e3-e4")
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert not await jobs.report_progress(job.id, "w")
        assert setup.tables.moves.empty()

    with_queue(database_url, test)


def test_an_answer_to_a_table_that_moved_on_is_dropped(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("w")
        setup.tables.stale.add(("t", 7))
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert await jobs.take("w") is None and await jobs.counts() == []

    with_queue(database_url, test)


def test_a_move_requested_twice_is_one_job_and_a_newer_version_replaces_it(database_url):
    async def test(setup, jobs):
        first = await jobs.request_move("t", 7, MOVE)
        assert await jobs.request_move("t", 7, MOVE) == first
        job = await jobs.take("w")
        assert await jobs.request_move("t", 9, MOVE) != first
        assert not await jobs.report_progress(job.id, "w")
        assert (await jobs.take("w")).id != first
        assert await jobs.take("w") is None

    with_queue(database_url, test)


@pytest.mark.parametrize("how", ["table", "job"])
def test_a_cancelled_job_stops(database_url, how):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("w")
        assert await jobs.report_progress(job.id, "w")
        await (jobs.cancel_moves("t") if how == "table" else jobs.cancel(job.id))
        assert not await jobs.report_progress(job.id, "w")
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert setup.tables.moves.empty()

    with_queue(database_url, test)


def test_the_job_of_a_silent_worker_goes_to_another(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("dies")
        setup.now += int(WORKER_TIMEOUT * 1000) - 1
        assert await jobs.take("other") is None
        assert await jobs.report_progress(job.id, "dies")
        setup.now += int(WORKER_TIMEOUT * 1000)
        assert await jobs.take("other") is None, "it has been heard of"
        setup.now += 1
        assert (await jobs.take("other")).id == job.id
        assert not await jobs.report_progress(job.id, "dies"), "it is another's now"
        assert await jobs.report_progress(job.id, "other")

    with_queue(database_url, test)


def test_when_all_workers_fail_any_legal_move_is_played(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MoveTask("makyek", {}, None, ("e3-e4",), level=1, seed=1))
        for _ in range(MAX_TRIES):
            job = await jobs.take("w")
            await jobs.complete(job.id, "w", JobFailure("error", "boom"))
        table, version, text = await setup.tables.next_move()
        rules = game("makyek")
        pos = rules.play(rules.start(), rules.parse("e3-e4")).after
        assert (table, version) == ("t", 7) and rules.read(pos, text)

    with_queue(database_url, test)


def test_after_a_refused_move_another_worker_comes_first(database_url):
    async def test(setup, jobs):
        setup.tables.illegal.add("a1-a9")
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("faulty")
        assert not await jobs.complete(job.id, "faulty", MoveResult("a1-a9"))
        assert await jobs.take("faulty", wait=0.05) is None
        assert (await jobs.take("other")).id == job.id
        assert await jobs.complete(job.id, "other", MoveResult("e3-e4"))
        assert await setup.tables.next_move() == ("t", 7, "e3-e4")

    with_queue(database_url, test)


def test_a_worker_that_is_alone_may_retry_its_failed_job(database_url):
    async def test(setup, jobs):
        setup.tables.illegal.add("a1-a9")
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("faulty")
        await jobs.complete(job.id, "faulty", MoveResult("a1-a9"))
        assert (await jobs.take("faulty", wait=30)).id == job.id

    with_queue(database_url, test)


def test_after_too_many_refused_moves_the_server_plays_a_legal_one_and_counts_it(database_url):
    async def test(setup, jobs):
        setup.tables.illegal.add("a1-a9")
        await jobs.request_move("t", 7, MoveTask("makyek", {}, None, ("e3-e4",), level=1, seed=1))
        for _ in range(MAX_TRIES):
            job = await jobs.take("faulty")
            assert not await jobs.complete(job.id, "faulty", MoveResult("a1-a9"))
        table, version, text = await setup.tables.next_move()
        rules = game("makyek")
        assert (table, version) == ("t", 7) and rules.read(rules.play(rules.start(), rules.parse("e3-e4")).after, text)
        assert await jobs.counts() == []
        assert setup.faults == ["refused"] * MAX_TRIES + ["given_up"]

    with_queue(database_url, test)


def test_a_job_that_could_not_be_given_up_is_given_up_later(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE)
        for _ in range(MAX_TRIES - 1):
            await jobs.complete((await jobs.take("w")).id, "w", JobFailure("error", "boom"))
        job = await jobs.take("w")

        async def away(table, version, found):
            raise Problem(503, "unavailable", Text("absent", "away"))

        jobs.play_move = away
        with pytest.raises(Problem, match="503"):
            await jobs.complete(job.id, "w", JobFailure("error", "boom"))
        jobs.play_move = setup.tables.play_move
        assert await jobs.take("w") is None, "it is being given up"
        setup.now += int(WORKER_TIMEOUT * 1000) + 1
        assert await jobs.take("w") is None
        assert (await setup.tables.next_move())[:2] == ("t", 7)
        assert await jobs.counts() == []

    with_queue(database_url, test)


def test_a_job_that_a_stopping_worker_gives_back_counts_as_no_failure(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE)
        for _ in range(MAX_TRIES + 3):
            assert await jobs.take("w") is not None
            await jobs.sign_off("other")
            assert await jobs.take("x") is None
            await jobs.sign_off("w")
        job = await jobs.take("w")
        assert job is not None and setup.tables.moves.empty()
        await jobs.complete(job.id, "w", JobFailure("error"))
        await jobs.sign_off("w")  # which no longer had it
        await jobs.take("other")
        async with setup.database.read() as connection:
            assert (await connection.exec_driver_sql("select tries from job")).scalar_one() == 2

    with_queue(database_url, test)


def test_an_analysis_is_told_while_it_gets_better_and_ends_once(database_url):
    async def test(setup, jobs):
        number = await jobs.request_analysis("anna", LOOK)
        async with setup.bus.subscribe(job_channel(number)) as messages:
            job = await jobs.take("w")
            assert job.id == number and job.task == LOOK
            assert await jobs.report_progress(job.id, "w", SEEN)
            assert msgspec.json.decode(await messages.receive(5), type=Analysis) == SEEN
            assert await jobs.complete(job.id, "w", AnalysisResult(SEEN))
            assert not await jobs.complete(job.id, "w", AnalysisResult(SEEN))
            assert await messages.receive(5) and await messages.receive(0.05) is None

    with_queue(database_url, test)


def test_one_analysis_for_each_player(database_url):
    async def test(setup, jobs):
        first = await jobs.request_analysis("anna", LOOK)
        async with setup.bus.subscribe(job_channel(first)) as messages:
            await jobs.take("w")
            await jobs.request_analysis("anna", LOOK)
            assert await messages.receive(5) == b""
        assert not await jobs.report_progress(first, "w")
        assert await jobs.counts() == [JobCount("analysis", 1, 0, setup.now)]

    with_queue(database_url, test)


def test_the_number_of_analyses_is_bounded_and_old_ones_expire(database_url):
    async def test(setup, jobs):
        for number in range(MAX_ANALYSES):
            await jobs.request_analysis(f"p{number}", LOOK)
        with pytest.raises(Problem, match="503 unavailable"):
            await jobs.request_analysis("anna", LOOK)
        setup.now += 200_000
        await jobs.request_analysis("anna", LOOK)
        assert await jobs.counts() == [JobCount("analysis", 1, 0, setup.now)]

    with_queue(database_url, test)


def test_an_answer_of_the_wrong_kind_is_refused(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 1, MOVE)
        job = await jobs.take("w")
        with pytest.raises(Problem, match="422"):
            await jobs.complete(job.id, "w", AnalysisResult(SEEN))

    with_queue(database_url, test)


def test_workers_in_several_processes_never_take_the_same_job(database_url):
    async def test(setup, jobs):
        others = [] if setup.database.sqlite else [Setup(database_url) for _ in range(2)]
        for number in range(12):
            await jobs.request_move(f"t{number}", 1, MOVE)
        queues = [jobs, *(other.jobs for other in others)]
        taken = await asyncio.gather(*(queue.take(f"w{number}") for number in range(5) for queue in queues))
        found = [job.id for job in taken if job is not None]
        assert len(found) == len(set(found)) == min(12, 5 * len(queues))
        for other in others:
            await other.database.close()

    with_queue(database_url, test)


def test_jobs_outlive_the_server(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE)
        job = await jobs.take("w")
        again = setup.queue()
        assert await again.complete(job.id, "w", MoveResult("e3-e4"))
        assert await setup.tables.next_move() == ("t", 7, "e3-e4")

    with_queue(database_url, test)

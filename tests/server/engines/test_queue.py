"""The job queue: order, results that are used once or come too late, and workers that fail or die."""

import asyncio

import msgspec
import pytest
from tests.support.engine_server import FakeTables
from tests.support.schema import give_schema

from tablier import game
from tablier.api.analysis import Analysis, AnalysisLine
from tablier.api.jobs import AnalysisResult, AnalysisTask, JobFailure, MoveResult, MoveTask
from tablier.core.text import Text
from tablier.server.engines.queue import MAX_ANALYSES, MAX_TRIES, WORKER_TIMEOUT, JobCount, JobQueue, Priority, job_channel
from tablier.server.errors import Problem
from tablier.server.storage.bus import Bus
from tablier.server.storage.database import Database

MOVE = MoveTask("makyek", {}, None, (), level=1, seed=1)
LOOK = AnalysisTask("makyek", {}, None, (), lines=1, seconds=0.1)
SEEN = Analysis(0, 3, 100, 0.1, 0.5, (AnalysisLine(("e3-e4",), 0, 0.5),))


class Setup:
    """A queue with a database of its own, tables and a clock that the test controls."""

    def __init__(self, database_url):
        self.database, self.bus, self.tables, self.faults, self.now = Database(database_url), Bus(), FakeTables(), [], 1_000_000
        self.jobs = self.queue()

    async def ask(self, table, player, priority, version=1):
        self.now += 1
        await self.jobs.request_move(table, version, MOVE, player, priority)

    async def table_of(self, job):
        async with self.database.read() as connection:
            query = f"select \"table\" from job where id = '{job.id}'"
            return (await connection.exec_driver_sql(query)).scalar_one() or "an analysis"

    async def order(self):
        """The tables of all jobs in the order in which a worker takes them."""
        taken = []
        while (job := await self.jobs.take("w")) is not None:
            taken.append(await self.table_of(job))
        return taken

    def queue(self):
        return JobQueue(self.database, self.bus, self.tables.play_move, count_fault=self.faults.append, clock=lambda: self.now)


def with_queue(database_url, test):
    async def run():
        setup = Setup(database_url)
        try:
            await give_schema(setup.database)
            async with asyncio.timeout(60):
                await test(setup, setup.jobs)
        finally:
            await setup.database.close()

    asyncio.run(run())


def test_running_clocks_come_first_and_analyses_last(database_url):
    async def test(setup, jobs):
        await jobs.request_analysis("anna", LOOK)
        await setup.ask("engines", "bea", Priority.ENGINES)
        await setup.ask("untimed", "carl", Priority.UNTIMED)
        await setup.ask("older", "dora", Priority.LIVE)
        await setup.ask("live", "emil", Priority.LIVE)
        assert await setup.order() == ["older", "live", "untimed", "engines", "an analysis"]

    with_queue(database_url, test)


def test_players_are_served_in_turn(database_url):
    async def test(setup, jobs):
        for number in range(3):
            await setup.ask(f"a{number}", "anna", Priority.LIVE)
        await setup.ask("b0", "bea", Priority.UNTIMED)
        await setup.ask("b1", "bea", Priority.UNTIMED)
        await setup.ask("c0", "carl", Priority.LIVE)
        assert await setup.order() == ["a0", "c0", "b0", "a1", "b1", "a2"]

    with_queue(database_url, test)


def test_forty_tables_of_one_player_delay_no_other(database_url):
    async def test(setup, jobs):
        for number in range(42):
            await setup.ask(f"a{number}", "anna", Priority.ENGINES)
        version = 1
        for number in range(5):  # a worker has taken one of them; each that it finishes asks for another at once
            job = await jobs.take("w")
            await setup.ask("bea's", "bea", Priority.UNTIMED, version=(version := version + 1))
            await jobs.complete(job.id, "w", MoveResult("e3-e4"))
            await setup.ask(f"a{number}", "anna", Priority.ENGINES, version=version)
            job = await jobs.take("w")
            assert await setup.table_of(job) == "bea's"
            await jobs.complete(job.id, "w", MoveResult("e3-e4"))

    with_queue(database_url, test)


def test_among_the_jobs_of_a_player_those_with_a_clock_come_first_then_those_without_then_engines_alone(database_url):
    async def test(setup, jobs):
        for number in range(3):
            await setup.ask(f"e{number}", "anna", Priority.ENGINES)
        for number in range(2):
            await setup.ask(f"u{number}", "anna", Priority.UNTIMED)
        await setup.ask("live", "anna", Priority.LIVE)
        await setup.ask("bea's", "bea", Priority.ENGINES)
        assert await setup.order() == ["live", "bea's", "u0", "u1", "e0", "e1", "e2"]

    with_queue(database_url, test)


def test_an_analysis_that_has_begun_yields_to_a_move_and_keeps_what_is_left_of_its_time(database_url):
    async def test(setup, jobs):
        number = await jobs.request_analysis("anna", AnalysisTask("makyek", {}, None, (), lines=1, seconds=30.0))
        await jobs.take("w")
        setup.now += 4_000
        assert await jobs.report_progress(number, "w", SEEN)
        await setup.ask("t", "bea", Priority.UNTIMED)
        async with setup.bus.subscribe(job_channel(number)) as messages:
            assert not await jobs.report_progress(number, "w", SEEN), "it is to stop"
            assert await messages.receive(5) and await messages.receive(0.05) is None, "and its client hears of no end"
        move = await jobs.take("w")
        assert await setup.table_of(move) == "t"
        rest = await jobs.take("other")
        assert rest.id == number and rest.task.seconds == pytest.approx(26, abs=0.1)
        assert await jobs.report_progress(number, "other"), "the move is taken"
        async with setup.database.read() as connection:
            assert (await connection.exec_driver_sql(f"select tries from job where id = '{number}'")).scalar_one() == 1, "no failure"
        assert await jobs.complete(number, "other", AnalysisResult(SEEN))

    with_queue(database_url, test)


def test_many_moves_of_one_player_leave_analyses_a_share(database_url):
    async def test(setup, jobs):
        await setup.ask("a0", "anna", Priority.ENGINES)
        await jobs.request_analysis("bea", AnalysisTask("makyek", {}, None, (), lines=1, seconds=30.0))
        for number in range(1, 4):
            await setup.ask(f"a{number}", "anna", Priority.ENGINES)
        taken = []
        for _ in range(7):
            job = await jobs.take("w")
            taken.append(await setup.table_of(job))
            setup.now += 250
            if not await jobs.report_progress(job.id, "w"):
                continue
            await jobs.cancel(job.id)
        assert taken == ["a0", "an analysis", "a1", "an analysis", "a2", "an analysis", "a3"]

    with_queue(database_url, test)


def test_an_analysis_that_is_nearly_done_is_finished(database_url):
    async def test(setup, jobs):
        number = await jobs.request_analysis("anna", LOOK)
        await jobs.take("w")
        await setup.ask("t", "bea", Priority.LIVE)
        assert await jobs.report_progress(number, "w")

    with_queue(database_url, test)


def test_the_time_that_a_job_waited_is_told_with_its_move(database_url):
    async def test(setup, jobs):
        await setup.ask("t", "anna", Priority.LIVE)
        setup.now += 28_000
        job = await jobs.take("w")
        setup.now += 700
        assert await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert setup.tables.waited == [28_000]

    with_queue(database_url, test)


def test_a_worker_takes_only_what_it_can_do(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 1, MOVE, "anna")
        assert await jobs.take("w", ("analysis",)) is None
        assert (await jobs.take("w", ("move",))).task == MOVE

    with_queue(database_url, test)


def test_a_waiting_worker_is_woken(database_url):
    async def test(setup, jobs):
        waiting = [asyncio.create_task(jobs.take(f"w{i}", wait=30)) for i in range(3)]
        await asyncio.sleep(0.05)
        for table in "abc":
            await jobs.request_move(table, 1, MOVE, "anna")
        assert len({(await worker).id for worker in waiting}) == 3

    with_queue(database_url, test)


def test_a_worker_that_disconnects_while_it_waits_takes_no_job(database_url):
    async def test(setup, jobs):
        gone = asyncio.Event()
        waiting = asyncio.create_task(jobs.take("w", wait=30, disconnected=gone))
        await asyncio.sleep(0.05)
        gone.set()
        await jobs.request_move("t", 1, MOVE, "anna")
        assert await waiting is None
        assert await jobs.take("other") is not None

    with_queue(database_url, test)


def test_an_answer_is_played_once(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE, "anna")
        job = await jobs.take("w")
        assert await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert await setup.tables.next_move() == ("t", 7, "e3-e4")
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert not await jobs.report_progress(job.id, "w")
        assert setup.tables.moves.empty()

    with_queue(database_url, test)


def test_an_answer_to_a_table_that_moved_on_is_dropped(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE, "anna")
        job = await jobs.take("w")
        setup.tables.stale.add(("t", 7))
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert await jobs.take("w") is None and await jobs.counts() == []

    with_queue(database_url, test)


def test_a_move_requested_twice_is_one_job_and_a_newer_version_replaces_it(database_url):
    async def test(setup, jobs):
        first = await jobs.request_move("t", 7, MOVE, "anna")
        assert await jobs.request_move("t", 7, MOVE, "anna") == first
        job = await jobs.take("w")
        assert await jobs.request_move("t", 9, MOVE, "anna") != first
        assert not await jobs.report_progress(job.id, "w")
        assert (await jobs.take("w")).id != first
        assert await jobs.take("w") is None

    with_queue(database_url, test)


@pytest.mark.parametrize("how", ["table", "job"])
def test_a_cancelled_job_stops(database_url, how):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE, "anna")
        job = await jobs.take("w")
        assert await jobs.report_progress(job.id, "w")
        await (jobs.cancel_moves("t") if how == "table" else jobs.cancel(job.id))
        assert not await jobs.report_progress(job.id, "w")
        assert not await jobs.complete(job.id, "w", MoveResult("e3-e4"))
        assert setup.tables.moves.empty()

    with_queue(database_url, test)


def test_the_job_of_a_silent_worker_goes_to_another(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE, "anna")
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
        await jobs.request_move("t", 7, MoveTask("makyek", {}, None, ("e3-e4",), level=1, seed=1), "anna")
        for _ in range(MAX_TRIES):
            job = await jobs.take("w")
            await jobs.complete(job.id, "w", JobFailure("error", "boom"))
        table, version, text = await setup.tables.next_move()
        rules = game("makyek")
        pos = rules.play(rules.start(), rules.parse("e3-e4")).after
        assert (table, version) == ("t", 7) and rules.read(pos, text)

    with_queue(database_url, test)


def test_a_move_of_a_weaker_level_is_left_to_another_worker(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE, "anna")
        job = await jobs.take("without kernels")
        assert not await jobs.complete(job.id, "without kernels", MoveResult("a3-a4", level=3))
        assert setup.tables.moves.empty() and setup.faults == ["weaker"]
        assert await jobs.take("without kernels", wait=0.05) is None
        assert (await jobs.take("other")).id == job.id
        assert await jobs.complete(job.id, "other", MoveResult("b3-b4"))
        assert await setup.tables.next_move() == ("t", 7, "b3-b4")

    with_queue(database_url, test)


def test_where_no_worker_has_the_level_the_weaker_move_is_played(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE, "anna")
        for number in range(MAX_TRIES):
            job = await jobs.take("without kernels")
            used = await jobs.complete(job.id, "without kernels", MoveResult("a3-a4", level=3))
            assert used == (number == MAX_TRIES - 1)
        assert await setup.tables.next_move() == ("t", 7, "a3-a4")
        assert setup.faults == ["weaker"] * MAX_TRIES

    with_queue(database_url, test)


def test_after_a_refused_move_another_worker_comes_first(database_url):
    async def test(setup, jobs):
        setup.tables.illegal.add("a1-a9")
        await jobs.request_move("t", 7, MOVE, "anna")
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
        await jobs.request_move("t", 7, MOVE, "anna")
        job = await jobs.take("faulty")
        await jobs.complete(job.id, "faulty", MoveResult("a1-a9"))
        assert (await jobs.take("faulty", wait=30)).id == job.id

    with_queue(database_url, test)


def test_after_too_many_refused_moves_the_server_plays_a_legal_one_and_counts_it(database_url):
    async def test(setup, jobs):
        setup.tables.illegal.add("a1-a9")
        await jobs.request_move("t", 7, MoveTask("makyek", {}, None, ("e3-e4",), level=1, seed=1), "anna")
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
        await jobs.request_move("t", 7, MOVE, "anna")
        for _ in range(MAX_TRIES - 1):
            await jobs.complete((await jobs.take("w")).id, "w", JobFailure("error", "boom"))
        job = await jobs.take("w")

        async def away(table, version, found, waited):
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
        await jobs.request_move("t", 7, MOVE, "anna")
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
        await jobs.request_move("t", 1, MOVE, "anna")
        job = await jobs.take("w")
        with pytest.raises(Problem, match="422"):
            await jobs.complete(job.id, "w", AnalysisResult(SEEN))

    with_queue(database_url, test)


def test_workers_in_several_processes_never_take_the_same_job(database_url):
    async def test(setup, jobs):
        others = [] if setup.database.sqlite else [Setup(database_url) for _ in range(2)]
        for number in range(12):
            await jobs.request_move(f"t{number}", 1, MOVE, "anna")
        queues = [jobs, *(other.jobs for other in others)]
        taken = await asyncio.gather(*(queue.take(f"w{number}") for number in range(5) for queue in queues))
        found = [job.id for job in taken if job is not None]
        assert len(found) == len(set(found)) == min(12, 5 * len(queues))
        for other in others:
            await other.database.close()

    with_queue(database_url, test)


def test_jobs_outlive_the_server(database_url):
    async def test(setup, jobs):
        await jobs.request_move("t", 7, MOVE, "anna")
        job = await jobs.take("w")
        again = setup.queue()
        assert await again.complete(job.id, "w", MoveResult("e3-e4"))
        assert await setup.tables.next_move() == ("t", 7, "e3-e4")

    with_queue(database_url, test)

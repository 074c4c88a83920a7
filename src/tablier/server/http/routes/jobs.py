"""The job queue, for engine workers."""

import asyncio

from tablier.api.http import Done
from tablier.api.jobs import ProgressReply, ProgressReport, ResultReply, ResultReport, Taken, TakeRequest, WorkerLeaves
from tablier.core.text import Text
from tablier.server.engines.queue import JobQueue
from tablier.server.errors import Problem
from tablier.server.http.clients import disconnected
from tablier.server.http.routing import Call, Endpoint

MAX_WAIT = 20.0
MAX_NAME = 80


async def take(call: Call, asked: TakeRequest, jobs: JobQueue) -> Taken:
    """Take a job, or none after `wait` seconds without one."""
    worker, wait = _name(asked.worker), min(max(asked.wait, 0.0), MAX_WAIT)
    gone = asyncio.Event()
    watch = asyncio.create_task(disconnected(call.request))
    watch.add_done_callback(lambda _: gone.set())  # a worker that disconnects is not given a job
    try:
        return Taken(await jobs.take(worker, asked.kinds, wait, gone))
    finally:
        watch.cancel()


async def progress(call: Call, report: ProgressReport, jobs: JobQueue) -> ProgressReply:
    """Report progress; the reply says whether to go on."""
    return ProgressReply(await jobs.report_progress(call.path["job"], _name(report.worker), report.analysis))


async def answer(call: Call, report: ResultReport, jobs: JobQueue) -> ResultReply:
    """Report the result of a job; the reply says whether it was accepted."""
    return ResultReply(await jobs.complete(call.path["job"], _name(report.worker), report.answer))


async def leave(call: Call, leaves: WorkerLeaves, jobs: JobQueue) -> Done:
    """Give back the worker's jobs before it stops."""
    await jobs.sign_off(_name(leaves.worker))
    return Done()


def _name(worker: str) -> str:
    if not 0 < len(worker) <= MAX_NAME:
        raise Problem(422, "bad_request", Text(f"worker : de 1 à {MAX_NAME} caractères.", f"worker: 1 to {MAX_NAME} characters."))
    return worker


ENDPOINTS = (
    Endpoint("POST", "/jobs/take", "Take a job", take, body=TakeRequest, returns=Taken, scope="work"),
    Endpoint("POST", "/jobs/{job}/progress", "Report progress", progress, body=ProgressReport, returns=ProgressReply, scope="work"),
    Endpoint("POST", "/jobs/{job}/answer", "Answer a job", answer, body=ResultReport, returns=ResultReply, scope="work"),
    Endpoint("POST", "/jobs/leave", "Give back the jobs of a worker that stops", leave, body=WorkerLeaves, returns=Done, scope="work"),
)

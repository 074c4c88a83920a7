"""Where workers come for something to think about."""

import asyncio

from tablier.api.http import Done
from tablier.api.jobs import ProgressReply, ProgressReport, ResultReply, ResultReport, Taken, TakeRequest, WorkerLeaves
from tablier.core.text import Text
from tablier.server.engines.queue import JobQueue
from tablier.server.http.errors import Problem
from tablier.server.http.routing import Call, Endpoint

LONGEST_WAIT = 20.0
LONGEST_NAME = 80


async def take(call: Call, asked: TakeRequest) -> Taken:
    """Give a free worker something to do."""
    work, worker, wait = _work(call), _name(asked.worker), min(max(asked.wait, 0.0), LONGEST_WAIT)
    gone = asyncio.Event()
    watch = asyncio.create_task(_watch(call, gone))
    try:
        return Taken(await work.take(worker, asked.kinds, wait, gone))
    finally:
        watch.cancel()


async def _watch(call: Call, gone: asyncio.Event) -> None:
    """Notice a worker that dies while it waits, so that it is not given what it will never do."""
    while (await call.request.receive())["type"] != "http.disconnect":
        pass
    gone.set()


async def progress(call: Call, told: ProgressReport) -> ProgressReply:
    """Hear how far a worker is, and tell whether to go on."""
    return ProgressReply(await _work(call).report_progress(call.path["job"], _name(told.worker), told.analysis))


async def answer(call: Call, told: ResultReport) -> ResultReply:
    """Take the answer of a worker."""
    return ResultReply(await _work(call).complete(call.path["job"], _name(told.worker), told.answer))


async def leave(call: Call, told: WorkerLeaves) -> Done:
    """Say goodbye to a worker."""
    await _work(call).sign_off(_name(told.worker))
    return Done()


def _work(call: Call) -> JobQueue:
    """The queue, for workers only: a person has no scopes, and no business here."""
    if call.who.scopes is None or "work" not in call.who.scopes:
        raise Problem(403, "forbidden", Text("Réservé aux moteurs, avec leur jeton.", "For engines only, with their token."))
    return call.services.jobs


def _name(worker: str) -> str:
    if not 0 < len(worker) <= LONGEST_NAME:
        raise Problem(422, "bad_request", Text(f"worker : de 1 à {LONGEST_NAME} caractères.", f"worker: 1 to {LONGEST_NAME} characters."))
    return worker


ENDPOINTS = (
    Endpoint("POST", "/jobs/take", "Take a job", take, body=TakeRequest, returns=Taken, scope="work"),
    Endpoint("POST", "/jobs/{job}/progress", "Tell how far a job is", progress, body=ProgressReport, returns=ProgressReply, scope="work"),
    Endpoint("POST", "/jobs/{job}/answer", "Answer a job", answer, body=ResultReport, returns=ResultReply, scope="work"),
    Endpoint("POST", "/jobs/leave", "Give back what one was at", leave, body=WorkerLeaves, returns=Done, scope="work"),
)

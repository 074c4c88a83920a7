"""Questions about any position, answered in processes of their own: a contrived position may take long and must delay no move, and no
question of another player."""

import asyncio
from collections import Counter, deque
from functools import lru_cache

import msgspec

from tablier.api.http import PositionRequest
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.positions.process import AnswerProcess
from tablier.server.positions.questions import Question, describe_position, position_view

MAX_ASKED, MAX_ASKED_BY_ONE = 64, 8
"""Questions that may wait or be answered: of all clients, and of one."""
MAX_MOVES = 2_000
TOO_MANY = Text("Trop de questions en cours ; réessayez bientôt.", "Too many questions under way; try again soon.")

Turn = asyncio.Future[AnswerProcess]


class PositionService:
    """Two processes, and clients that are served in turn. One process is kept for clients with a single question: many hard questions of
    one client occupy only the other."""

    def __init__(self) -> None:
        self._any, self._single = AnswerProcess(), AnswerProcess()
        self._asked: Counter[str] = Counter()
        self._waiting: dict[str, deque[Turn]] = {}

    async def describe(self, client: str, request: PositionRequest) -> bytes:
        """A `PositionView` as JSON; raises `Problem` when the request is wrong or takes too long."""
        if len(request.moves) > MAX_MOVES:
            raise Problem(413, "too_long", Text(f"Au plus {MAX_MOVES} coups.", f"At most {MAX_MOVES} moves."))
        if not (request.position or request.moves or request.clicks):
            return _start_view(request.game, tuple(sorted(request.options.items())))
        return await self.ask(client, describe_position, msgspec.json.encode(request))

    async def ask(self, client: str, question: Question, data: bytes) -> bytes:
        """The answer of another process; raises `Problem` when the question is wrong, takes too long or is one too many."""
        if self._asked[client] >= MAX_ASKED_BY_ONE or self._asked.total() >= MAX_ASKED:
            raise Problem(429, "too_fast", TOO_MANY, retry=3)
        self._asked[client] += 1
        try:
            process = await self._wait_for_process(client)
            try:
                good, reply = await process.answer(question, data)
            finally:
                process.busy = False
        finally:
            self._asked -= Counter((client,))  # drops those who have none left
            self._assign()
        if not good:
            raise _problem(reply)
        return reply

    def close(self) -> None:
        """End the processes."""
        for process in (self._any, self._single):
            process.kill()

    async def _wait_for_process(self, client: str) -> AnswerProcess:
        for process in (self._any, self._single):
            process.start()  # before it is needed
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        self._assign()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._remove(client, turn)
            else:
                turn.result().busy = False  # it was assigned in the same moment
            raise

    def _assign(self) -> None:
        """Give each idle process to the first client in turn; that client is the last then."""
        for process in (self._any, self._single):
            client = next((client for client in self._waiting if process is self._any or self._asked[client] == 1), None)
            if not process.busy and client is not None:
                turn = self._waiting[client][0]
                self._remove(client, turn)
                if not turn.cancelled():
                    process.busy = True
                    turn.set_result(process)

    def _remove(self, client: str, turn: Turn) -> None:
        """Take a turn out of the queue, where it still is; the client goes to the end."""
        turns = self._waiting.pop(client, deque())
        if turn in turns:
            turns.remove(turn)
        if turns:
            self._waiting[client] = turns


@lru_cache(64)
def _start_view(name: str, options: tuple[tuple[str, str | int], ...]) -> bytes:
    """The start of a game: never contrived, and asked for by every first visit."""
    return msgspec.json.encode(position_view(PositionRequest(name, dict(options))))


def _problem(reply: bytes) -> Problem:
    body = msgspec.json.decode(reply)
    code, why = body.pop("code"), Text(**body.pop("why"))
    return Problem(422, code, why, **body)

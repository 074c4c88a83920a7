"""Questions about any position, answered in processes of their own: a contrived position may take long and must delay no move, and no
question of another player."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from typing import NamedTuple

import msgspec

from tablier.api.http import PositionRequest
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.positions.process import AnswerProcess
from tablier.server.positions.questions import Question, describe_position, position_view

MAX_ASKED, MAX_ASKED_AT_ADDRESS, MAX_ASKED_BY_ONE = 64, 24, 8
"""Questions that may wait or be answered: of all clients, of all at one address, and of one."""
MAX_MOVES = 2_000
TOO_MANY = Text("Trop de questions en cours ; réessayez bientôt.", "Too many questions under way; try again soon.")


class Asker(NamedTuple):
    """Whom a question counts for."""

    player: str
    address: str


class Waiting(NamedTuple):
    """A question that waits for a process."""

    asker: Asker
    turn: "asyncio.Future[AnswerProcess]"


class PositionService:
    """Three processes, and askers that are served in turn, addresses first. One process is kept for players with a single question, and one
    for addresses with a single question: many hard questions of one player, or of many guests at one address, occupy only the others."""

    def __init__(self) -> None:
        self._any, self._single_player, self._single_address = (AnswerProcess() for _ in range(3))
        self._asked: Counter[str] = Counter()
        """Questions under way: of each player, and at each address."""
        self._waiting: list[Waiting] = []
        self._served: dict[str, int] = {}
        """When a player or an address with questions under way was last served, as a number that grows."""
        self._serving = count(1)

    async def describe(self, asker: Asker, request: PositionRequest) -> bytes:
        """A `PositionView` as JSON; raises `Problem` when the request is wrong or takes too long."""
        if len(request.moves) > MAX_MOVES:
            raise Problem(413, "too_long", Text(f"Au plus {MAX_MOVES} coups.", f"At most {MAX_MOVES} moves."))
        if not (request.position or request.moves or request.clicks):
            return _start_view(request.game, tuple(sorted(request.options.items())))
        return await self.ask(asker, describe_position, msgspec.json.encode(request))

    async def ask(self, asker: Asker, question: Question, data: bytes) -> bytes:
        """The answer of another process; raises `Problem` when the question is wrong, takes too long or is one too many."""
        with self._count(asker):
            process = await self._wait_for_process(asker)
            try:
                good, reply = await process.answer(question, data)
            finally:
                process.busy = False
        if not good:
            raise _problem(reply)
        return reply

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.kill()

    @property
    def _processes(self) -> tuple[AnswerProcess, ...]:
        return self._any, self._single_player, self._single_address

    @contextmanager
    def _count(self, asker: Asker) -> Iterator[None]:
        """Count a question while it is under way; refuses one too many."""
        keys = (_player_key(asker), _address_key(asker), "")
        most = (MAX_ASKED_BY_ONE, MAX_ASKED_AT_ADDRESS, MAX_ASKED)
        if any(self._asked[key] >= limit for key, limit in zip(keys, most, strict=True)):
            raise Problem(429, "too_fast", TOO_MANY, retry=3)
        self._asked.update(keys)
        try:
            yield
        finally:
            self._asked -= Counter(keys)  # drops those who have none left
            self._served = {key: served for key, served in self._served.items() if key in self._asked}
            self._assign()

    async def _wait_for_process(self, asker: Asker) -> AnswerProcess:
        for process in self._processes:
            process.start()  # before it is needed
        waiting = Waiting(asker, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._assign()
        try:
            return await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            elif not waiting.turn.cancelled():
                waiting.turn.result().busy = False  # it was assigned in the same moment
            raise

    def _assign(self) -> None:
        """Give each idle process to the address, and there to the player, that was served least recently."""
        for process in self._processes:
            allowed = [] if process.busy else [one for one in self._waiting if self._may_have(process, one.asker) and not one.turn.done()]
            if allowed:
                chosen = min(allowed, key=lambda one: (self._served_at(_address_key(one.asker)), self._served_at(_player_key(one.asker))))
                self._waiting.remove(chosen)
                self._served[_address_key(chosen.asker)] = self._served[_player_key(chosen.asker)] = next(self._serving)
                process.busy = True
                chosen.turn.set_result(process)

    def _may_have(self, process: AnswerProcess, asker: Asker) -> bool:
        if process is self._single_player:
            return self._asked[_player_key(asker)] == 1
        return process is self._any or self._asked[_address_key(asker)] == 1

    def _served_at(self, key: str) -> int:
        return self._served.get(key, 0)


def _player_key(asker: Asker) -> str:
    return f"player {asker.player}"


def _address_key(asker: Asker) -> str:
    return f"address {asker.address}"


@lru_cache(64)
def _start_view(name: str, options: tuple[tuple[str, str | int], ...]) -> bytes:
    """The start of a game: never contrived, and asked for by every first visit."""
    return msgspec.json.encode(position_view(PositionRequest(name, dict(options))))


def _problem(reply: bytes) -> Problem:
    body = msgspec.json.decode(reply)
    code, why = body.pop("code"), Text(**body.pop("why"))
    return Problem(422, code, why, **body)

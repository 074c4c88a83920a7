"""Positions that anybody may ask about, studied in a process of its own: a contrived one may take long, and must keep nobody waiting."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from typing import Any

import msgspec

from tablier.api.frames import RefusalView, frame_of, position_details, refusal_view, said, why_not_clicks
from tablier.api.http import PlayedMove, PositionRequest, PositionView
from tablier.api.legal import legal_moves
from tablier.api.primitives import board_event, wire_actor, wire_text
from tablier.core.errors import IllegalMove, TablierError
from tablier.core.match import Match
from tablier.core.text import Text
from tablier.games import game
from tablier.server.errors import Problem, problem_of

LONGEST = 3.0
"""Seconds for one position."""
WAKING = 30.0
"""Seconds for the process to begin."""
MOST_MOVES = 2_000
TOO_HARD = Text("Cette position demande trop de calcul.", "This position takes too long to work out.")


Answerer = Callable[[bytes], tuple[bool, bytes]]
"""Answers a question in the other process: with JSON, or with what is wrong (see `answering`)."""


def study(asked: PositionRequest) -> PositionView:
    """All that can be seen of a position. A last move that is refused is explained; an earlier one is an error."""
    rules = game(asked.game, **asked.options)
    match: Match[Any, Any] = Match(rules, rules.load(asked.position) if asked.position else None)
    start, why = frame_of(match), None
    for number, move in enumerate(asked.moves, 1):
        try:
            match.enter(move)
        except TablierError as error:
            if number < len(asked.moves):
                raise
            why = refusal_view(error.refusal) if isinstance(error, IllegalMove) else RefusalView(wire_text(error.text))
    if asked.clicks and why is None:
        why = why_not_clicks(match, asked.clicks[:64])
    history = tuple(
        PlayedMove(entry.text, wire_actor(entry.actor), tuple(map(board_event, entry.step.events)), said(rules, entry.step.events))
        for entry in match.entries
    )
    return PositionView(start, frame_of(match), tuple(legal_moves(match).values()), position_details(match), history, why)


def answering(think: Callable[[], Any]) -> tuple[bool, bytes]:
    """What somebody thinks as JSON, or what is wrong with what they were to think about."""
    try:
        return True, msgspec.json.encode(think())
    except TablierError as error:
        problem = problem_of(error)
        return False, msgspec.json.encode(problem.body)


def _answer(question: bytes) -> tuple[bool, bytes]:
    """In the other process: the position as JSON."""
    return answering(lambda: study(msgspec.json.decode(question, type=PositionRequest)))


@lru_cache(64)
def _opening(name: str, options: tuple[tuple[str, str | int], ...]) -> bytes:
    """The opening of a game: no contrived position, and what every first visit asks for."""
    return msgspec.json.encode(study(PositionRequest(name, dict(options))))


def _ready() -> bool:
    return True


class PositionService:
    """One process that studies; when it is stuck it is replaced."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waking: asyncio.Future[bool]
        self._turn = asyncio.Lock()

    async def look(self, asked: PositionRequest) -> bytes:
        """A position as JSON; `Problem` when it is wrong or takes too long."""
        if len(asked.moves) > MOST_MOVES:
            raise Problem(413, "too_long", Text(f"Au plus {MOST_MOVES} coups.", f"At most {MOST_MOVES} moves."))
        if not (asked.position or asked.moves or asked.clicks):
            return _opening(asked.game, tuple(sorted(asked.options.items())))
        return await self.ask(_answer, msgspec.json.encode(asked))

    async def ask(self, answer: Answerer, question: bytes) -> bytes:
        """Let the other process answer; `Problem` when the question is wrong or takes too long."""
        async with self._turn:  # nobody's time runs while another is answered, and a process that is ended takes one question with it
            pool = await self._awake()
            work = asyncio.get_running_loop().run_in_executor(pool, answer, question)
            try:
                good, body = await asyncio.wait_for(work, LONGEST)
            except (TimeoutError, BrokenProcessPool):
                self._end(pool)
                raise Problem(422, "too_hard", TOO_HARD) from None
        if not good:
            raise Refusal(body)
        return body

    async def _awake(self) -> ProcessPoolExecutor:
        if self._pool is None:
            pool = self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            self._waking = asyncio.ensure_future(asyncio.wait_for(asyncio.wrap_future(pool.submit(_ready)), WAKING))
        try:
            await asyncio.shield(self._waking)
        except (TimeoutError, BrokenProcessPool):
            self._end(self._pool)
            raise Problem(503, "unavailable", TOO_HARD) from None
        return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):  # no public way to stop one that does not listen
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._end(self._pool)


class Refusal(Problem):
    """What the other process said is wrong."""

    def __init__(self, body: bytes) -> None:
        said = msgspec.json.decode(body)
        details = {name: value for name, value in said.items() if name not in ("code", "why")}
        super().__init__(422, said["code"], Text(**said["why"]), **details)

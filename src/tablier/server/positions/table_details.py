"""The details of positions at tables: worked out in the process of `PositionService`, once for each position, never on the event loop."""

import asyncio
from weakref import WeakKeyDictionary

import msgspec

from tablier.api.frames import NO_DETAILS, PositionDetails
from tablier.server.positions.questions import DetailsQuestion, describe_details
from tablier.server.positions.service import Asker, PositionService
from tablier.server.tables.match_state import MatchState


class TableDetails:
    """Details by position; they are kept as long as the table keeps the position."""

    def __init__(self, positions: PositionService) -> None:
        self._positions = positions
        self._found: WeakKeyDictionary[MatchState, asyncio.Task[PositionDetails]] = WeakKeyDictionary()
        self._running: set[asyncio.Task[PositionDetails]] = set()

    def find(self, play: MatchState, asker: Asker) -> "asyncio.Future[PositionDetails]":
        """The details of a position, now or later; raises `Problem` later. Shared by all who ask for them, and counted for the first of
        them; not to be cancelled."""
        task = self._found.get(play)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._found[play] = asyncio.create_task(self._ask(play, asker))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        return task

    async def _ask(self, play: MatchState, asker: Asker) -> PositionDetails:
        match = play.match
        if match.outcome is not None:
            return NO_DETAILS
        rules = match.game
        question = DetailsQuestion(rules.info.id, dict(rules.options), rules.rules, rules.dump(match.position))
        answer = await self._positions.ask(asker, describe_details, msgspec.json.encode(question))
        return msgspec.json.decode(answer, type=PositionDetails)

"""Concurrent queries share a round trip: after a restart every client comes back at once."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class BatchTimer:
    """Delays a batch by up to `most` seconds so that concurrent queries share a round trip.

    The delay is `each` seconds for every query of the batch before; the first batch after a pause is not delayed.
    """

    __slots__ = ("_each", "_most", "_next")

    def __init__(self, each: float, most: float) -> None:
        self._each, self._most, self._next = each, most, 0.0

    async def wait(self) -> None:
        """Wait until the next batch is due."""
        early = self._next - time.perf_counter()
        if early > 0:
            await asyncio.sleep(early)

    def sent(self, queries: int) -> None:
        """Note that a batch of so many queries is sent now."""
        self._next = time.perf_counter() + min(self._most, self._each * queries)


class BatchedQuery(Generic[Key, Answer]):
    """Looks up many keys in one query. A key asked for while a query is under way waits for the next: no answer is older than its call."""

    def __init__(self, query: Callable[[list[Key]], Awaitable[Mapping[Key, Answer]]], limit: int = 100) -> None:
        self._query, self._limit = query, limit
        self._timer = BatchTimer(0.01, 0.01)
        self._waiting: dict[Key, asyncio.Future[Answer | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, key: Key) -> Answer | None:
        """The answer for one key; None when there is none."""
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = self._waiting[key] = asyncio.get_running_loop().create_future()
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._run())
        return await asyncio.shield(waiting)

    async def _run(self) -> None:
        while self._waiting:
            await self._timer.wait()
            keys = list(self._waiting)[: self._limit]
            waiting = {key: self._waiting.pop(key) for key in keys}
            self._timer.sent(len(keys))
            try:
                answers = await self._query(keys)
                for key, future in waiting.items():
                    future.set_result(answers.get(key))
            except Exception as error:
                for future in waiting.values():
                    future.set_exception(error)
            finally:
                for future in waiting.values():
                    future.cancel()  # those that are not done: this task was cancelled

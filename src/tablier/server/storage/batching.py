"""Questions that come while the database is answering others are asked together: after a restart everybody comes back at once."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class BatchTimer:
    """Going to the database costs the same for one as for fifty: those that follow one another closely wait for company.

    The next goes `each` seconds later for every one who went last time, `most` seconds at most: few hardly wait, and the more there are
    the more go together. The first after a pause waits for nobody.
    """

    __slots__ = ("_each", "_most", "_next")

    def __init__(self, each: float, most: float) -> None:
        self._each, self._most, self._next = each, most, 0.0

    async def keep(self) -> None:
        """Wait until it is time to go again."""
        early = self._next - time.perf_counter()
        if early > 0:
            await asyncio.sleep(early)

    def goes(self, how_many: int) -> None:
        """So many go now."""
        self._next = time.perf_counter() + min(self._most, self._each * how_many)


class BatchedQuery(Generic[Key, Answer]):
    """Asks about many keys in one go. What is asked while a question is on its way waits for the next: no answer is older than it."""

    def __init__(self, ask: Callable[[list[Key]], Awaitable[Mapping[Key, Answer]]], most: int = 100) -> None:
        self._ask, self._most = ask, most
        self._pace = BatchTimer(0.01, 0.01)
        self._waiting: dict[Key, asyncio.Future[Answer | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def __call__(self, key: Key) -> Answer | None:
        """The answer for one key; None when there is none."""
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = self._waiting[key] = asyncio.get_running_loop().create_future()
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask_all())
        return await asyncio.shield(waiting)

    async def _ask_all(self) -> None:
        while self._waiting:
            await self._pace.keep()
            batch = list(self._waiting)[: self._most]
            waiting = {key: self._waiting.pop(key) for key in batch}
            self._pace.goes(len(batch))
            try:
                answers = await self._ask(batch)
            except BaseException as error:
                _give_up(waiting.values(), error)
                if not isinstance(error, Exception):
                    raise
            else:
                for key, one in waiting.items():
                    if not one.done():
                        one.set_result(answers.get(key))


def _give_up(waiting: Iterable[asyncio.Future[Answer | None]], error: BaseException) -> None:
    for one in waiting:
        if not one.done():
            if isinstance(error, Exception):
                one.set_exception(error)
            else:
                one.cancel()

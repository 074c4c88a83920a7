"""What one process does beside answering clients: again and again, or once."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from tablier.server.storage.log import ERRORS

log = structlog.get_logger("tablier.background")


class BackgroundTasks:
    """Tasks that run until they are closed together."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def repeat(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Do this every so many seconds; an error is logged, and it is done again."""
        self.spawn(_repeat(work, seconds))

    def spawn(self, work: Awaitable[None]) -> None:
        """Run this beside all else."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End all tasks, those that repeat something after what they have begun."""
        stopped = tuple(self._tasks)
        for task in stopped:
            task.cancel()
        await asyncio.gather(*stopped, return_exceptions=True)


async def _repeat(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        working = asyncio.ensure_future(work())
        try:
            await asyncio.shield(working)
        except asyncio.CancelledError:
            await asyncio.gather(working, return_exceptions=True)  # a cancelled query would not give its connection back
            raise
        except ERRORS as error:
            log.warning("background.repeat", work=getattr(work, "__name__", ""), error=" ".join(str(error).split())[:200])
        except Exception:
            log.exception("background.repeat", work=getattr(work, "__name__", ""))
        await asyncio.sleep(seconds)

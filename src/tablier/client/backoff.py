"""Pauses between attempts: longer each time, somewhat random, and only for so long."""

import asyncio
import random
import time

from tablier.client.errors import ServerError

FIRST, LONGEST = 0.4, 5.0
"""Seconds of the first pause, and of the longest."""


class Backoff:
    """Counts the failures of one thing that is tried again; `patience` are the seconds after which it is given up."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._failures, self._since = 0, 0.0

    def reset(self) -> None:
        """It worked: the next failure is the first."""
        self._failures = 0

    async def pause(self, error: ServerError) -> None:
        """Wait before the next attempt, at least as long as the server asks; raises the error where there is no patience left."""
        now = time.monotonic()
        if not self._failures:
            self._since = now
        delay = max(error.retry_after, min(LONGEST, FIRST * 2 ** min(self._failures, 16)) * random.uniform(0.5, 1.0))
        if now + delay - self._since > self.patience:
            raise error
        self._failures += 1
        await asyncio.sleep(delay)

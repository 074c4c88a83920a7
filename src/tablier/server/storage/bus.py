"""Messages between the processes of a server: in memory when there is one, through Redis when there are several."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import structlog

log = structlog.get_logger("tablier.bus")
Listener = Callable[[bytes], None]
MAX_QUEUED = 1024
"""Messages that wait for a slow subscriber; further ones are dropped, since what must not be lost is in the database."""


class Subscription:
    """The messages of a channel, queued."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(MAX_QUEUED)

    def put(self, data: bytes) -> None:
        """Queue a message."""
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(data)

    async def receive(self, timeout: float) -> bytes | None:
        """The next message, or None when none came within `timeout` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                return await self._queue.get()
        return None


class Bus:
    """Channels by name, within one process. A message reaches those who listen now and is not stored."""

    shared = False
    """Whether other processes listen too."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)

    async def open(self) -> None:
        """Connect."""

    async def close(self) -> None:
        """Disconnect."""

    async def publish(self, channel: str, data: bytes) -> None:
        """Send a message to all listeners of a channel."""
        self._dispatch(channel, data)

    async def listen(self, channel: str, listener: Listener) -> None:
        """Call the listener with every message of a channel from now on."""
        self._listeners[channel].add(listener)

    async def unlisten(self, channel: str, listener: Listener) -> None:
        """Remove a listener."""
        self._listeners[channel].discard(listener)
        if not self._listeners[channel]:
            del self._listeners[channel]

    @asynccontextmanager
    async def subscribe(self, channel: str) -> AsyncIterator[Subscription]:
        """Queue the messages of a channel within the block."""
        subscription = Subscription()
        await self.listen(channel, subscription.put)
        try:
            yield subscription
        finally:
            await self.unlisten(channel, subscription.put)

    def has_listeners(self, channel: str) -> bool:
        """Whether a message to this channel may reach a listener."""
        return channel in self._listeners

    async def take_token(self, bucket: str, rate: float, burst: float) -> float | None:
        """Take a token from a bucket shared by all processes: 0, or the seconds until there is one; None where none is shared."""
        return None

    async def reset_bucket(self, bucket: str) -> None:
        """Fill a shared bucket."""

    def _dispatch(self, channel: str, data: bytes) -> None:
        for listener in tuple(self._listeners.get(channel, ())):
            try:
                listener(data)
            except Exception:  # a message that one listener cannot use must not end the reading of all
                log.exception("bus.listener", channel=channel)

"""Messages between the processes of a server: in memory when there is one, through Redis when there are several."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, runtime_checkable

Listener = Callable[[bytes], None]


@runtime_checkable
class Bus(Protocol):
    """Channels by name. A message reaches whoever listens now; what must not be lost is in the database."""

    shared: bool
    """Whether other processes listen too."""

    async def open(self) -> None:
        """Begin."""

    async def close(self) -> None:
        """End."""

    async def publish(self, channel: str, data: bytes) -> None:
        """Tell whoever listens on a channel."""

    async def listen(self, channel: str, listener: Listener) -> None:
        """Call the listener with every message of a channel from now on."""

    async def unlisten(self, channel: str, listener: Listener) -> None:
        """No longer."""

    def hears(self, channel: str) -> bool:
        """Whether it is worth while to publish on a channel: somebody may listen."""

    async def spend(self, bucket: str, rate: float, burst: float) -> float | None:
        """Take one from a bucket that all processes share: 0 when it was there, else the seconds until it will be. None: nobody counts."""

    async def refill(self, bucket: str) -> None:
        """Fill such a bucket."""

    def subscribe(self, channel: str) -> Any:
        """The messages of a channel as an asynchronous iterator: `async with bus.subscribe(…) as messages`."""


class Channels:
    """Who listens to what in this process."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[Listener]] = defaultdict(set)

    def tell(self, channel: str, data: bytes) -> None:
        for listener in tuple(self.listeners.get(channel, ())):
            listener(data)

    @asynccontextmanager
    async def subscribe(self, channel: str) -> AsyncIterator[AsyncIterator[bytes]]:
        """The messages of a channel, as they come."""
        queue: asyncio.Queue[bytes] = asyncio.Queue(1024)

        def hear(data: bytes) -> None:
            with suppress(asyncio.QueueFull):  # a reader this slow asks the database instead
                queue.put_nowait(data)

        async def messages() -> AsyncIterator[bytes]:
            while True:
                yield await queue.get()

        await self.listen(channel, hear)
        try:
            yield messages()
        finally:
            await self.unlisten(channel, hear)

    async def listen(self, channel: str, listener: Listener) -> None:
        self.listeners[channel].add(listener)

    async def unlisten(self, channel: str, listener: Listener) -> None:
        self.listeners[channel].discard(listener)
        if not self.listeners[channel]:
            del self.listeners[channel]


class MemoryBus(Channels):
    """For one process."""

    shared = False

    async def open(self) -> None:
        """Nothing to prepare."""

    async def close(self) -> None:
        """Nothing to end."""

    def hears(self, channel: str) -> bool:
        """Whether somebody listens."""
        return channel in self.listeners

    async def spend(self, bucket: str, rate: float, burst: float) -> float | None:
        """There is nobody to share with."""
        return None

    async def refill(self, bucket: str) -> None:
        """Nothing to fill."""

    async def publish(self, channel: str, data: bytes) -> None:
        """Tell whoever listens in this process."""
        self.tell(channel, data)


def bus_for(url: str) -> Bus:
    """The bus at an address; in memory without one."""
    if not url:
        return MemoryBus()
    from tablier.server.storage.redis_bus import RedisBus  # only where there is a Redis: it takes a while to load

    return RedisBus(url)

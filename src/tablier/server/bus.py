"""Messages between the processes of a server: in memory when there is one, through Redis when there are several."""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tablier.core.errors import TablierError
from tablier.core.text import Text

Listener = Callable[[bytes], None]
log = structlog.get_logger("tablier.bus")


SPEND = """
local time = redis.call('TIME')
local now, rate, burst = time[1] + time[2] / 1000000, tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'used', 'since')
local used = math.max(0, (tonumber(kept[1]) or 0) - (now - (tonumber(kept[2]) or now)) * rate)
local room = math.max(burst, 1)
if used + 1 > room then return tostring((used + 1 - room) / rate) end
redis.call('HSET', KEYS[1], 'used', tostring(used + 1), 'since', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.ceil((used + 1) / rate) + 1)
return '0'
"""
"""What `RateLimits.wait` does, in Redis; a bucket that has filled again is forgotten."""


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


class _Channels:
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


class MemoryBus(_Channels):
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


class RedisBus(_Channels):
    """For several processes. When Redis goes away it is tried again; gaps are filled from the log."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2, health_check_interval=10)
        self._spend = self.redis.register_script(SPEND)
        self.pubsub = self.redis.pubsub(ignore_subscribe_messages=True)
        self._reader: asyncio.Task[None] | None = None
        self.on_reconnect: list[Callable[[], Awaitable[None]]] = []

    async def open(self) -> None:
        """Begin to read."""
        await self.redis.ping()
        await self.pubsub.subscribe("tablier")  # a subscription that never ends keeps the connection open
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Stop reading and let go of the connections."""
        if self._reader:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        await self.pubsub.aclose()  # type: ignore[no-untyped-call]
        await self.redis.aclose()

    def hears(self, channel: str) -> bool:
        """Another process may listen."""
        return True

    async def publish(self, channel: str, data: bytes) -> None:
        """Tell whoever listens in any process; a Redis that is away is not the table's fault."""
        try:
            await self.redis.publish(f"tablier:{channel}", data)
        except (RedisError, OSError) as error:
            log.warning("bus.publish", channel=channel, error=str(error))
            self.tell(channel, data)

    async def listen(self, channel: str, listener: Listener) -> None:
        """Listen in this process, and ask Redis for the channel if nobody did."""
        new = channel not in self.listeners
        self.listeners[channel].add(listener)
        if new:
            try:
                await self.pubsub.subscribe(f"tablier:{channel}")
            except (RedisError, OSError) as error:
                log.warning("bus.listen", channel=channel, error=str(error))  # the reader subscribes again when it is back

    async def unlisten(self, channel: str, listener: Listener) -> None:
        """Listen no longer."""
        await super().unlisten(channel, listener)
        if channel not in self.listeners:
            with suppress(RedisError, OSError):
                await self.pubsub.unsubscribe(f"tablier:{channel}")

    async def spend(self, bucket: str, rate: float, burst: float) -> float | None:
        """Take one, in one step and by the clock of Redis; None when it is away."""
        try:
            return float(await self._spend(keys=[_bucket(bucket)], args=[rate, burst]))
        except (RedisError, OSError) as error:
            log.warning("bus.spend", error=str(error))
            return None

    async def refill(self, bucket: str) -> None:
        """Fill a bucket."""
        with suppress(RedisError, OSError):
            await self.redis.delete(_bucket(bucket))

    async def _read(self) -> None:
        while True:
            try:
                message = await self.pubsub.get_message(timeout=5)
                if message is not None:
                    self.tell(message["channel"].decode().removeprefix("tablier:"), message["data"])
            except (RedisError, OSError) as error:
                log.warning("bus.read", error=str(error))
                await asyncio.sleep(0.5)


def _bucket(name: str) -> str:
    """Where a bucket is kept: by a hash, because its name tells who asks for what."""
    return f"tablier:bucket:{hashlib.sha256(name.encode()).hexdigest()}"


async def must_answer(url: str) -> None:
    """Refuse in words an address at which there is no Redis."""
    try:
        redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2)
    except ValueError as error:
        raise TablierError(Text("--bus : une adresse comme redis://hôte:6379/0 est attendue.",
                                "--bus: an address like redis://host:6379/0 is expected.")) from error
    try:
        await redis.ping()
    except (RedisError, OSError) as error:
        raise TablierError(Text(f"--bus : Redis ne répond pas ({error})", f"--bus: Redis does not answer ({error})")) from error
    finally:
        await redis.aclose()


def bus_for(url: str) -> Bus:
    """The bus at an address; in memory without one."""
    return RedisBus(url) if url else MemoryBus()

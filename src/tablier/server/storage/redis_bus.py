"""Messages between the processes of a server through Redis."""

import asyncio
import hashlib
from contextlib import suppress

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.storage.bus import Channels, Listener

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


class RedisBus(Channels):
    """For several processes. When Redis goes away it is tried again; gaps are filled from the log."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.redis = Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2, health_check_interval=10)
        self._spend = self.redis.register_script(SPEND)
        self.pubsub = self.redis.pubsub(ignore_subscribe_messages=True)
        self._reader: asyncio.Task[None] | None = None

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
        raise TablierError(
            Text("--bus : une adresse comme redis://hôte:6379/0 est attendue.", "--bus: an address like redis://host:6379/0 is expected.")
        ) from error
    try:
        await redis.ping()
    except (RedisError, OSError) as error:
        raise TablierError(Text(f"--bus : Redis ne répond pas ({error})", f"--bus: Redis does not answer ({error})")) from error
    finally:
        await redis.aclose()

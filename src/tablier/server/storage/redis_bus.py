"""Messages between the processes of a server through Redis."""

import asyncio
import hashlib
import socket
from contextlib import suppress

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.storage.bus import Bus, Listener

log = structlog.get_logger("tablier.bus")
ERRORS = (RedisError, OSError)
SUBSCRIBE_TIMEOUT = 1.0
"""Seconds for which a table waits to be heard of; it is shown without, and the log compared."""
TOKEN_TIMEOUT = 1.0
"""Seconds for which a request waits for its shared bucket; then this process counts alone."""
READ_TIMEOUT = 1.0
"""Seconds after which the reader looks at what else it is to subscribe to."""
KEEPALIVE = {socket.TCP_KEEPIDLE: 5, socket.TCP_KEEPINTVL: 2, socket.TCP_KEEPCNT: 3} if hasattr(socket, "TCP_KEEPIDLE") else {}
"""A subscription only waits: without this it would not notice that the other end is gone."""

TAKE_TOKEN = """
local time = redis.call('TIME')
local now, rate, burst = time[1] + time[2] / 1000000, tonumber(ARGV[1]), tonumber(ARGV[2])
local bucket = redis.call('HMGET', KEYS[1], 'used', 'since')
local used = math.max(0, (tonumber(bucket[1]) or 0) - (now - (tonumber(bucket[2]) or now)) * rate)
local room = math.max(burst, 1)
if used + 1 > room then return tostring((used + 1 - room) / rate) end
redis.call('HSET', KEYS[1], 'used', tostring(used + 1), 'since', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.ceil((used + 1) / rate) + 1)
return '0'
"""
"""The token bucket of `RateLimits.wait`, in Redis; a bucket expires when it is full again."""


class RedisBus(Bus):
    """For several processes. A lost connection is opened again; followers fill the gap from the log."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.redis = _connect(url)
        self._take_token = self.redis.register_script(TAKE_TOKEN)
        self.pubsub = self.redis.pubsub(ignore_subscribe_messages=True)
        self._missing: set[str] = set()
        """Channels that could not be subscribed to while Redis was away."""
        self._reader: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and read in the background."""
        await self.redis.ping()
        await self.pubsub.subscribe("tablier")  # a subscription that never ends keeps the connection open
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Stop reading and disconnect."""
        if self._reader:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        await self.pubsub.aclose()  # type: ignore[no-untyped-call]  # redis has no types here
        await self.redis.aclose()

    def has_listeners(self, channel: str) -> bool:
        """True: another process may listen."""
        return True

    async def publish(self, channel: str, data: bytes) -> None:
        """Send a message to all processes; to this one alone while Redis is away."""
        try:
            await self.redis.publish(f"tablier:{channel}", data)
        except ERRORS as error:
            log.warning("bus.publish", channel=channel, error=str(error))
            self._dispatch(channel, data)

    async def listen(self, channel: str, listener: Listener) -> None:
        """Add a listener, and subscribe to the channel with the first."""
        first = channel not in self._listeners
        await super().listen(channel, listener)
        if first:
            try:
                async with asyncio.timeout(SUBSCRIBE_TIMEOUT):
                    await self.pubsub.subscribe(f"tablier:{channel}")
            except ERRORS as error:
                log.warning("bus.listen", channel=channel, error=str(error))
                self._missing.add(channel)  # the reader subscribes when Redis is back

    async def unlisten(self, channel: str, listener: Listener) -> None:
        """Remove a listener, and unsubscribe with the last."""
        await super().unlisten(channel, listener)
        self._missing.discard(channel)
        if channel not in self._listeners:
            with suppress(*ERRORS):
                await self.pubsub.unsubscribe(f"tablier:{channel}")

    async def take_token(self, bucket: str, rate: float, burst: float) -> float | None:
        """Take a token, atomically and by the clock of Redis; None while Redis is away."""
        try:
            async with asyncio.timeout(TOKEN_TIMEOUT):
                return float(await self._take_token(keys=[_bucket_key(bucket)], args=[rate, burst]))
        except ERRORS as error:
            log.warning("bus.take_token", error=str(error))
            return None

    async def reset_bucket(self, bucket: str) -> None:
        """Fill a bucket."""
        with suppress(*ERRORS):
            async with asyncio.timeout(TOKEN_TIMEOUT):
                await self.redis.delete(_bucket_key(bucket))

    async def _subscribe_missing(self) -> None:
        """Subscribe to what could not be subscribed to; the library repeats only what succeeded once."""
        if self._missing:
            missing = tuple(self._missing)
            await self.pubsub.subscribe(*(f"tablier:{channel}" for channel in missing))
            self._missing.difference_update(missing)

    async def _read(self) -> None:
        while True:
            try:
                await self._subscribe_missing()
                message = await self.pubsub.get_message(timeout=READ_TIMEOUT)
                if message is not None:
                    self._dispatch(message["channel"].decode().removeprefix("tablier:"), message["data"])
            except ERRORS as error:
                log.warning("bus.read", error=str(error))
                await asyncio.sleep(0.5)


def _connect(url: str) -> Redis:
    return Redis.from_url(
        url, socket_timeout=5, socket_connect_timeout=2, socket_keepalive=True, socket_keepalive_options=KEEPALIVE, health_check_interval=10
    )


def _bucket_key(name: str) -> str:
    """A hash, because the name holds personal data such as addresses."""
    return f"tablier:bucket:{hashlib.sha256(name.encode()).hexdigest()}"


async def check_redis(url: str) -> None:
    """Raise `TablierError` when there is no Redis at this URL."""
    try:
        redis = _connect(url)
    except ValueError as error:
        raise TablierError(
            Text("--bus : une adresse comme redis://hôte:6379/0 est attendue.", "--bus: an address like redis://host:6379/0 is expected.")
        ) from error
    try:
        await redis.ping()
    except ERRORS as error:
        raise TablierError(Text(f"--bus : Redis ne répond pas ({error})", f"--bus: Redis does not answer ({error})")) from error
    finally:
        await redis.aclose()

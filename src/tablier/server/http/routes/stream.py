"""The stream of one's own notices."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from msgspec import Struct
from starlette.responses import StreamingResponse

from tablier.api.notifications import ChallengeNotice, Notification
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.auth import Authenticator
from tablier.server.people.online import Online
from tablier.server.people.player_channel import channel_of
from tablier.server.settings import Settings
from tablier.server.shutdown import Shutdown
from tablier.server.storage.bus import Bus
from tablier.server.tables.audience import encode
from tablier.server.tables.opening_notices import OpeningNotices

SIGN_OF_LIFE = 15.0
REMEMBERED = 1000
"""Notices of one connection that are not told again."""


class NoticeId(Struct):
    """What tells two notices apart."""

    id: str


_id_of = msgspec.json.Decoder(NoticeId).decode


async def stream(
    call: Call, settings: Settings, bus: Bus, auth: Authenticator, opening: OpeningNotices, online: Online, shutdown: Shutdown
) -> StreamingResponse:
    """What concerns you, as lines of JSON: how your games and challenges stand, then what happens. While it is open you are online."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    player = call.who.player

    async def lines() -> AsyncIterator[bytes]:
        heard = NoticeQueue(settings.quotas.queue)
        await bus.listen(channel_of(player.id), heard.put)
        shutdown.listeners.add(heard.wake)
        try:
            with online.stream(player):
                await online.announce()
                for notice in await opening.of(player.id):
                    heard.note(notice.id)
                    yield encode(notice) + b"\n"
                watch = auth.watch(call.who)
                while not heard.overflowed and not shutdown.begun and await watch.is_valid():
                    yield await heard.next_line()
        finally:
            shutdown.listeners.discard(heard.wake)
            await bus.unlisten(channel_of(player.id), heard.put)

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=headers)


class NoticeQueue:
    """What waits to be sent to one client, without what it was told already."""

    def __init__(self, most: int) -> None:
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(most)
        self._told: dict[str, None] = {}
        """The ids of the last notices that the client was told."""
        self.overflowed = False
        """A client that reads this slowly must reconnect, and is told how all stands."""

    def put(self, data: bytes) -> None:
        """Queue a notice."""
        if self._waiting.full():
            self.overflowed = True
        else:
            self._waiting.put_nowait(data)

    def wake(self) -> None:
        """Send an empty line now."""
        if not self._waiting.full():
            self._waiting.put_nowait(b"")

    async def next_line(self) -> bytes:
        """The next notice, or an empty line as a sign of life."""
        try:
            async with asyncio.timeout(SIGN_OF_LIFE):
                while True:
                    data = await self._waiting.get()
                    if not data or self.note(_id_of(data).id):
                        return data + b"\n"
        except TimeoutError:
            return b"\n"

    def note(self, notice: str) -> bool:
        """Note that the client is told a notice; False when it was before."""
        if notice in self._told:
            return False
        self._told[notice] = None
        if len(self._told) > REMEMBERED:
            del self._told[next(iter(self._told))]
        return True


ENDPOINTS = (
    Endpoint(
        "GET",
        "/stream",
        "What concerns you, as lines of JSON",
        stream,
        returns=(Notification, ChallengeNotice),
        scope="read",
        cost=5,
        media="application/x-ndjson",
    ),
)

"""Telling all processes that a player has changed: logged out, renamed, a token revoked."""

import asyncio
from collections.abc import Awaitable, Callable

from tablier.server.people.auth import Authenticator
from tablier.server.storage.bus import Bus

CHANNEL = "auth"


class PlayerChanges:
    """Forgets what was known of a player, and has sockets checked again, here and in other processes."""

    def __init__(self, bus: Bus, auth: Authenticator, recheck: Callable[[str], Awaitable[None]]) -> None:
        self.bus, self.auth, self._recheck = bus, auth, recheck
        self._tasks: set[asyncio.Future[None]] = set()
        auth.listeners += [recheck, self._publish]

    async def open(self) -> None:
        """Begin to hear other processes."""
        await self.bus.listen(CHANNEL, self._hear)

    async def _publish(self, player: str) -> None:
        if self.bus.shared:
            await self.bus.publish(CHANNEL, player.encode())

    def _hear(self, data: bytes) -> None:
        player = data.decode()
        self.auth.invalidate(player)
        task = asyncio.ensure_future(self._recheck(player))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

"""Which players have a stream of events open: here, and which bots in other processes. Said again and again; what is not lapses."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct

from tablier.api.tables import Player
from tablier.server.storage.bus import Bus
from tablier.server.timestamps import now_ms

CHANNEL = "online"
LAPSE = 10_000
"""Milliseconds after which what another process said no longer counts."""


class BotsOnline(Struct):
    """The bots whose streams a process serves."""

    process: str
    bots: tuple[Player, ...]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(BotsOnline).decode


class Online:
    """The open streams of this process, and the bots online anywhere."""

    def __init__(self, process: str, bus: Bus) -> None:
        self.process, self.bus = process, bus
        self._streams: Counter[Player] = Counter()
        self._remote: dict[str, tuple[tuple[Player, ...], int]] = {}
        """By process: its bots, and when it said so."""

    async def open(self) -> None:
        """Begin to hear other processes."""
        if self.bus.shared:
            await self.bus.listen(CHANNEL, self._hear)

    @contextmanager
    def stream(self, player: Player) -> Iterator[None]:
        """Count a stream of the player within the block."""
        self._streams[player] += 1
        try:
            yield
        finally:
            self._streams[player] -= 1
            if not self._streams[player]:
                del self._streams[player]

    @property
    def players(self) -> frozenset[str]:
        """The players with a stream in this process."""
        return frozenset(player.id for player in self._streams)

    def bots(self) -> dict[str, Player]:
        """The bots online, by id."""
        since = now_ms() - LAPSE
        here = [player for player in self._streams if player.bot]
        elsewhere = [bot for bots, at in self._remote.values() if at >= since for bot in bots]
        return {bot.id: bot for bot in (*elsewhere, *here)}

    async def announce(self) -> None:
        """Tell other processes which bots are online here."""
        if self.bus.shared:
            bots = tuple(player for player in self._streams if player.bot)
            await self.bus.publish(CHANNEL, _encode(BotsOnline(self.process, bots)))

    def _hear(self, data: bytes) -> None:
        said = _decode(data)
        if said.process != self.process:
            self._remote[said.process] = (said.bots, now_ms())

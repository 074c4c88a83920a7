"""The server's end of a socket, without a network."""

import asyncio
from collections.abc import Callable, Sequence


class Outlet:
    """Takes every message at once, and hands it on."""

    def __init__(self, hear: Callable[[bytes], None] = lambda message: None, close: Callable[[int], None] = lambda code: None) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self._hear, self.close = hear, close

    def write(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self._hear(message)

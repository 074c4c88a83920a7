"""Connections whose clients do not read.

Closing a connection waits until what was written has been sent, so a client that reads nothing would keep it, and its buffer, forever.
"""

import asyncio

STALL_SECONDS = 30
"""How often a connection is looked at."""


class StallGuard:
    """Aborts a connection when nothing of what waits to be sent has left between two looks."""

    def __init__(self, transport: asyncio.WriteTransport) -> None:
        self._transport, self._waiting = transport, 0
        self._start_timer()

    def stop(self) -> None:
        """The connection is gone, or guarded by another."""
        self._timer.cancel()

    def _start_timer(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(STALL_SECONDS, self._look)

    def _look(self) -> None:
        before, self._waiting = self._waiting, self._transport.get_write_buffer_size()
        if 0 < before <= self._waiting:
            self._transport.abort()
        else:
            self._start_timer()

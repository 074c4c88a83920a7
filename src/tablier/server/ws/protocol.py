"""The WebSocket protocol of the `websockets` library, with a limit in front of it on what one socket may send.

The library answers pings and joins continuation frames before the application hears of them, so a flood of either would keep the event
loop busy although no message ever arrives. Here every socket has a budget of frames and bytes that refills with time; a socket that
exceeds it is closed before its bytes are parsed. So is one that sends before its handshake is answered, or a message in many parts.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from tablier.server.stalled import StallGuard
from tablier.server.ws.client import OUTLET

FRAMES_PER_SECOND, FRAME_BURST = 50, 600
BYTES_PER_SECOND, BYTE_BURST = 65_536, 524_288
SLICE = 2_048
"""Bytes parsed before the budget is looked at again: at most some 340 frames."""
MOST_PARTS = 64
"""Frames of one message; a message has some kilobytes at most."""


class LimitedProtocol(WebSocketsSansIOProtocol):
    """Closes sockets that flood, and aborts those that do not read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with a full budget."""
        super().connection_made(transport)
        self._frames, self._bytes, self._refilled = float(FRAME_BURST), float(BYTE_BURST), time.monotonic()
        self._guard = StallGuard(cast(asyncio.Transport, transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to guard."""
        self._guard.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what the budget allows."""
        if self.handshake_initiated and not self.handshake_complete:
            self._cut("early")  # a client waits for the answer; the library would mix pongs into it
            return
        now = time.monotonic()
        passed, self._refilled = now - self._refilled, now
        self._frames = min(FRAME_BURST, self._frames + passed * FRAMES_PER_SECOND)
        self._bytes = min(BYTE_BURST, self._bytes + passed * BYTES_PER_SECOND) - len(data)
        for start in range(0, len(data), SLICE):
            if self._bytes < 0 or self._frames < 0:
                self._cut("flood")
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
        if not self.handshake_initiated:  # the library refused the request, which comes whole, and uvicorn would not send that
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_events(self) -> None:
        """Count the frames that were parsed, and handle them."""
        self._frames -= len(self.conn.events)
        super().handle_events()

    def handle_connect(self, event: Request) -> None:
        """A handshake: the application may send through this object."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, object], self.scope["extensions"])[OUTLET] = self

    def write(self, messages: Sequence[bytes]) -> None:
        """Send text messages in one call of the system; nothing where the connection is lost."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([Frame(Opcode.TEXT, message).serialize(mask=False) for message in messages]))

    def close(self, code: int) -> None:
        """Close the socket, after what was written."""
        work = self._close(code)
        if sys.version_info >= (3, 12):  # at once: the connection is closed as soon as the application returns
            self._closing = asyncio.Task(work, loop=self.loop, eager_start=True)
        else:
            self._closing = self.loop.create_task(work)

    async def _close(self, code: int) -> None:
        with suppress(ClientDisconnected, RuntimeError):  # the connection is closed already
            await self.send({"type": "websocket.close", "code": code})

    def handle_cont(self, event: Frame) -> None:
        """A part of a message."""
        if len(self.frames) >= MOST_PARTS:
            self._cut("parts")
        else:
            super().handle_cont(event)

    def _cut(self, reason: str) -> None:
        """Close the socket without reading on."""
        if self.close_sent or self.transport.is_closing():
            return
        self.frames = []
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.POLICY_VIOLATION})
        if self.handshake_complete:
            self.conn.send_close(CloseCode.POLICY_VIOLATION, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

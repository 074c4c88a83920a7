"""The HTTP protocol of uvicorn, with limits in front of its parser on what one connection may make the server keep.

uvicorn queues pipelined requests without bound, accepts a head of any size, and waits forever for the rest of a request. Here a
connection is parsed in slices, and only while no parsed request waits for its turn; while something is not parsed it is not read, so that
the client waits.
"""

import asyncio
from typing import cast

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tablier.server.stalled import StallGuard

SLICE = 2_048
"""Bytes parsed before the queue of requests is looked at again: at most some hundred requests."""
HEAD_BYTES = 32_768
"""Bytes of a request that are not its body: request line, headers, and marks of chunks beyond the size of the body."""
REQUEST_SECONDS = 20
"""How long a request may take to arrive; also how long a new connection may take to send one."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """Reads no further than it answers."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a first request."""
        made = cast(asyncio.Transport, transport)
        super().connection_made(made)
        self.flow = self._held_flow = _HeldFlow(made)
        self._guard = StallGuard(made)
        self._running: RequestResponseCycle | None = None
        self._unparsed = b""
        self._overhead = 0
        self._arriving, self._upgraded = False, False
        self._timer: asyncio.TimerHandle | None = None
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the request that is being answered; uvicorn tells only the last one that arrived."""
        self._stop_guards()
        self._unparsed = b""
        self.pipeline.clear()
        super().connection_lost(exc)
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Parse as much as may wait."""
        self._unparsed += data
        self._parse()

    def on_response_complete(self) -> None:
        """Go on with what was not parsed yet."""
        super().on_response_complete()
        self._parse()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        self._upgraded = True
        self._stop_guards()
        super().handle_websocket_upgrade()

    def _parse(self) -> None:
        """Parse slices until a request waits for its turn; read on when all is parsed."""
        data, at = self._unparsed, 0
        while at < len(data) and not self.pipeline and not self._upgraded and not self.transport.is_closing():
            part = data[at : at + SLICE]
            at += SLICE
            self._overhead += len(part)
            super().data_received(part)
            if self._overhead > HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response("Request head too large.")
        if self._upgraded or self.transport.is_closing():
            self._unparsed = b""
            return
        self._unparsed = data[at:]
        self._held_flow.hold(bool(self._unparsed))
        if self._arriving and self._timer is None:
            self._start_timer()

    # -- what the parser finds -----------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._overhead, self._arriving = 0, True

    def on_body(self, body: bytes) -> None:
        """A part of a body, which the application limits."""
        super().on_body(body)
        self._overhead -= 2 * len(body)

    def on_message_complete(self) -> None:
        """A request has arrived."""
        super().on_message_complete()
        self._overhead, self._arriving = 0, False
        self._stop_timer()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # -- time ----------------------------------------------------------------------------------------------

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._not_arrived)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _not_arrived(self) -> None:
        """Close the connection, unless it is the server that does not read or has not answered yet."""
        running = self._running
        answering = running is not None and not running.response_complete and not running.more_body
        if self.flow.read_paused or answering:
            self._start_timer()
        else:
            self.transport.close()

    def _stop_guards(self) -> None:
        self._stop_timer()
        self._guard.stop()


class _HeldFlow(FlowControl):
    """Flow control that does not resume reading while something is not parsed."""

    _held = False

    def hold(self, held: bool) -> None:
        """Stop reading, or read on."""
        was, self._held = self._held, held
        if held:
            self.pause_reading()
        elif was:
            self.resume_reading()

    def resume_reading(self) -> None:
        """Read on, if all is parsed."""
        if not self._held:
            super().resume_reading()

"""uvicorn with the limited protocols and a small application, in the process of a test whose limits are made small."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from tests.support.services import free_port

from tablier.server.http.protocol import LimitedHttpProtocol
from tablier.server.ws.protocol import LimitedProtocol


@asynccontextmanager
async def limited_server(app: Any) -> AsyncIterator[int]:
    """The port of a server that runs until the block ends."""
    port = free_port()
    config = uvicorn.Config(
        app, log_config=None, port=port, http=LimitedHttpProtocol, ws=LimitedProtocol, ws_per_message_deflate=False, lifespan="off"
    )
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]  # the test runner's signals stay its own
    serving = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield port
    finally:
        server.should_exit = True
        await serving

"""Running the server: the schema made ready, one process of uvicorn, a clean end."""

import asyncio
from collections.abc import Callable

import uvicorn

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.app import make_app
from tablier.server.house import House
from tablier.server.leases import DEAD
from tablier.server.settings import Settings
from tablier.server.store.migrating import prepare


async def serve(settings: Settings, opened: Callable[[], None] = lambda: None) -> None:
    """Serve until told to stop; calls `opened` when visitors can come."""
    settings.folder.mkdir(parents=True, exist_ok=True)
    house = House(settings)
    await prepare(house.database)
    if not house.bus.shared:
        await _must_be_alone(house)
    config = uvicorn.Config(
        make_app(house), host=settings.host, port=settings.port, log_config=None, access_log=False, ws="websockets-sansio",
        ws_per_message_deflate=False, ws_max_size=settings.limits.message * 2, ws_ping_interval=20, ws_ping_timeout=30,
        timeout_graceful_shutdown=3, forwarded_allow_ips=settings.trusted_proxies, server_header=False, loop="uvloop", http="httptools",
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        opened()
    await serving


async def _must_be_alone(house: House) -> None:
    """Without a bus two processes would not hear each other. One that was killed a moment ago is waited for."""
    for _ in range(DEAD // 100 + 10):
        if not await house.hub.leases.others():
            return
        await asyncio.sleep(0.1)
    raise TablierError(
        Text("Un autre serveur utilise cette base ; pour en avoir plusieurs, donnez --bus redis://…",
             "Another server uses this database; to have several, give --bus redis://…")
    )

"""Opening and closing the services of one process."""

import shutil
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tablier.api.messages import Closing
from tablier.server.services import Services

CHECKPOINT = 10.0
"""Seconds between two checkpoints of the database; commits are slower meanwhile."""
ANNOUNCE = 3.0
"""Seconds between two announcements of the bots online."""
TEND = 5.0
"""Seconds between two looks at the challenges that wait."""
COUNT = 3.0
"""Seconds between two counts of the games that are over."""
LEAST_FREE = 1 << 19
"""Bytes that must be free on the disk of a SQLite file; SQLite needs some of them to end what it has begun."""


async def open_services(services: Services) -> None:
    """Make ready for clients."""
    await services.bus.open()
    await services.changes.open()
    if not services.bus.shared:
        await services.jobs.requeue_all()
    await services.registry.open()
    await services.dispatcher.open()
    services.background.spawn(services.dispatcher.resume_all())
    await services.online.open()
    services.background.repeat(services.online.announce, ANNOUNCE)
    services.background.repeat(services.challenges.tend, TEND)
    services.background.repeat(services.database.checkpoint, CHECKPOINT)
    services.background.repeat(services.openings.count_all, COUNT)
    await services.metrics.open()
    services.pool.start()


async def begin_shutdown(services: Services) -> None:
    """Tell all clients that the server closes: they come back, to another process or to the next one."""
    if services.shutdown.begun:
        return
    services.shutdown.begin()
    for live in services.registry.live.values():
        live.audience.send(Closing())
    await services.sockets.close()
    await services.jobs.close()
    await services.pool.stop()


async def close_services(services: Services) -> None:
    """Finish what is being done, and close."""
    await begin_shutdown(services)
    await services.background.close()
    await services.registry.close()
    await services.cluster.close()
    services.positions.close()
    await services.metrics.close()
    await services.bus.close()
    await services.database.close()


async def find_trouble(services: Services) -> str:
    """Why clients should go to another process; "" when there is no reason."""
    try:
        async with services.database.read() as connection:
            await connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError):
        return "the database does not answer"
    if services.database.sqlite and disk_is_full(services.database.sqlite.path):
        return "the disk is full"
    return services.log.trouble or ("the database cannot be written" if services.registry.lapsed else "")


def disk_is_full(file: str) -> bool:
    """Whether there is too little room beside a SQLite file; False where there is no such folder."""
    folder = Path(file).absolute().parent
    return folder.is_dir() and shutil.disk_usage(folder).free < LEAST_FREE

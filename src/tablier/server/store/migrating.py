"""Bringing a database to today's shape."""

from tablier.server.store.database import Database
from tablier.server.store.schema import metadata


async def prepare(database: Database) -> None:
    """Make or change the tables as needed; does nothing when all is as it should be."""
    async with database.engine.begin() as connection:
        await connection.run_sync(metadata.create_all)

"""The current schema in a new database. For a file of SQLite it is copied, which takes a tenth of the time of making it."""

import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine

from tablier.server.storage.database import Database
from tablier.server.storage.migrate import alembic_config
from tablier.server.storage.schema import metadata


async def give_schema(database: Database) -> None:
    """Make the tables of a database unless they are there."""
    path = Path(str(database.engine.url.database))
    if not database.sqlite:
        async with database.write() as connection:
            await connection.run_sync(metadata.create_all)
    elif not path.exists():
        path.write_bytes(_empty_file())


@cache
def _empty_file() -> bytes:
    """A file of SQLite with all tables, as the migrations leave it."""
    from alembic import command  # slow to import

    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{folder}/tablier.db")
        with engine.begin() as connection:
            command.upgrade(alembic_config(connection), "head")
        engine.dispose()
        return (Path(folder) / "tablier.db").read_bytes()

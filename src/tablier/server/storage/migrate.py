"""Bringing a database to today's shape."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.storage.database import Database

if TYPE_CHECKING:
    from alembic.config import Config

STEPS = Path(__file__).parent / "migrations"
ONE_AT_A_TIME = 7_106_118
"""The number of the lock under which processes that start together take turns."""


def newest() -> str:
    """The name of today's shape."""
    return max(path.name.partition("_")[0] for path in (STEPS / "versions").glob("[0-9]*.py"))


async def prepare(database: Database) -> None:
    """Take the steps that are missing; nothing when all is as it should be."""
    async with database.engine.connect() as connection:
        await connection.execution_options(tablier_write=True)
        async with connection.begin():
            if not database.sqlite:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
            await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    if _shape(connection) == newest():
        return
    from alembic import command  # slow to import, and needed only when there is something to do
    from alembic.util.exc import CommandError

    try:
        command.upgrade(config_for(connection), "head")
    except CommandError as error:
        raise TablierError(
            Text(
                f"Cette base vient d'un Tablier plus récent, ou d'ailleurs : {error}.",
                f"This database comes from a newer Tablier, or from elsewhere: {error}.",
            )
        ) from error


def _shape(connection: Connection) -> str | None:
    """The shape that the database has; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def config_for(connection: Connection) -> "Config":
    """Alembic's settings, with a connection to work on."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(STEPS))
    config.attributes["connection"] = connection
    return config

"""Bringing a database to today's shape."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.store.database import Database

STEPS = Path(__file__).parent / "migrations"
ONE_AT_A_TIME = 7_106_118
"""The number of the lock under which processes that start together take turns."""


def newest() -> str:
    """The name of today's shape."""
    return ScriptDirectory(str(STEPS)).get_current_head() or ""


async def prepare(database: Database) -> None:
    """Take the steps that are missing; nothing when all is as it should be."""
    async with database.engine.connect() as connection:
        await connection.execution_options(tablier_write=True)
        async with connection.begin():
            if not database.sqlite:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
            await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    try:
        command.upgrade(config_for(connection), "head")
    except CommandError as error:
        raise TablierError(
            Text(f"Cette base vient d'un Tablier plus récent, ou d'ailleurs : {error}.",
                 f"This database comes from a newer Tablier, or from elsewhere: {error}.")
        ) from error


def config_for(connection: Connection) -> Config:
    """Alembic's settings, with a connection to work on."""
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    config.attributes["connection"] = connection
    return config

"""Bring a database to the current schema."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.storage.database import Database

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
ADVISORY_LOCK = 7_106_118
"""The PostgreSQL lock under which processes that start together take turns."""


def latest_revision() -> str:
    """The revision of the current schema."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


async def upgrade_schema(database: Database) -> None:
    """Run the migrations that are missing."""
    async with database.write(bounded=False) as connection:
        if not database.sqlite:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"))
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    if _revision(connection) == latest_revision():
        return
    from alembic import command  # slow to import
    from alembic.util.exc import CommandError

    try:
        command.upgrade(alembic_config(connection), "head")
    except CommandError as error:
        raise TablierError(
            Text(
                f"Cette base vient d'un Tablier plus récent, ou d'ailleurs : {error}.",
                f"This database comes from a newer Tablier, or from elsewhere: {error}.",
            )
        ) from error


def _revision(connection: Connection) -> str | None:
    """The revision of the database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def alembic_config(connection: Connection) -> "Config":
    """Alembic's settings, with the connection to use."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config

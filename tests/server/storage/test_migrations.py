"""Migrations lead from an empty database to the current schema, on SQLite and PostgreSQL."""

import asyncio

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import insert, inspect, select, text

from tablier import TablierError
from tablier.server.storage.database import Database
from tablier.server.storage.migrate import alembic_config, latest_revision, upgrade_schema
from tablier.server.storage.schema import metadata, table_events


def test_migrations_lead_to_the_schema_and_run_once(database_url):
    async def story() -> None:
        database = Database(database_url)
        await upgrade_schema(database)
        await upgrade_schema(database)
        async with database.read() as connection:
            differences = await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), metadata))
        await database.close()
        assert differences == []

    asyncio.run(story())


def test_migrations_can_be_reverted(database_url):
    async def story() -> None:
        database = Database(database_url)
        await upgrade_schema(database)
        async with database.engine.connect() as connection, connection.begin():
            await connection.run_sync(lambda sync: command.downgrade(alembic_config(sync), "base"))
        async with database.read() as connection:
            left = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        await database.close()
        assert set(left) <= {"alembic_version"}

    asyncio.run(story())


def test_processes_that_start_together_take_turns(postgres):
    address = postgres.database()

    async def story() -> None:
        databases = [Database(address) for _ in range(4)]
        await asyncio.gather(*map(upgrade_schema, databases))
        for database in databases:
            await database.close()

    asyncio.run(story())


def test_a_database_of_a_newer_release_is_refused(database_url):
    async def story() -> None:
        database = Database(database_url)
        await upgrade_schema(database)
        async with database.write() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(TablierError, match="newer Tablier"):
            await upgrade_schema(database)
        await database.close()

    asyncio.run(story())


def test_the_latest_revision_is_found():
    assert latest_revision() == "0009"


def test_a_log_survives_every_migration(database_url):
    lines = [
        {"table": "t", "version": 1, "at": 1000, "key": None, "body": b"{}"},
        {"table": "t", "version": 2, "at": 2000, "key": "awa:1", "body": '{"text":"é"}'.encode()},
    ]

    async def story() -> None:
        database = Database(database_url)
        async with database.engine.connect() as connection, connection.begin():
            await connection.run_sync(lambda sync: command.upgrade(alembic_config(sync), "0001"))
        async with database.write() as connection:
            await connection.execute(insert(table_events), lines)
        await upgrade_schema(database)
        async with database.read() as connection:
            kept = [dict(row._mapping) for row in await connection.execute(select(table_events).order_by(table_events.c.version))]
        await database.close()
        assert kept == lines

    asyncio.run(story())

"""The log: the owner of a table appends, any other process is fenced off, and a bad append does not prevent others."""

import asyncio

from sqlalchemy import insert

from tablier.server.storage.database import Database
from tablier.server.storage.log import Append, AppendFailed, Fenced, Log, LogEntry
from tablier.server.storage.schema import metadata, tables

OURS, THEIRS = 3, 4


def entry(version, key=None, body=b"{}"):
    return LogEntry(version, 1000 + version, key, body)


def after(database_url, *appends, first=()):
    """The results of concurrent appends, and the logs of tables a, b and c afterwards.

    This process owns all three; `first` is appended before."""

    async def run():
        database = Database(database_url)
        try:
            async with database.write() as connection:
                await connection.run_sync(metadata.create_all)
            rows = [
                {
                    "id": name,
                    "game": "makruk",
                    "state": "open",
                    "private": False,
                    "rated": False,
                    "code": name,
                    "created": 1,
                    "updated": 1,
                    "epoch": OURS,
                }
                for name in "abc"
            ]
            await database.transact(lambda execute: execute(insert(tables), rows))
            log = Log(database)
            await asyncio.gather(*(log.append(Append(*append)) for append in first))
            results = await asyncio.gather(*(log.append(Append(*append)) for append in appends), return_exceptions=True)
            return [type(result) for result in results], {name: await log.read_all(name) for name in "abc"}
        finally:
            await database.close()

    return asyncio.run(run())


WRITTEN = type(None)


def test_concurrent_appends_of_several_tables_are_written(database_url):
    body = b'{"type":"chat","words":"\xc3\xa9t\xc3\xa9 \' ? :a"}'
    results, logs = after(database_url, ("a", OURS, [entry(1, "x:1", body), entry(2)]), ("b", OURS, [entry(1, "x:1")]))
    assert results == [WRITTEN, WRITTEN]
    assert logs == {"a": [entry(1, "x:1", body), entry(2)], "b": [entry(1, "x:1")], "c": []}


def test_a_former_owner_is_fenced_and_others_are_not(database_url):
    results, logs = after(database_url, ("a", OURS, [entry(1)]), ("b", THEIRS, [entry(1), entry(2)]), ("c", OURS, [entry(1)]))
    assert results == [WRITTEN, Fenced, WRITTEN]
    assert logs == {"a": [entry(1)], "b": [], "c": [entry(1)]}


def test_of_two_owners_of_a_table_only_the_current_one_writes(database_url):
    results, logs = after(database_url, ("a", THEIRS, [entry(1, body=b"late")]), ("a", OURS, [entry(1, body=b"right")]))
    assert results == [Fenced, WRITTEN]
    assert logs["a"] == [entry(1, body=b"right")]


def test_an_append_to_an_unknown_table_is_fenced(database_url):
    results, logs = after(database_url, ("z", OURS, [entry(1)]), ("a", OURS, [entry(1)]))
    assert results == [Fenced, WRITTEN]
    assert logs["a"] == [entry(1)]


def test_a_version_that_exists_is_refused_and_others_are_written(database_url):
    results, logs = after(database_url, ("a", OURS, [entry(1, "x:1")]), ("b", OURS, [entry(1)]), first=[("a", OURS, [entry(1, "x:1")])])
    assert results == [AppendFailed, WRITTEN]
    assert logs == {"a": [entry(1, "x:1")], "b": [entry(1)], "c": []}


def test_appends_with_and_without_a_changed_row_share_a_batch(database_url):
    over = ("a", OURS, [entry(1)], {"state": "over"}, [{"seat": 0, "player": "p", "level": None}])
    results, logs = after(database_url, over, ("b", THEIRS, [entry(1)], {"state": "over"}), ("c", OURS, [entry(1)]))
    assert results == [WRITTEN, Fenced, WRITTEN]
    assert logs == {"a": [entry(1)], "b": [], "c": [entry(1)]}

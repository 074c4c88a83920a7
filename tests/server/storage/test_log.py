"""The log of the tables: what the owner of a table writes is kept, what anybody else writes is not, and one bad entry spoils no other."""

import asyncio

from sqlalchemy import insert

from tablier.server.storage.database import Database
from tablier.server.storage.log import Append, AppendFailed, Fenced, Log, LogEntry
from tablier.server.storage.schema import metadata, tables

OURS, THEIRS = 3, 4


def line(version, key=None, body=b"{}"):
    return LogEntry(version, 1000 + version, key, body)


def after(database_url, *entries, first=()):
    """What became of entries that were written at the same time, and the logs of the tables a, b and c afterwards.

    All three are ours; `first` was written before."""

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
            await asyncio.gather(*(log.append(Append(*entry)) for entry in first))
            became = await asyncio.gather(*(log.append(Append(*entry)) for entry in entries), return_exceptions=True)
            return [type(one) for one in became], {name: await log.read_all(name) for name in "abc"}
        finally:
            await database.close()

    return asyncio.run(run())


KEPT = type(None)


def test_what_tables_write_at_the_same_time_is_kept_for_each(database_url):
    body = b'{"type":"chat","words":"\xc3\xa9t\xc3\xa9 \' ? :a"}'
    became, logs = after(database_url, ("a", OURS, [line(1, "x:1", body), line(2)]), ("b", OURS, [line(1, "x:1")]))
    assert became == [KEPT, KEPT]
    assert logs == {"a": [line(1, "x:1", body), line(2)], "b": [line(1, "x:1")], "c": []}


def test_a_late_owner_writes_nothing_and_the_others_all(database_url):
    became, logs = after(database_url, ("a", OURS, [line(1)]), ("b", THEIRS, [line(1), line(2)]), ("c", OURS, [line(1)]))
    assert became == [KEPT, Fenced, KEPT]
    assert logs == {"a": [line(1)], "b": [], "c": [line(1)]}


def test_of_two_owners_of_a_table_only_the_right_one_writes(database_url):
    became, logs = after(database_url, ("a", THEIRS, [line(1, body=b"late")]), ("a", OURS, [line(1, body=b"right")]))
    assert became == [Fenced, KEPT]
    assert logs["a"] == [line(1, body=b"right")]


def test_a_table_that_nobody_set_has_no_log(database_url):
    became, logs = after(database_url, ("z", OURS, [line(1)]), ("a", OURS, [line(1)]))
    assert became == [Fenced, KEPT]
    assert logs["a"] == [line(1)]


def test_whoever_has_not_read_all_before_writes_nothing_and_spoils_no_other(database_url):
    became, logs = after(database_url, ("a", OURS, [line(1, "x:1")]), ("b", OURS, [line(1)]), first=[("a", OURS, [line(1, "x:1")])])
    assert became == [AppendFailed, KEPT]
    assert logs == {"a": [line(1, "x:1")], "b": [line(1)], "c": []}


def test_what_changes_the_row_of_a_table_goes_with_what_does_not(database_url):
    over = ("a", OURS, [line(1)], {"state": "over"}, [{"seat": 0, "player": "p", "level": None}])
    became, logs = after(database_url, over, ("b", THEIRS, [line(1)], {"state": "over"}), ("c", OURS, [line(1)]))
    assert became == [KEPT, Fenced, KEPT]
    assert logs == {"a": [line(1)], "b": [], "c": [line(1)]}

"""A caller that is cancelled leaves no connection behind: `close` waits until each is returned."""

import asyncio

import pytest
from sqlalchemy import event, text

from tablier.server.storage.database import Database


async def query(database: Database, writes: bool) -> None:
    async with database.write() if writes else database.read() as connection:
        await connection.execute(text("SELECT 1"))


@pytest.mark.parametrize("everything", [False, True], ids=["query", "all tasks but checkouts"])
@pytest.mark.parametrize("writes", [False, True])
@pytest.mark.parametrize(("target", "moment"), [("engine", "do_connect"), ("pool", "connect"), ("engine", "begin"), ("pool", "reset")])
def test_a_connection_is_returned_though_its_query_is_cancelled(tmp_path, target, moment, writes, everything):
    async def run():
        main, database = asyncio.current_task(), Database(f"sqlite+aiosqlite:///{tmp_path / 'some.db'}")
        engine = database.engine.sync_engine
        counts = {"checkout": 0, "checkin": 0}

        def count(name):
            counts[name] += 1

        for name in counts:
            event.listen(engine.pool, name, lambda *_, name=name: count(name))
        asked = asyncio.create_task(query(database, writes))
        reached = []

        def cancel(*_):
            reached.append(moment)
            for task in asyncio.all_tasks() - {main} - database.checkouts if everything else {asked}:
                task.cancel()

        event.listen(engine if target == "engine" else engine.pool, moment, cancel)
        await asyncio.gather(asked, return_exceptions=True)
        assert asked.cancelled() and reached
        await database.close()
        assert counts["checkout"] == counts["checkin"]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())

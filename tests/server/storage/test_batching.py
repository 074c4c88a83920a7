"""Concurrent lookups share a query; each gets its own answer, and none an old one."""

import asyncio
from contextlib import suppress

import pytest

from tablier.server.storage.batching import BatchedQuery


class Query:
    """A slow query that notes its batches."""

    def __init__(self):
        self.batches, self.rows, self.broken = [], {"a": 1, "b": 2}, False

    async def __call__(self, keys):
        self.batches.append(keys)
        answers = dict(self.rows)
        await asyncio.sleep(0.02)
        if self.broken:
            raise OSError("away")
        return {key: answers[key] for key in keys if key in answers}


def test_concurrent_lookups_share_a_query():
    async def run():
        query = Query()
        ask = BatchedQuery(query)
        return await asyncio.gather(*(ask(key) for key in "abbac")), query.batches

    answers, batches = asyncio.run(run())
    assert answers == [1, 2, 2, 1, None] and batches == [["a", "b", "c"]]


def test_a_query_has_a_limited_number_of_keys():
    async def run():
        query = Query()
        ask = BatchedQuery(query, limit=2)
        await asyncio.gather(*(ask(key) for key in "abcde"))
        return query.batches

    assert [len(batch) for batch in asyncio.run(run())] == [2, 2, 1]


def test_no_answer_is_older_than_its_lookup():
    async def run():
        query = Query()
        ask = BatchedQuery(query)
        first = asyncio.create_task(ask("a"))
        await asyncio.sleep(0.01)
        query.rows["a"] = 9
        return await ask("a"), await first

    assert asyncio.run(run()) == (9, 1)


def test_a_failed_query_fails_its_lookups_and_not_later_ones():
    async def run():
        query = Query()
        ask, query.broken = BatchedQuery(query), True
        with pytest.raises(OSError, match="away"):
            await ask("a")
        query.broken = False
        return await ask("a")

    assert asyncio.run(run()) == 1


def test_a_cancelled_lookup_does_not_cancel_others():
    async def run():
        ask = BatchedQuery(Query())
        leaving, staying = asyncio.create_task(ask("a")), asyncio.create_task(ask("a"))
        await asyncio.sleep(0)
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving
        return await staying

    assert asyncio.run(run()) == 1

"""Questions asked at the same time go to the database together; each gets its own answer, and none an old one."""

import asyncio
from contextlib import suppress

import pytest

from tablier.server.storage.batching import BatchedQuery


class Asked:
    """A database that answers slowly, and counts how often it is asked."""

    def __init__(self):
        self.batches, self.known, self.broken = [], {"a": 1, "b": 2}, False

    async def __call__(self, keys):
        self.batches.append(keys)
        answers = dict(self.known)  # as it is when it is asked
        await asyncio.sleep(0.02)
        if self.broken:
            raise OSError("away")
        return {key: answers[key] for key in keys if key in answers}


def test_what_is_asked_at_the_same_time_is_asked_once():
    async def run():
        asked = Asked()
        ask = BatchedQuery(asked)
        return await asyncio.gather(*(ask(key) for key in "abbac")), asked.batches

    answers, batches = asyncio.run(run())
    assert answers == [1, 2, 2, 1, None] and batches == [["a", "b", "c"]]


def test_no_more_than_so_many_at_a_time():
    async def run():
        asked = Asked()
        ask = BatchedQuery(asked, limit=2)
        await asyncio.gather(*(ask(key) for key in "abcde"))
        return asked.batches

    assert [len(batch) for batch in asyncio.run(run())] == [2, 2, 1]


def test_no_answer_is_older_than_its_question():
    async def run():
        asked = Asked()
        ask = BatchedQuery(asked)
        first = asyncio.create_task(ask("a"))
        await asyncio.sleep(0.01)
        asked.known["a"] = 9
        return await ask("a"), await first

    assert asyncio.run(run()) == (9, 1)


def test_whoever_asked_hears_that_the_database_is_away_and_may_ask_again():
    async def run():
        asked = Asked()
        ask, asked.broken = BatchedQuery(asked), True
        with pytest.raises(OSError, match="away"):
            await ask("a")
        asked.broken = False
        return await ask("a")

    assert asyncio.run(run()) == 1


def test_one_who_goes_away_takes_no_answer_from_the_others():
    async def run():
        ask = BatchedQuery(Asked())
        leaving, staying = asyncio.create_task(ask("a")), asyncio.create_task(ask("a"))
        await asyncio.sleep(0)
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving
        return await staying

    assert asyncio.run(run()) == 1

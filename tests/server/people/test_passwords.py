import asyncio
import threading

import pytest
from tests.support.site import QUICK

from tablier.server.errors import Problem
from tablier.server.people.passwords import MAX_THREADS, MAX_WAITING, Passwords


class Slow(Passwords):
    """Checks that last until they are let go."""

    def __init__(self):
        super().__init__(QUICK)
        self.go, self.busy, self.most = threading.Event(), 0, 0
        self.lock = threading.Lock()

    def _matches(self, stored, password):
        with self.lock:
            self.busy += 1
            self.most = max(self.most, self.busy)
        self.go.wait()
        with self.lock:
            self.busy -= 1
        return super()._matches(stored, password)


def test_a_few_are_checked_at_once_some_wait_and_the_rest_come_back_later():
    async def story():
        passwords = Slow()
        stored = await passwords.hash("juste celui-ci")
        passwords._dummy = stored
        asked = [asyncio.ensure_future(passwords.verify(stored, "juste celui-ci")) for _ in range(MAX_WAITING + 5)]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)  # the loop goes on while threads are held up
        refused = [task for task in asked if task.done()]
        assert len(refused) == 5
        for task in refused:
            with pytest.raises(Problem) as busy:
                task.result()
            assert busy.value.status == 503 and busy.value.body.retry
        passwords.go.set()
        good = await asyncio.gather(*(task for task in asked if task not in refused))
        assert good == [True] * MAX_WAITING and passwords.most <= MAX_THREADS

    asyncio.run(story())


def test_without_a_stored_hash_no_password_is_right():
    async def story():
        passwords = Passwords(QUICK)
        assert not await passwords.verify(None, "no password")
        assert not await passwords.verify("not a hash", "x")
        stored = await passwords.hash("e\u0301toile filante")
        assert await passwords.verify(stored, "étoile filante")  # typed on another keyboard
        assert not await passwords.verify(stored, "étoile filantE")

    asyncio.run(story())

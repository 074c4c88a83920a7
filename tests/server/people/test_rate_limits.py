import asyncio
import shutil

import hypothesis.strategies as some
import pytest
from hypothesis import given
from starlette.requests import HTTPConnection
from tests.support.site import open_site

from tablier.server.errors import Problem
from tablier.server.rate_limits import Allowance, RateLimits, address_of
from tablier.server.settings import Quotas
from tablier.server.storage.redis_bus import RedisBus

SLOW = Allowance("slow", rate=0.5, burst=3)


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_a_burst_then_a_trickle():
    clock = Clock()
    limits = RateLimits(clock=clock)
    assert [limits.wait(SLOW, "a") for _ in range(4)] == [0, 0, 0, 2]
    clock.now += 2
    assert [limits.wait(SLOW, "a") for _ in range(2)] == [0, 2]


def test_keys_and_allowances_do_not_share_a_bucket():
    limits = RateLimits(clock=Clock())
    for _ in range(3):
        limits.charge(SLOW, "a")
    limits.charge(SLOW, "b")
    limits.charge(Allowance("other", 1, 1), "a")
    with pytest.raises(Problem) as refused:
        limits.charge(SLOW, "a")
    assert refused.value.status == 429 and refused.value.body.retry == 2


def test_a_refusal_takes_nothing():
    clock = Clock()
    limits = RateLimits(clock=clock)
    limits.wait(SLOW, "a", 3)
    waits = [limits.wait(SLOW, "a") for _ in range(100)]
    assert set(waits) == {2}


def test_what_costs_more_than_a_bucket_holds_takes_a_full_one():
    clock = Clock()
    limits = RateLimits(clock=clock)
    assert limits.wait(SLOW, "a", 5) == 0
    assert limits.wait(SLOW, "a", 1) == pytest.approx(6)


def test_forgiven():
    limits = RateLimits(clock=Clock())
    limits.wait(SLOW, "a", 3)
    asyncio.run(limits.reset(SLOW, "a"))
    assert limits.wait(SLOW, "a") == 0


def test_no_limits_where_they_are_turned_off():
    limits = RateLimits(0, clock=Clock())
    assert {limits.wait(SLOW, "a") for _ in range(100)} == {0} and len(limits) == 0


@given(some.lists(some.tuples(some.integers(0, 500), some.floats(0, 3), some.floats(0.1, 4)), max_size=300))
def test_memory_is_bounded_and_no_key_gets_more_than_burst_and_rate(asked):
    clock, spent = Clock(), 0.0
    limits = RateLimits(clock=clock, max_buckets=50)
    for key, pause, cost in asked:
        clock.now += pause
        limits.wait(SLOW, str(key), cost)
        if limits.wait(SLOW, "hurried", 1) == 0:
            spent += 1
        assert len(limits) <= 50
    assert spent <= SLOW.burst + (clock.now - 100) * SLOW.rate + 1e-6


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("unix", "unix"),
    ],
)
def test_an_address_is_counted_by_what_one_person_has(host, key):
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == key


def test_a_visitor_who_asks_too_often_is_told_when_to_come_back(with_site):
    async def story(site):
        site.services.rate_limits.clock = Clock()
        guest, neighbour = await site.guest(), await site.guest()
        statuses = [(await guest.get("/me")).status_code for _ in range(102)]
        assert statuses.count(429) > 0 and statuses[:100] == [200] * 100
        assert (await guest.get("/me")).headers["retry-after"] == "1"
        assert (await neighbour.get("/me")).status_code == 200

    with_site(story, quotas=Quotas())


def test_a_client_that_drops_its_cookie_is_counted_by_address(with_site):
    async def story(site):
        site.services.rate_limits.clock = Clock()
        statuses = [(await (await site.visitor("198.51.100.1")).get("/me")).status_code for _ in range(52)]
        assert statuses[:50] == [200] * 50 and set(statuses[50:]) == {429}
        assert (await (await site.visitor("198.51.100.2")).get("/me")).status_code == 200

    with_site(story, quotas=Quotas(rate=0.1))


def test_processes_that_share_a_redis_count_together_and_alone_when_it_is_away(redis):
    async def story():
        buses = [RedisBus(redis), RedisBus(redis), RedisBus("redis://127.0.0.1:1/0")]
        one, other, alone = (RateLimits(bus=bus) for bus in buses)
        slow = Allowance("slow-together", rate=0.01, burst=4)
        for limits in (one, other, one, other):
            await limits.charge_shared(slow, "a")
        for limits in (one, other):
            with pytest.raises(Problem) as refused:
                await limits.charge_shared(slow, "a")
            assert 90 < refused.value.body.retry <= 100
        await one.charge_shared(slow, "b")
        for _ in range(4):
            await alone.charge_shared(slow, "a")
        with pytest.raises(Problem):
            await alone.charge_shared(slow, "a")
        await one.reset(slow, "a")
        await other.charge_shared(slow, "a")
        for bus in buses:
            await bus.redis.aclose()

    asyncio.run(story())


def test_a_bucket_that_is_shared_fills_again(redis):
    async def story():
        bus = RedisBus(redis)
        waits = [await bus.take_token("quick", 1.0, 2.0) for _ in range(3)]
        assert waits[:2] == [0.0, 0.0] and 0 < waits[2] <= 1
        while wait := await bus.take_token("quick", 1.0, 2.0):
            await asyncio.sleep(wait)
        await bus.redis.aclose()

    asyncio.run(story())


def test_passwords_are_not_guessed_at_by_going_from_process_to_process(tmp_path, postgres, redis):
    shared = {"database": postgres.database(), "bus": redis, "quotas": Quotas()}

    async def story():
        async with open_site(tmp_path / "one", **shared) as one:
            shutil.copytree(tmp_path / "one", tmp_path / "two")
            async with open_site(tmp_path / "two", **shared) as two:
                await one.account("Ada")
                guesses = []
                for number in range(8):
                    thief = await (one, two)[number % 2].visitor("198.51.100.77")
                    guesses.append((await thief.post("/sessions", json={"name": "Ada", "password": f"guess {number}"})).status_code)
                assert guesses == [401] * 6 + [429] * 2

    asyncio.run(story())

"""The bus in memory and through Redis: messages reach current subscribers, in order, and no others."""

import asyncio

import pytest

from tablier.server.storage.bus import Bus
from tablier.server.storage.open_bus import make_bus

LONG = 30.0


@pytest.fixture(params=["memory", "redis"])
def url(request):
    return "" if request.param == "memory" else request.getfixturevalue("redis")


def with_bus(url, test):
    async def run():
        bus = make_bus(url)
        await bus.open()
        try:
            await test(bus)
        finally:
            await bus.close()

    asyncio.run(run())


def test_a_subscription_receives_its_channel_in_order_and_then_times_out(url):
    async def test(bus):
        async with bus.subscribe("a") as messages, bus.subscribe("b") as others:
            for data in (b"1", b"2"):
                await bus.publish("a", data)
            assert [await messages.receive(LONG), await messages.receive(LONG)] == [b"1", b"2"]
            assert await messages.receive(0.01) is None
            await bus.publish("a", b"3")
            assert await messages.receive(LONG) == b"3"
            assert await others.receive(0.01) is None

    with_bus(url, test)


def test_after_the_block_nothing_is_received(url):
    async def test(bus):
        async with bus.subscribe("a") as messages:
            pass
        await bus.publish("a", b"late")
        assert await messages.receive(0.05) is None

    with_bus(url, test)


def test_in_memory_it_is_known_whether_a_channel_has_listeners():
    async def test(bus):
        assert not bus.has_listeners("a")
        async with bus.subscribe("a"):
            assert bus.has_listeners("a")
        assert not bus.has_listeners("a")

    with_bus("", test)


def test_a_subscriber_that_does_not_read_loses_messages_and_delays_no_other():
    async def test(bus):
        async with bus.subscribe("a") as slow, bus.subscribe("a") as quick:
            for number in range(3000):
                await bus.publish("a", str(number).encode())
                assert await quick.receive(LONG) == str(number).encode()
            assert await slow.receive(0) == b"0"

    assert not Bus.shared
    with_bus("", test)

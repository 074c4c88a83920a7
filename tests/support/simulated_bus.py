"""A bus between simulated processes that loses, doubles, delays and reorders messages, goes away and hangs."""

import asyncio
from collections import Counter

from tests.support.simulation import SimulatedLoop, in_process

from tablier.server.storage.bus import Bus, Listener


class Hub:
    """What all simulated buses share, and the faults of the moment."""

    def __init__(self, loop: SimulatedLoop, faults: Counter[str]) -> None:
        self.loop, self.random, self.faults = loop, loop.random, faults
        self.buses: dict[str, SimulatedBus] = {}
        self.lossy = self.doubling = 0.0
        self.delay = 0.0
        """The most seconds that a message takes; messages then overtake each other."""
        self.out: set[str] = set()
        """Processes that cannot reach the bus; "" for all."""
        self.hangs = False

    def send(self, channel: str, data: bytes) -> None:
        """Deliver a message to every bus, as the faults allow."""
        for bus in tuple(self.buses.values()):
            if bus.process in self.out:
                continue
            if self.random.random() < self.lossy:
                self.faults["message lost"] += 1
                continue
            copies = 1
            if self.random.random() < self.doubling:
                self.faults["message doubled"] += 1
                copies = 2
            for _ in range(copies):
                self._deliver(bus, channel, data)

    def _deliver(self, bus: "SimulatedBus", channel: str, data: bytes) -> None:
        at = self.loop.now + self.random.uniform(0.0002, 0.002)
        if self.delay:
            self.faults["message delayed"] += 1
            at += self.random.uniform(0, self.delay)
        else:
            at = bus.last = max(at, bus.last + 1e-6)  # in order, as Redis does
        self.loop.call_at(at, bus.receive, channel, data, context=in_process(bus.process))


class SimulatedBus(Bus):
    """The bus of one process."""

    shared = True

    def __init__(self, hub: Hub, process: str) -> None:
        super().__init__()
        self.hub, self.process = hub, process
        self.last = 0.0
        hub.buses[process] = self

    async def publish(self, channel: str, data: bytes) -> None:
        """Send a message to all processes; to this one alone while the bus is away."""
        if self.hub.hangs:
            self.hub.faults["publish hung"] += 1
            await asyncio.sleep(5)
            self._dispatch(channel, data)
            return
        await asyncio.sleep(self.hub.random.uniform(0.0002, 0.001))
        if self.process in self.hub.out or "" in self.hub.out:
            self.hub.faults["publish failed"] += 1
            self._dispatch(channel, data)
            return
        self.hub.send(channel, data)

    async def listen(self, channel: str, listener: Listener) -> None:
        """Add a listener; the order of listeners is that of their coming."""
        self._listeners.setdefault(channel, set()).add(listener)

    def receive(self, channel: str, data: bytes) -> None:
        """A message has come."""
        self._dispatch(channel, data)

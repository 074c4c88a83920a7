"""A bus for one process."""

import asyncio
from contextlib import asynccontextmanager


class SmallBus:
    def __init__(self):
        self.listeners = {}

    async def publish(self, channel, data):
        for queue in self.listeners.get(channel, ()):
            queue.put_nowait(data)

    @asynccontextmanager
    async def subscribe(self, channel):
        queue = asyncio.Queue()
        self.listeners.setdefault(channel, []).append(queue)
        try:
            yield self._messages(queue)
        finally:
            self.listeners[channel].remove(queue)

    async def _messages(self, queue):
        while True:
            yield await queue.get()

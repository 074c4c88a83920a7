"""TTL cache."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class TtlCache(Generic[Key, Value]):
    """Keeps up to `size` values for `seconds` each. An invalidation also rejects values that were being fetched when it came."""

    def __init__(self, seconds: float, size: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self.size, self.clock = seconds, size, clock
        self.generation = 0
        self._values: OrderedDict[Key, tuple[float, Value]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """The value, or None when there is none or it has expired."""
        until, value = self._values.get(key, (0.0, None))
        return value if until > self.clock() else None

    def put(self, key: Key, value: Value, generation: int) -> None:
        """Keep a value; `generation` is the one in which its query began: after an invalidation it is not kept."""
        if generation != self.generation:
            return
        self._values[key] = (self.clock() + self.seconds, value)
        self._values.move_to_end(key)
        if len(self._values) > self.size:
            self._values.popitem(last=False)

    def invalidate(self, matches: Callable[[Value], bool]) -> None:
        """Remove all values that match."""
        self.generation += 1
        for key in [key for key, (_, value) in self._values.items() if matches(value)]:
            del self._values[key]

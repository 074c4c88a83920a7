"""A small memory of what the database said a moment ago."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class TtlCache(Generic[Key, Value]):
    """Answers that are believed for some seconds. What is forgotten here is asked anew at once, even by whoever was asking meanwhile."""

    def __init__(self, seconds: float, most: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self.most, self.clock = seconds, most, clock
        self.era = 0
        self._known: OrderedDict[Key, tuple[float, Value]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """What is remembered, or None."""
        until, value = self._known.get(key, (0.0, None))
        return value if until > self.clock() else None

    def put(self, key: Key, value: Value, era: int) -> None:
        """Remember an answer that was asked for in `era`; one that something was forgotten after is not trusted."""
        if era != self.era:
            return
        self._known[key] = (self.clock() + self.seconds, value)
        self._known.move_to_end(key)
        if len(self._known) > self.most:
            self._known.popitem(last=False)

    def forget(self, which: Callable[[Value], bool]) -> None:
        """Forget all answers of a kind."""
        self.era += 1
        for key in [key for key, (_, value) in self._known.items() if which(value)]:
            del self._known[key]

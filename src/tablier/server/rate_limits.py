"""Rate limits: a leaky bucket for each key (a player, an address, a name that passwords are tried for).

Each process counts for itself, in bounded memory. What is worth guarding better (passwords, accounts, new tables) is counted by all
processes together, if they share a Redis and it answers.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import HTTPConnection

from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.storage.bus import Bus

MAX_BUCKETS = 20_000


@dataclass(frozen=True)
class Allowance:
    """What one key may do: `burst` at once, then `rate` each second. `name` keeps the keys of different allowances apart."""

    name: str
    rate: float
    burst: float


PLAYER = Allowance("player", rate=10, burst=100)
ADDRESS = Allowance("address", rate=50, burst=500)  # a school or a family may share one
TABLES = Allowance("tables", rate=10, burst=100)  # new tables from one address
RENAME = Allowance("rename", rate=1 / 60, burst=10)  # names of one guest; each is written at all their tables
REGISTER = Allowance("register", rate=1 / 60, burst=40)  # a class that signs up together


class RateLimits:
    """The buckets of all clients. A multiplier of 0 turns the limits off."""

    def __init__(
        self,
        multiplier: float = 1.0,
        *,
        bus: Bus | None = None,
        clock: Callable[[], float] = time.monotonic,
        max_buckets: int = MAX_BUCKETS,
    ) -> None:
        self.multiplier, self.bus, self.clock, self.max_buckets = multiplier, bus or Bus(), clock, max_buckets
        self._used: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # the level of a bucket, and when it was measured

    def wait(self, allowance: Allowance, key: str, cost: float = 1.0) -> float:
        """Charge `cost` and return 0; or charge nothing and return the seconds until it can be charged."""
        if self.multiplier <= 0:
            return 0.0
        rate, burst, now = allowance.rate * self.multiplier, allowance.burst * self.multiplier, self.clock()
        used, since = self._used.get((allowance.name, key), (0.0, now))
        used = max(0.0, used - (now - since) * rate)
        room = max(burst, cost)  # a cost above the burst is possible while nothing else is charged
        if used + cost > room:
            return (used + cost - room) / rate
        self._used[allowance.name, key] = (used + cost, now)
        self._used.move_to_end((allowance.name, key))
        if len(self._used) > self.max_buckets:
            self._used.popitem(last=False)
        return 0.0

    def charge(self, allowance: Allowance, key: str, cost: float = 1.0) -> None:
        """Charge `cost`, or refuse with the seconds to wait."""
        _refuse_after(self.wait(allowance, key, cost))

    async def charge_shared(self, allowance: Allowance, key: str) -> None:
        """Charge 1, counted by all processes together; by this one alone where there is no Redis, or it does not answer."""
        if self.multiplier <= 0:
            return
        rate, burst = allowance.rate * self.multiplier, allowance.burst * self.multiplier
        seconds = await self.bus.take_token(f"{allowance.name} {key}", rate, burst)
        _refuse_after(self.wait(allowance, key) if seconds is None else seconds)

    async def reset(self, allowance: Allowance, key: str) -> None:
        """Undo all charges of a key, here and together."""
        self._used.pop((allowance.name, key), None)
        await self.bus.reset_bucket(f"{allowance.name} {key}")

    def __len__(self) -> int:
        return len(self._used)


def _refuse_after(seconds: float) -> None:
    if seconds > 0:
        retry = math.ceil(seconds)
        why = Text(f"Trop de demandes : réessayez dans {retry} s.", f"Too many requests: try again in {retry} s.")
        raise Problem(429, "too_fast", why, retry=retry)


def address_of(connection: HTTPConnection) -> str:
    """The address that a request is counted for. A client with IPv6 has a whole network of addresses, so the network counts."""
    return _counted_address(connection.client.host if connection.client else "")


@lru_cache(MAX_BUCKETS)
def _counted_address(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), 64), strict=False).network_address)
    return host

"""How often one visitor may ask. Each key (a player, an address, a name that is guessed at) has a bucket that fills slowly; what is asked
takes from it, and an empty bucket says when to come back. Each process counts for itself, in a memory that does not grow; what is worth
guarding better (passwords, accounts, new tables) all processes count together, if they share a Redis and it answers."""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import HTTPConnection

from tablier.core.text import Text
from tablier.server.http.errors import Problem
from tablier.server.storage.bus import Bus

REMEMBERED = 20_000


@dataclass(frozen=True)
class Allowance:
    """What one key may do: `burst` at once, then `rate` each second. `name` keeps the keys of different allowances apart."""

    name: str
    rate: float
    burst: float


PLAYER = Allowance("player", rate=10, burst=100)
ADDRESS = Allowance("address", rate=50, burst=500)  # a school or a family may share one
LOGIN_HERE = Allowance("login-here", rate=1 / 60, burst=6)  # one name from one address
LOGIN_NAME = Allowance("login-name", rate=1 / 60, burst=40)  # one name from anywhere: slow guessing by many
LOGIN_ADDRESS = Allowance("login-address", rate=1 / 6, burst=40)  # many names from one address
TABLES = Allowance("tables", rate=10, burst=100)  # new tables from one address
REGISTER = Allowance("register", rate=1 / 60, burst=40)  # a class that signs up together


class RateLimits:
    """Buckets of all visitors. A multiplier of 0 admits everybody."""

    def __init__(
        self, multiplier: float = 1.0, *, bus: Bus | None = None, clock: Callable[[], float] = time.monotonic, remembered: int = REMEMBERED
    ) -> None:
        self.multiplier, self.bus, self.clock, self.remembered = multiplier, bus or Bus(), clock, remembered
        self._used: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # what is missing from a bucket, and since when

    def wait(self, allowance: Allowance, key: str, cost: float = 1.0) -> float:
        """Take `cost`; 0 when it was there, else nothing is taken and these are the seconds until it will be."""
        if self.multiplier <= 0:
            return 0.0
        rate, burst, now = allowance.rate * self.multiplier, allowance.burst * self.multiplier, self.clock()
        used, since = self._used.get((allowance.name, key), (0.0, now))
        used = max(0.0, used - (now - since) * rate)
        room = max(burst, cost)  # a dear thing is let through by a full bucket, never refused for good
        if used + cost > room:
            return (used + cost - room) / rate
        self._used[allowance.name, key] = (used + cost, now)
        self._used.move_to_end((allowance.name, key))
        if len(self._used) > self.remembered:
            self._used.popitem(last=False)
        return 0.0

    def charge(self, allowance: Allowance, key: str, cost: float = 1.0) -> None:
        """Take `cost`, or refuse and say when to come back."""
        _refuse_after(self.wait(allowance, key, cost))

    async def charge_together(self, allowance: Allowance, key: str) -> None:
        """The same, counted by all processes together; by this one alone where they share no Redis, or it is away."""
        if self.multiplier <= 0:
            return
        rate, burst = allowance.rate * self.multiplier, allowance.burst * self.multiplier
        seconds = await self.bus.take_token(f"{allowance.name} {key}", rate, burst)
        _refuse_after(self.wait(allowance, key) if seconds is None else seconds)

    async def forgive(self, allowance: Allowance, key: str) -> None:
        """Fill a bucket, here and together: whoever got the password right was not guessing."""
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
    """Where a request comes from. Whoever has an IPv6 address has a whole network of them, so the network counts."""
    return _counted_as(connection.client.host if connection.client else "")


@lru_cache(REMEMBERED)
def _counted_as(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), 64), strict=False).network_address)
    return host

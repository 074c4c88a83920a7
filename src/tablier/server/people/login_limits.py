"""Limits for guessing passwords.

A try is counted for where it comes from, never for the account alone: a limit for an account would let every program that knows a name
lock its owner out.

- A known device, a browser in which the account was logged in before, shows a signed cookie and is counted by itself. What others try,
  even from the same address, does not hold it up.
- Other tries are counted by account and address, and the delay grows: six at once, then one a minute, after thirty one in a quarter
  of an hour. They are also counted by address for all accounts together; with IPv6 by the /48 that one customer may have.
- A login resets the counts of its device, or of its account at its address.

So n addresses have about 100·n guesses a day for one account. Against that stand passwords of eight characters or more that are not
among those tried first (`passwords`).
"""

import hashlib
import hmac
import ipaddress
import secrets

from tablier.server.rate_limits import Allowance, RateLimits

DEVICE_COOKIE = "tablier-device"
FEW = Allowance("login-few", rate=1 / 60, burst=6)
MANY = Allowance("login-many", rate=1 / 900, burst=30)
ADDRESS = Allowance("login-address", rate=1 / 6, burst=40)


class LoginLimits:
    """Counts tries to log in, and knows the devices of accounts."""

    def __init__(self, limits: RateLimits, secret: bytes) -> None:
        self.limits = limits
        self._key = hmac.digest(secret, b"tablier.device", hashlib.sha256)

    def new_device(self, player: str) -> str:
        """The cookie of a browser in which an account was logged in; does not tell which account."""
        device = secrets.token_hex(8)
        return f"{device}.{self._signature(device, player)}"

    def source(self, cookie: str, player: str | None, name: str, address: str) -> tuple[str, bool]:
        """The key that a try is counted by, and whether it comes from a known device."""
        device, _, signature = cookie.partition(".")
        if player is not None and hmac.compare_digest(signature.encode(), self._signature(device, player).encode()):
            return f"device {device}", True
        return f"{address} {name}", False

    async def charge(self, source: str, address: str | None = None) -> None:
        """Count a try of a source, and at an address for all accounts together; refuses one too many with the seconds to wait."""
        if address is not None:
            await self.limits.charge_shared(ADDRESS, _customer_network(address))
        for allowance in (MANY, FEW):
            await self.limits.charge_shared(allowance, source)

    async def reset(self, source: str) -> None:
        """The password was right: undo what was counted for a source."""
        for allowance in (FEW, MANY):
            await self.limits.reset(allowance, source)

    def _signature(self, device: str, player: str) -> str:
        return hmac.digest(self._key, f"{device} {player}".encode(), hashlib.sha256).hex()


def _customer_network(address: str) -> str:
    """The address itself for IPv4, its /48 for IPv6."""
    try:
        return str(ipaddress.IPv6Network((address, 48), strict=False).network_address)
    except ValueError:
        return address

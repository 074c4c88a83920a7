"""The house: all parts of the server, made together and passed to whoever needs them. There is no other global state."""

import secrets
import time

from tablier.server.identity import Door
from tablier.server.settings import Settings, secret_of
from tablier.server.store.database import Database


def now_ms() -> int:
    """The server's clock, which decides: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """One process of the server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.name = f"house-{secrets.token_hex(6)}"
        self.secret = secret_of(settings)
        self.database = Database(settings.database_url)
        self.door = Door(self.secret, secure=settings.secure_cookies)

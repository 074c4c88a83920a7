"""Choosing the bus of a process."""

from tablier.server.storage.bus import Bus


def make_bus(url: str) -> Bus:
    """The bus at a Redis URL; in memory without one."""
    if not url:
        return Bus()
    from tablier.server.storage.redis_bus import RedisBus  # slow to import

    return RedisBus(url)

"""When Python's cyclic garbage collector runs.

A full collection looks at all objects of thousands of tables and blocks the event loop for half a second. Hardly any of them is
garbage: reference counting frees nearly all that tables, moves and messages leave behind. Only closed sockets leave cycles. So young
objects are collected often, which is quick, and all others after many sockets have closed. Nothing is collected just after a start,
when all clients reconnect at once.
"""

import asyncio
import gc

YOUNG = 250
"""Allocations, less deallocations, after which young objects are collected. By then ten times as many were allocated, and a collection
blocks the event loop for as long as it takes to look at them."""
NEVER = 1_000_000
SOCKETS = 4_000
"""Closed sockets after which all objects are collected: some tens of megabytes can be freed by then."""
STARTUP = 20.0
"""Seconds after a start in which clients reconnect."""

_closed = 0


def start() -> None:
    """Exempt all existing objects from collection, and collect nothing while clients reconnect."""
    gc.freeze()
    gc.disable()
    asyncio.get_running_loop().call_later(STARTUP, _enable)


def stop() -> None:
    """Collect as usual again."""
    gc.enable()


def socket_closed() -> None:
    """Count a closed socket, and collect all objects after many."""
    global _closed  # there is one garbage collector in a process
    _closed += 1
    if _closed >= SOCKETS:
        _closed = 0
        gc.collect()


def _enable() -> None:
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    gc.enable()

"""When Python looks for garbage that only points at itself.

Thousands of tables are a million things to look through, and nobody moves meanwhile: half a second, again and again. Nearly nothing
among them is garbage, because what tables, moves and messages leave behind is freed at once; only a socket that was closed leaves
some. So the young are looked through often, which takes a moment, and all the rest when enough visitors have left. After a restart
everybody comes back at once and stays: nobody looks for garbage then.
"""

import asyncio
import gc

YOUNG = 250
"""New things, less old ones that went, after which Python looks among the new ones: there are ten times as many by then, and meanwhile
nobody moves."""
NEVER = 1_000_000
VISITORS = 4_000
"""Sockets that have been closed when it is time to look everywhere: some tens of megabytes are there to be found by then."""

HOMECOMING = 20.0
"""Seconds in which all who were here before a restart come back."""

_left = 0


def wait_for_visitors() -> None:
    """All that is there now stays for good, and so does what those bring who come first: nothing is looked through meanwhile."""
    gc.freeze()
    gc.disable()
    asyncio.get_running_loop().call_later(HOMECOMING, settle_down)


def settle_down() -> None:
    """Look for garbage again, but not among what is there now."""
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    gc.enable()


def no_more_visitors() -> None:
    """Whatever this process does next, it does as usual."""
    gc.enable()


def visitor_left() -> None:
    """A socket was closed."""
    global _left  # there is one garbage collector in a process
    _left += 1
    if _left >= VISITORS:
        _left = 0
        gc.collect()

"""When Python looks for garbage that only points at itself.

Thousands of tables are a million things to look through, and nobody moves meanwhile: half a second, again and again. Nearly nothing
among them is garbage, because what tables, moves and messages leave behind is freed at once; only a socket that was closed leaves
some. So the young are looked through often, which takes a moment, and all the rest when enough visitors have left.
"""

import gc

YOUNG = 250
"""New things, less old ones that went, after which Python looks among the new ones: there are ten times as many by then, and meanwhile
nobody moves."""
NEVER = 1_000_000
VISITORS = 4_000
"""Sockets that have been closed when it is time to look everywhere: some tens of megabytes are there to be found by then."""

_left = 0


def settle_down() -> None:
    """All that is there now stays for good."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


def visitor_left() -> None:
    """A socket was closed."""
    global _left  # there is one garbage collector in a process
    _left += 1
    if _left >= VISITORS:
        _left = 0
        gc.collect()

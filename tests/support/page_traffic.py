"""What the page of a table sends and receives over its socket: recorded by tests/web/test_traffic.py, spoken by bench clients.

Each tuple lists the types of messages in order; pings and pongs come on a timer and are left out of them. A page that is only looked at
sends nothing but pings: no request over HTTP, unless its player sits at a table elsewhere.
"""

OPEN_SENT = ("sub",)
"""Sent when a table is opened."""
OPEN_RECEIVED = ("hello", "sync")
"""Received first when a table without past events is opened; with past events, one `ev` each comes before `sync`."""

MOVE_SENT = ("act",)
"""Sent by the page that plays a move at once."""
MOVE_RECEIVED = frozenset({"ev", "ack"})
"""Received by it, in any order."""
FOLLOW_SENT = ()
"""Sent by a page that is shown another's move."""
FOLLOW_RECEIVED = ("ev",)
"""Received by it."""

PREVIEW_SENT = ("preview",)
"""Sent once for a target when a player's pointer rests on it."""
PREVIEW_RECEIVED = ("previewed",)
"""Received for it."""

DETAILS_SENT = ("look",)
"""Sent once for a position when a player points at the rules beside the board."""
DETAILS_RECEIVED = ("looked",)
"""Received for it."""

PING_FIELDS = {"type": str, "t": int, "heard": int}
"""The fields of a ping and the types of their values: the page's own time, and the server's time as the page last heard it."""
TIMED = frozenset({"ping", "pong"})

"""One table: how it stands, what can be done at it, its clocks and its dice. Nothing here reads a clock, a socket or a database."""

"""A table, without any I/O: how it stands (a fold of what happened), what somebody may do at it, its clocks and its dice."""

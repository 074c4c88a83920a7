"""Engines: searches that know no game, and what is known of each game beyond its rules."""

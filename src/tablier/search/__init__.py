"""Engines: searches that know no game, and the evaluation of each game."""

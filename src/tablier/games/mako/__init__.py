"""Mako Naval: a race across the ocean for two to four players, with a die and thirty mines to a boat.

`clauses` holds the rules in words, `geometry` the sea, `tables` who sails what in each mode, `positions` the values that
are handed in and out, `reading` their texts, `judging` the refusals, and `law` the game itself.
"""

from tablier.games.mako.law import MakoNaval

__all__ = ["MakoNaval"]

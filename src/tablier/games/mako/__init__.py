"""Mako Naval: a race across the ocean for two to four players, with a die and thirty mines to a boat.

Beside the files that every game has, `sea` holds the board of each mode.
"""

from tablier.games.mako.rules import MakoNaval

__all__ = ["MakoNaval"]

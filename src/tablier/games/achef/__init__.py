"""Achef: pawns on a stepped board, which climb onto free cells, capture downward and swap on the level."""

from tablier.games.achef.rules import Achef

__all__ = ["Achef"]

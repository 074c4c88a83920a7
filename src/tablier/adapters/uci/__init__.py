"""The Universal Chess Interface for every game that a tree engine plays, for programs made for chess.

`Uci` does what the lines of a program say; `UCI_Variant` chooses the game, `Rules GAME OPTION` the options of its rules.
"""

from tablier.adapters.uci.session import Uci

__all__ = ["Uci"]

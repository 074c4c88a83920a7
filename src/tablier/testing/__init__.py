"""The conformance kit: what every game, ours or yours, is checked with, and tools for tests that draw their boards.

from tablier.testing import check_game
check_game(MyGame())
"""

from tablier.testing.citations import Citation, citations, marked
from tablier.testing.conformance import check_game, variants
from tablier.testing.drawing import clause, draw, refused, taken, targets
from tablier.testing.examples import Shown, show
from tablier.testing.perft import divide, perft
from tablier.testing.playthrough import narrate

__all__ = [
    "Citation",
    "Shown",
    "check_game",
    "citations",
    "clause",
    "divide",
    "draw",
    "marked",
    "narrate",
    "perft",
    "refused",
    "show",
    "taken",
    "targets",
    "variants",
]

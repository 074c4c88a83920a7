"""The first rating of a puzzle, from how long a deepening search needs to find its moves."""

import math
from collections.abc import Sequence

EASIEST, HARDEST = 600, 2600
PER_TENFOLD = 280
"""Rating points for each tenfold of nodes."""

PER_MOVE = 60
"""Rating points for each further move to find."""


def first_rating(nodes_to_find: Sequence[int], choices: int) -> int:
    """The rating of a puzzle whose moves were found after so many nodes, the first one among so many legal moves."""
    hardest = max(max(nodes, 1) / max(choices, 1) for nodes in nodes_to_find)
    breadth = 60 * math.log2(max(choices, 2) / 8)
    rating = 850 + PER_TENFOLD * math.log10(max(hardest, 1)) + PER_MOVE * (len(nodes_to_find) - 1) + breadth
    return round(min(max(rating, EASIEST), HARDEST) / 10) * 10

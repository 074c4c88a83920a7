"""Named numbers of the tree search, so that matches can try others; in hundredths of a piece where they are margins."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How selective the search is. 0 turns a part off where that is said."""

    aspiration: int = 40
    """First half-window around the last score."""
    futility: int = 90
    """Per ply: a quiet position this far above beta is left alone."""
    null_reduction: int = 3
    null_margin: int = 200
    """A pass is searched a ply less deep for each such margin above beta, three at most."""
    exchange_margin: int = 25
    """Times the square of the depth: what a quiet move may lose by exchanges and still be searched."""
    singular_depth: int = 7
    """From here on, singular extensions are tried."""
    singular_margin: int = 2
    """Per ply: how far behind the others have to be."""
    history_share: int = 8000
    """A ply less of reduction for each such share of history."""
    reduction_base: int = 60
    reduction_slope: int = 4762
    """Of late moves: hundredths of a ply, and ten-thousandths times the logarithms of depth and number."""
    razor: int = 0
    """Per ply: so far below alpha near the horizon, quiescence decides; 0: off."""
    delta: int = 0
    """In quiescence, captures that stay this far below alpha are left out; 0: off."""
    continuations: int = 1
    """How many moves back the continuation history reaches, the history of a move after another: 1 or 2."""
    history_pruning: int = 0
    """Per ply: quiet moves with a history below minus this are left out near the horizon; 0: off."""
    double_extension: int = 0
    """A move that is better than all others by this much more is extended by two plies; 0: off."""
    negative_extension: int = 0
    """1: the move of the table is searched less deep where others reach beta too."""
    correction: int = 0
    """Weight, in hundredths, of what searches of the same structure found the evaluation to be wrong by; 0: off."""
    keep_histories: int = 0
    """1: histories are kept from move to move of a game."""
    late_pruning: int = 0
    """1: late quiet moves are pruned also where the evaluation does not say so."""
    late_pruning_from: int = 0
    """Quiet moves searched at least before late ones are pruned; 0: as the evaluation says."""
    contempt: int = 0
    """What a draw costs the engine in a game that it plays; nothing in analysis. 0: nothing."""
    full_width: int = 0
    """1: no move is pruned or reduced."""


CLASSIC = SearchSettings()
"""The defaults: what an evaluation has in `settings` is what matches found to be better since."""

NAMES = tuple(field.name for field in fields(SearchSettings))

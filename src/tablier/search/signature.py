"""The signature of the tree search: how many nodes it visits on fixed positions, to a fixed depth, on one thread.

The same number on every machine and in every run: a change that keeps it changes nothing in how the engines play, and one that
does not keep it must show what it is worth in matches.
"""

from typing import Any

from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.search.analysis import Limits
from tablier.search.tree_engine import TreeEngine

DEPTH = 8
"""Deep enough for every part of the search to be met."""

PLIES = (0, 11, 24)
"""How many moves after the opening the positions stand."""


def bench_positions(rules: AnyGame) -> list[Match[Any, Any]]:
    """The opening, and positions reached from it by moves that are picked without any chance."""
    return [_walk(rules, plies) for plies in PLIES]


def _walk(rules: AnyGame, plies: int) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(rules)
    picked = 1
    for _ in range(plies):
        moves = sorted(rules.write(match.position, move) for move in match.legal())
        picked = picked * 1_103_515_245 + 12_345 & 0x7FFF_FFFF  # a plain generator: the same in every version of Python
        match.play(moves[(picked >> 8) % len(moves)])
        if match.outcome is not None:
            match.undo()
            break
    return match


def nodes(rules: AnyGame, depth: int = DEPTH) -> int:
    """How many nodes a fresh engine visits on the positions of a game."""
    return sum(TreeEngine(rules, threads=1).analyse(match, Limits(depth=depth)).nodes for match in bench_positions(rules))

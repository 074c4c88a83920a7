"""Elo of the levels: one scale for each game, for UCI, tables, ratings and profiles; written by tools/level_elo.py.

It is measured by the matches of each level against the one below it, under the rules of the sheet: level 1 has the same number in every
game, and the numbers of two games do not compare.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tablier.games import AnyGame
from tablier.kernels import has_kernel

FILE = Path(__file__).with_name("level_elo.json")

Elos = Mapping[int, int]
"""Elo by level."""

NONE: Elos = {}


@cache
def load_elo() -> dict[str, Elos]:
    """The Elo of the levels by game."""
    data: dict[str, dict[str, int]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {game: {int(level): rated for level, rated in elos.items()} for game, elos in data.items()}


def elos_of(rules: AnyGame) -> Elos:
    """The Elo of each level of a game, by level; empty where it is not measured: under other options, and for engines over the law."""
    if rules != type(rules)() or not has_kernel(rules):
        return NONE
    return load_elo().get(rules.info.id, NONE)


def nearest_level(elos: Elos, wanted: int) -> int:
    """The level whose Elo is nearest; the weaker of two that are equally near."""
    return min(sorted(elos), key=lambda level: abs(elos[level] - wanted))

"""Elo of the levels, measured by the matches of each level against the one below it; see tools/level_elo.py."""

import json
from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_name("level_elo.json")

Elos = Mapping[int, int]
"""Elo by level."""


def load_elo() -> dict[str, Elos]:
    """The Elo of the levels by game."""
    data: dict[str, dict[str, int]] = json.loads(FILE.read_text(encoding="utf-8"))
    return {game: {int(level): rated for level, rated in elos.items()} for game, elos in data.items()}


def nearest_level(elos: Elos, wanted: int) -> int:
    """The level whose Elo is nearest; the weaker of two that are equally near."""
    return min(sorted(elos), key=lambda level: abs(elos[level] - wanted))

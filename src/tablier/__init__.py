"""Tablier: board games by the letter of their rule sheets.

from tablier import game
g = game("makyek")
pos = g.start()
pos = g.play(pos, g.read(pos, "e3-e4")).after
"""

from typing import Any

from tablier.core.actors import CHANCE
from tablier.core.errors import BadNotation, BadOption, BadPosition, BadRecord, IllegalMove, TablierError, UnknownGame
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.record import read_record as _read_record
from tablier.core.record import write_json, write_text
from tablier.games import game, games
from tablier.kernels import kernel_named as kernel

__version__ = "0.1.0"


def read_record(text: str) -> Match[Any, Any]:
    """The match told by a record, text or JSON; `BadRecord` says what is wrong with it and where."""
    return _read_record(text, lambda name, options: game(name, **options))


__all__ = [
    "CHANCE",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Match",
    "TablierError",
    "UnknownGame",
    "game",
    "games",
    "kernel",
    "read_record",
    "write_json",
    "write_text",
]

"""Tablier: board games by the letter of their rule sheets.

from tablier import game
g = game("makyek")
pos = g.start()
pos = g.play(pos, g.read(pos, "e3-e4")).after
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablier.core.actors import CHANCE
    from tablier.core.errors import BadNotation, BadOption, BadPosition, BadRecord, IllegalMove, TablierError, UnknownGame
    from tablier.core.game import Game
    from tablier.core.match import Match
    from tablier.core.record import write_json, write_text
    from tablier.games import game, games, read_record
    from tablier.kernels import kernel_named as kernel
else:

    def __getattr__(name: str) -> object:
        """Import what is asked for when it is asked for: `tablier --version` needs none of it."""
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, attribute = _HOMES[name].partition(":")
        found = import_module(f"tablier.{module}")
        globals()[name] = value = getattr(found, attribute or name) if attribute != "*" else found
        return value


__version__ = "0.1.0"

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
_ERRORS = ("BadNotation", "BadOption", "BadPosition", "BadRecord", "IllegalMove", "TablierError", "UnknownGame")
_HOMES = {
    "CHANCE": "core.actors",
    **dict.fromkeys(_ERRORS, "core.errors"),
    "Game": "core.game",
    "Match": "core.match",
    "write_json": "core.record",
    "write_text": "core.record",
    "game": "games",
    "games": "games:*",  # the package itself, which can be called: importing it takes this name in any case
    "read_record": "games",
    "kernel": "kernels:kernel_named",
}


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

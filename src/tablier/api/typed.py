"""Moves typed on a keyboard as players of the game write them, not only as records do."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from tablier.api.legal import LegalMove, LegalMoves
from tablier.api.primitives import WireText
from tablier.core.text import LANGS, Text
from tablier.games import AnyGame

MOST = 200
"""Moves whose notation is compared with a typed text, at most."""
CELL = re.compile(r"[a-z]\d{1,2}")
TYPEABLE = re.compile(r"(?=.*\d)[ -~À-ÿ]+")
"""A notation that a keyboard has the signs for, and that names a cell."""
PLAIN = re.compile(r"[a-z0-9x-]*")
"""A record's text that can be read as it is: cells, hyphens and the sign of a capture."""


def find_typed(game: AnyGame, pos: Any, legal: LegalMoves, typed: str) -> str | None:
    """The text of the one legal move that players write so; None where there is none, or more than one."""
    wanted, cells = _plain(typed), frozenset(CELL.findall(typed.lower()))
    likely = islice((move.text for move in legal.values() if _may_name(cells, move)), MOST)
    found = [text for text in likely if any(_plain(_notate(game, pos, text).say(lang)) == wanted for lang in LANGS)]
    return found[0] if len(found) == 1 else None


def example_of(game: AnyGame, pos: Any, moves: Iterable[str]) -> WireText | None:
    """One of these legal moves as a player may type it."""
    some = list(islice(moves, MOST))
    written = (_notate(game, pos, text) for text in some)
    plain = (Text(text, text) for text in some if PLAIN.fullmatch(text))
    words = next((one for one in written if all(map(TYPEABLE.fullmatch, one))), None) or next(plain, None)
    return WireText(*words) if words else None


def _may_name(cells: frozenset[str], move: LegalMove) -> bool:
    clicks = {*move.ordered, *move.unordered}
    return not cells or cells <= clicks or clicks <= cells


def _notate(game: AnyGame, pos: Any, text: str) -> Text:
    move = game.parse(text)
    step = game.apply(pos, move)
    return game.notate(pos, move, step, game.outcome(step.after))


def _plain(text: str) -> str:
    """A notation without what may be left out: blanks at its ends, capitals, the signs of check and mate."""
    return " ".join(text.casefold().split()).rstrip("+#")

"""Moves in words: as players of the game write them, and as they are said."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from tablier.api.frames import RefusalView
from tablier.api.primitives import WireText
from tablier.core.match import Entry, Match
from tablier.core.play import Refusal
from tablier.core.text import LANGS, Text
from tablier.games import AnyGame
from tablier.render.speech import say_events

PLAIN = re.compile(r"[a-z0-9x-]*")
"""A text that can be read as it is: cells, hyphens and the sign of a capture."""


class MoveWords(NamedTuple):
    """An entry of a match in words; `written` is None where players write what a record writes, and for declarations."""

    written: WireText | None
    said: WireText


def move_words(game: AnyGame, before: Any, entry: Entry[Any]) -> MoveWords:
    """The words of an entry that was or would be made where the match stood at `before`."""
    french, english = say_events(game, game.scene(before), entry.step.events, entry.actor)
    said = WireText(", ".join(french), ", ".join(english))
    if entry.text.startswith("!"):
        return MoveWords(None, said)
    return MoveWords(_unless_same(game.notate(before, game.parse(entry.text), entry.step, entry.outcome), entry.text), said)


def refused_move(game: AnyGame, pos: Any, text: str) -> WireText | None:
    """A move that is refused, as players would write it; None where that is its text."""
    return None if text.startswith("!") else _unless_same(game.notate(pos, game.parse(text), None, None), text)


def refusal_in_words(game: AnyGame, pos: Any, refusal: Refusal) -> RefusalView:
    """A refusal whose suggested moves are written as players write them, where a record uses signs for them."""
    suggested = [_suggested(game, pos, text) for text in refusal.instead]
    words = [refusal._replace(instead=tuple(one.say(lang) for one in suggested)).say(lang) for lang in LANGS]
    return RefusalView(WireText(*words), refusal.because.id, refusal.cells, refusal.instead)


def _suggested(game: AnyGame, pos: Any, text: str) -> Text:
    return Text(text, text) if PLAIN.fullmatch(text) else game.notate(pos, game.parse(text), None, None)


def line_written(match: Match[Any, Any], moves: Iterable[str]) -> tuple[WireText, ...]:
    """The legal moves of a line from where a match stands, as players write them."""
    game, pos = match.game, match.position
    written = []
    for text in moves:
        move = game.parse(text)
        step = game.apply(pos, move)
        words = game.notate(pos, move, step, game.outcome(step.after))
        written.append(WireText(words.fr, words.en))
        pos = step.after
    return tuple(written)


def _unless_same(words: Text, text: str) -> WireText | None:
    return None if words == Text(text, text) else WireText(words.fr, words.en)

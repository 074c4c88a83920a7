"""Moves and positions as UCI writes them: the cells one after the other, and a letter for what a piece becomes."""

import re
from collections.abc import Iterable
from typing import Any

from tablier.core.match import Match
from tablier.core.play import DONE, Gesture, Step, Verb
from tablier.core.scene import Scene
from tablier.games import AnyGame


def to_uci(rules: AnyGame, pos: Any, move: Any) -> str:
    """A legal move: `e3-e4` is `e3e4`, and `e5e6m` where what moved becomes another piece."""
    return _clicks(rules.gesture(move)) + _promotion(rules, rules.scene(pos), rules.apply(pos, move))


def line_to_uci(rules: AnyGame, pos: Any, texts: Iterable[str]) -> list[str]:
    """Moves that follow one another, from the law's texts."""
    written = []
    for text in texts:
        move = rules.parse(text)
        written.append(to_uci(rules, pos, move))
        pos = rules.apply(pos, move).after
    return written


def from_uci(match: Match[Any, Any], text: str) -> Any | None:
    """The legal move that a text writes, with the letter of a promotion or without it, or as the law writes it; else None."""
    rules, pos = match.game, match.position
    known = {spelling: move for move in match.legal() for spelling in (_clicks(rules.gesture(move)), rules.write(pos, move))}
    return known.get(text, known.get(re.sub("[a-z]$", "", text)))


def _clicks(gesture: Gesture) -> str:
    return "".join(click for click in (*gesture.ordered, *sorted(gesture.unordered)) if click != DONE)


def _promotion(rules: AnyGame, scene: Scene, step: Step[Any]) -> str:
    """The letter of what a piece has become on the cell where it arrived; none where it stayed what it was or has no letter."""
    letter, arrived = "", set[str | None]()
    letters = {piece.id: piece.glyph.lower() if piece.glyph.isascii() else "" for piece in rules.pieces}
    for event in step.events:
        if event.verb is Verb.MOVE:
            arrived.add(event.to)
        if event.verb is Verb.ALTER and event.cell in arrived and event.token is not None:
            became = event.token.piece != scene.tokens[event.cell or ""].piece
            letter = letters[event.token.piece] if became else letter
        scene = scene.after((event,))
    return letter

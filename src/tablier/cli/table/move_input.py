"""From a typed line to a move: written out, by its number in the list shown, or click by click as on a screen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablier.cli import messages as m
from tablier.cli.language import fault
from tablier.cli.table.keywords import fold
from tablier.core.errors import BadNotation, IllegalMove, TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.play import DONE, Gesture
from tablier.core.text import Text
from tablier.render.speech import say_cell

AnyGame = Game[Any, Any]


@dataclass(frozen=True)
class Chosen:
    """The line means this move."""

    move: Any


@dataclass(frozen=True)
class Narrowed:
    """The line is the beginning of these moves; `targets` are the clicks that would go on."""

    clicks: tuple[str, ...]
    moves: tuple[Any, ...]
    targets: frozenset[str]


def understand(match: Match[Any, Any], line: str, clicks: tuple[str, ...], listed: Sequence[Any]) -> Chosen | Narrowed:
    """What a line means at this point of a match; raises one of our errors when it means nothing that can be played."""
    game, pos = match.game, match.position
    written = {game.write(pos, move): move for move in match.legal()}
    if line in written:
        return Chosen(written[line])
    alike = [move for text, move in written.items() if fold(text) == fold(line)]
    if len(alike) == 1:
        return Chosen(alike[0])
    if line.isdecimal() and line.isascii():
        return _numbered(int(line[:9]), listed)
    new = split_clicks(game, line)
    if new and match.outcome is None:
        found = narrow(game, pos, (*clicks, *new)) or narrow(game, pos, new)
        return found or _no_way(game, pos, (*clicks, *new))
    refusal = match.why_not(game.parse(line))
    if refusal is None:
        return Chosen(game.parse(line))
    raise IllegalMove(line, refusal)


def begins(match: Match[Any, Any], line: str) -> bool:
    """True when the line is a legal move as it stands, so that no word of command hides it."""
    return any(match.game.write(match.position, move) == line for move in match.legal())


def _numbered(number: int, listed: Sequence[Any]) -> Chosen:
    if not listed:
        raise fault(m.NUMBER_WITHOUT_LIST)
    if not 1 <= number <= len(listed):
        raise fault(m.NUMBER_OUT_OF_LIST, number=number, last=len(listed))
    return Chosen(listed[number - 1])


def split_clicks(game: AnyGame, line: str) -> tuple[str, ...]:
    """The cells and buttons that a line names one after the other (`d3 d5`, `d3d5`); none when it says anything else."""
    buttons = {fold(word): button.id for button in game.buttons for word in (button.id, *button.name)}
    buttons |= {fold(word): DONE for word in (DONE, *m.DONE)}
    if fold(line) in buttons:
        return (buttons[fold(line)],)
    found: list[str] = []
    for word in line.split():
        cells = re.findall(r"[a-z]\d+", word.lower())
        if fold(word) in buttons:
            found.append(buttons[fold(word)])
        elif cells and "".join(cells) == word.lower() and set(cells) <= set(game.board.names):
            found += cells
        else:
            return ()
    return tuple(found)


def narrow(game: AnyGame, pos: Any, clicks: tuple[str, ...]) -> Chosen | Narrowed | None:
    """What is left of the legal moves after these clicks; None when no move begins so."""
    left: dict[Any, Gesture] = game.gestures(pos)
    for click in clicks:
        left = {move: rest for move, gesture in left.items() if (rest := gesture.after(click)) is not None}
    complete = [move for move, rest in left.items() if rest.complete]
    if complete:
        return Chosen(complete[0])
    if not left:
        return None
    return Narrowed(clicks, tuple(left), frozenset(click for rest in left.values() for click in rest.next()))


def _no_way(game: AnyGame, pos: Any, clicks: tuple[str, ...]) -> Chosen:
    """Say why no move goes through these clicks: the law's own reason where there is one, else where one can begin."""
    error = _reason(game, pos, clicks)
    if error is not None:
        raise error
    starts = sorted({click for gesture in game.gestures(pos).values() for click in gesture.next()})
    shown = ", ".join(starts[:24]) + (", …" if len(starts) > 24 else "")
    scene, last = game.scene(pos), clicks[-1]
    cell = Text(say_cell(game, scene, last, "fr"), say_cell(game, scene, last, "en")) if last in game.board.names else last
    raise fault(m.NO_MOVE_THERE, cell=cell, starts=shown)


def _reason(game: AnyGame, pos: Any, clicks: tuple[str, ...]) -> TablierError | None:
    if len(clicks) > 1:
        text = "-".join(clicks)
        try:
            refusal = game.why_not(pos, game.parse(text))
        except BadNotation:
            return None
        return None if refusal is None else IllegalMove(text, refusal)
    own = re.compile(re.escape(clicks[0]) + r"(?!\d)")
    for candidate in game.candidates(pos):
        text = game.write(pos, candidate.move)
        if candidate.barred is not None and own.match(text):
            return IllegalMove(text, candidate.barred)
    return None

"""Parse a typed line as a move: in notation, as a number of the list, or as clicks on cells and buttons."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablier.cli.language import fold, user_error
from tablier.cli.messages import table as m
from tablier.cli.view import AnyMatch
from tablier.core.errors import BadNotation, IllegalMove, TablierError
from tablier.core.play import DONE, Gesture
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.render.speech import say_cell


@dataclass(frozen=True)
class CompleteMove:
    """A line that is a move."""

    move: Any


@dataclass(frozen=True)
class PartialMove:
    """A line that begins these moves; `targets` are the possible next clicks."""

    clicks: tuple[str, ...]
    moves: tuple[Any, ...]
    targets: frozenset[str]


def parse_move(match: AnyMatch, line: str, clicks: tuple[str, ...], listed: Sequence[Any]) -> CompleteMove | PartialMove:
    """The move, or beginning of moves, of a line after `clicks`; raises a `TablierError` when it is neither."""
    game, pos = match.game, match.position
    written = {game.write(pos, move): move for move in match.legal()}
    if line in written:
        return CompleteMove(written[line])
    alike = [move for text, move in written.items() if fold(text) == fold(line)]
    if len(alike) == 1:
        return CompleteMove(alike[0])
    if line.isdecimal() and line.isascii():
        return _move_by_number(int(line[:9]), listed)
    new = split_clicks(game, line)
    if new and match.outcome is None:
        found = match_clicks(game, pos, (*clicks, *new)) or match_clicks(game, pos, new)
        if found is None:
            raise _no_move_error(game, pos, (*clicks, *new))
        return found
    refusal = match.why_not(game.parse(line))
    if refusal is None:
        return CompleteMove(game.parse(line))
    raise IllegalMove(line, refusal)


def is_legal_text(match: AnyMatch, line: str) -> bool:
    """True for the exact text of a legal move, which goes before a keyword."""
    return any(match.game.write(match.position, move) == line for move in match.legal())


def _move_by_number(number: int, listed: Sequence[Any]) -> CompleteMove:
    if not listed:
        raise user_error(m.NUMBER_WITHOUT_LIST)
    if not 1 <= number <= len(listed):
        raise user_error(m.NUMBER_OUT_OF_LIST, number=number, last=len(listed))
    return CompleteMove(listed[number - 1])


def split_clicks(game: AnyGame, line: str) -> tuple[str, ...]:
    """The cells and buttons of a line (`d3 d5`, `d3d5`); none when there is anything else."""
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


def match_clicks(game: AnyGame, pos: Any, clicks: tuple[str, ...]) -> CompleteMove | PartialMove | None:
    """The legal move or moves that begin with these clicks; None when there are none."""
    left: dict[Any, Gesture] = game.gestures(pos)
    for click in clicks:
        left = {move: rest for move, gesture in left.items() if (rest := gesture.after(click)) is not None}
    complete = [move for move, rest in left.items() if rest.complete]
    if complete:
        return CompleteMove(complete[0])
    if not left:
        return None
    return PartialMove(clicks, tuple(left), frozenset(click for rest in left.values() for click in rest.next()))


def _no_move_error(game: AnyGame, pos: Any, clicks: tuple[str, ...]) -> TablierError:
    """The error for clicks that begin no legal move: the law's refusal, else the cells where moves begin."""
    refused = _refusal_error(game, pos, clicks)
    if refused is not None:
        return refused
    starts = sorted({click for gesture in game.gestures(pos).values() for click in gesture.next()})
    shown = ", ".join(starts[:24]) + (", …" if len(starts) > 24 else "")
    scene, last = game.scene(pos), clicks[-1]
    cell = Text(say_cell(game, scene, last, "fr"), say_cell(game, scene, last, "en")) if last in game.board.names else last
    return user_error(m.NO_MOVE_THERE, cell=cell, starts=shown)


def _refusal_error(game: AnyGame, pos: Any, clicks: tuple[str, ...]) -> TablierError | None:
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

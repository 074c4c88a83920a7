"""Frames: positions as a client draws them, and the details that are asked for apart."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from tablier.api.primitives import Ending, WireActor, WireText, WireToken, wire_actor, wire_text, wire_token
from tablier.api.typed import example_of
from tablier.core.match import Entry, Match
from tablier.core.play import Event, Outcome, Refusal, Verb
from tablier.core.text import Lang
from tablier.games import AnyGame
from tablier.render.speech import say_outcome


class PromptView(Struct, frozen=True, omit_defaults=True):
    """What the player to act is to do now; in danger, a warning and the cells that glow."""

    text: WireText
    alert: WireText | None = None
    danger: tuple[str, ...] = ()


class Frame(Struct, frozen=True, omit_defaults=True):
    """The position after `ply` entries. `last` are the cells of the last move."""

    ply: int
    tokens: dict[str, WireToken]
    gauges: dict[str, int]
    actor: WireActor
    position: str
    last: tuple[str, ...] = ()
    ending: Ending | None = None
    captures: int = 0
    """The number of captures to choose from where the player must take; 0 elsewhere."""
    warnings: dict[str, str] = {}
    """The legal moves that would cost their player a won game, and by which clause; a client asks before it plays one."""
    prompt: PromptView | None = None
    decisive: tuple[str, ...] = ()
    """When the game is over: the cells that show why."""


class RefusalView(Struct, frozen=True, omit_defaults=True):
    """Why something is refused: the clause, the words, the cells that show it, and what would be played instead."""

    why: WireText
    clause: str | None = None
    cells: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()


class PositionDetails(Struct, frozen=True):
    """Details of a position: cells by move or by clause."""

    takes: dict[str, tuple[str, ...]]
    """What each legal move would take."""
    applies: dict[str, tuple[str, ...]]
    """Where each clause is at work in the legal moves."""
    bars: dict[str, tuple[str, ...]]
    """Where each clause bars candidates: why a move is forced."""
    settled: Ending | None
    """What stopping now by agreement would be worth."""
    example: WireText | None = None
    """A legal move as it may be typed."""


NO_DETAILS = PositionDetails({}, {}, {}, None)
"""Those of a position in which the game is over."""


def frame_of(match: Match[Any, Any], ply: int | None = None) -> Frame:
    """The frame after `ply` entries of a match, by default the last one."""
    ply = len(match.entries) if ply is None else ply
    if ply:
        return frame_after(match.game, ply, match.entries[ply - 1])
    return _frame(match.game, 0, match.origin, (), match.game.outcome(match.origin))


def frame_after(game: AnyGame, ply: int, entry: Entry[Any]) -> Frame:
    """The frame after an entry, which is or would be the one of that number."""
    return _frame(game, ply, entry.step.after, entry.step.events, entry.outcome)


def _frame(game: AnyGame, ply: int, pos: Any, events: tuple[Event, ...], outcome: Outcome | None) -> Frame:
    scene = game.scene(pos)
    return Frame(
        ply,
        {cell: wire_token(one) for cell, one in scene.tokens.items()},
        dict(scene.gauges),
        None if outcome else wire_actor(game.turn(pos)),
        game.dump(pos),
        _cells(events),
        ending_of(game, outcome) if outcome else None,
        0 if outcome else game.compulsory_captures(pos),
        {} if outcome else {game.write(pos, move): clause.id for move, clause in game.warnings(pos).items()},
        None if outcome else _prompt(game, pos),
        game.decisive(pos, outcome.because) if outcome else (),
    )


def _prompt(game: AnyGame, pos: Any) -> PromptView | None:
    prompt = game.prompt(pos)
    return None if prompt is None else PromptView(wire_text(prompt.text), wire_text(prompt.alert) if prompt.alert else None, prompt.danger)


def ending_of(game: AnyGame, outcome: Outcome) -> Ending:
    """An outcome as it travels."""
    return Ending(outcome.ranks, outcome.because.id, wire_text(outcome.because.text), both(lambda lang: say_outcome(game, outcome, lang)))


def refusal_view(refusal: Refusal) -> RefusalView:
    """A refusal as it travels."""
    return RefusalView(both(refusal.say), refusal.because.id, refusal.cells, refusal.instead)


def both(say: Callable[[Lang], str]) -> WireText:
    """The same thing said in both languages."""
    return WireText(say("fr"), say("en"))


def position_details(match: Match[Any, Any]) -> PositionDetails:
    """What each move takes and which clauses apply; it costs more than a frame, so it is asked for apart."""
    game, pos = match.game, match.position
    if match.outcome is not None:
        return NO_DETAILS
    takes: dict[str, tuple[str, ...]] = {}
    applies: dict[str, dict[str, None]] = {}
    bars: dict[str, dict[str, None]] = {}
    for move, barred in game.candidates(pos):
        if barred is not None:
            bars.setdefault(barred.because.id, {}).update(dict.fromkeys(barred.cells))
            continue
        events = game.apply(pos, move).events
        takes[game.write(pos, move)] = _removed(events)
        for clause in game.notes(pos, move):
            applies.setdefault(clause.id, {}).update(dict.fromkeys(_cells(events[:1])))
        for event in events:
            applies.setdefault(event.because.id, {}).update(dict.fromkeys(_cells((event,))))
    return PositionDetails(takes, _listed(applies), _listed(bars), ending_of(game, game.settle(pos)), example_of(game, pos, takes))


def takes_of(match: Match[Any, Any], texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The cells that each of these legal moves would empty by taking."""
    game, pos = match.game, match.position
    return {text: _removed(game.apply(pos, game.parse(text)).events) for text in texts}


def _removed(events: tuple[Event, ...]) -> tuple[str, ...]:
    return tuple(event.cell for event in events if event.verb is Verb.REMOVE and event.cell)


def _listed(cells: dict[str, dict[str, None]]) -> dict[str, tuple[str, ...]]:
    return {clause: tuple(found) for clause, found in cells.items()}


def _cells(events: tuple[Event, ...]) -> tuple[str, ...]:
    cells = (cell for event in events for cell in (event.cell, event.to) if cell)
    return tuple(dict.fromkeys(cells))

"""The effects of moves on the other players: tokens captured, displaced or diminished, and games ended. Read from the law alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tablier.core.actors import Seat
from tablier.core.play import Event, Outcome, Step, Token, Verb
from tablier.core.scene import Scene
from tablier.core.text import Text
from tablier.games import AnyGame

VICTORY = "victory"
"""Stands among the cells of targets for the game itself, where a move would win it."""


@dataclass(frozen=True)
class Effect:
    """A legal move and what follows from it. `harms` are the events that cost another player something."""

    before: Any
    move: Any
    text: str
    seat: Seat
    after: Any
    events: tuple[Event, ...]
    harms: tuple[Event, ...]
    outcome: Outcome | None

    @property
    def wins(self) -> bool:
        """True when it wins the game at once."""
        return self.outcome is not None and self.seat in self.outcome.winners and not self.outcome.drawn

    @property
    def quiet(self) -> bool:
        """True when it harms no other player and the game goes on."""
        return not self.harms and self.outcome is None

    @property
    def touched(self) -> frozenset[str]:
        """The cells of its events."""
        return frozenset(cell for event in self.events for cell in (event.cell, event.to) if cell)


class MoveEffects:
    """Computes the effects of the moves of a game."""

    def __init__(self, game: AnyGame, *, for_players: bool = False) -> None:
        self.game, self._for_players = game, for_players
        self._owners = {piece.id: piece.seat for piece in game.pieces}

    def of(self, pos: Any, move: Any, seat: Seat) -> Effect:
        """The effect of a legal move."""
        step = self.game.apply(pos, move)
        harms = tuple(self._harms(self.game.scene(pos), step.events, seat))
        return Effect(pos, move, self.game.write(pos, move), seat, step.after, step.events, harms, self.game.outcome(step.after))

    def written(self, effect: Effect) -> Text:
        """The move as players write it, or as records do."""
        if self._for_players:
            return self.game.notate(effect.before, effect.move, Step(effect.after, effect.events), effect.outcome)
        return Text(effect.text, effect.text)

    def at(self, pos: Any) -> list[Effect]:
        """The effects of all legal moves; none where chance acts and when the game is over."""
        seat = self.game.actor(pos)
        return [self.of(pos, move, seat) for move in self.game.legal(pos)] if isinstance(seat, int) else []

    def changes_kind(self, event: Event, scene: Scene) -> bool:
        """True when an event makes a token a piece of another kind."""
        old = scene.tokens.get(event.cell or "")
        return event.verb is Verb.ALTER and event.token is not None and old is not None and old.piece != event.token.piece

    def _harms(self, scene: Scene, events: tuple[Event, ...], seat: Seat) -> Iterable[Event]:
        for event in events:
            token = scene.tokens.get(event.cell or "")
            if token is not None and self._owners[token.piece] not in (None, seat) and self._costs(event, token):
                yield event
            scene = scene.after((event,))

    def _costs(self, event: Event, token: Token) -> bool:
        """True when an event costs the owner of its token: the token leaves, changes hands, loses value or is displaced."""
        if event.verb is Verb.ALTER and event.token is not None:
            return self._owners[event.token.piece] != self._owners[token.piece] or event.token.value < token.value
        return event.verb in (Verb.REMOVE, Verb.MOVE)


def targets(effects: Iterable[Effect]) -> dict[str, Effect]:
    """What the moves could capture, each with the move that captures the most at once."""
    found: dict[str, Effect] = {}
    for effect in sorted(effects, key=lambda effect: -len(effect.harms)):
        for target in [event.cell or "" for event in effect.harms] + [VICTORY] * effect.wins:
            found.setdefault(target, effect)
    return found


def usual_targets(effects: MoveEffects, moves: Sequence[Effect]) -> dict[str, Effect]:
    """What can be captured after more than half of the moves, each with the move that most often captures it.

    For each target only the moves that leave it alone are counted: a piece that moves away says nothing about its danger.
    """
    seen = [(move.touched, targets(effects.at(move.after))) for move in moves]
    found = {}
    for target in sorted({target for _, taken in seen for target in taken}):
        answers = [taken.get(target) for touched, taken in seen if target not in touched]
        ways = [way for way in answers if way is not None]
        if 2 * len(ways) > len(answers):
            most = Counter(way.text for way in ways).most_common(1)[0][0]
            found[target] = next(way for way in ways if way.text == most)
    return found

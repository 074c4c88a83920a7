"""What moves do to the other players: tokens they take, drive away or diminish, and games they end. Read from the law alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tablier.core.actors import Seat
from tablier.core.play import Event, Outcome, Token, Verb
from tablier.core.scene import Scene
from tablier.games import AnyGame

VICTORY = "victory"
"""Stands among cells for the game itself, where what is at stake is to win it."""


@dataclass(frozen=True)
class Deed:
    """A legal move with all that comes of it. `harms` are the events that cost another player something."""

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
        """True when it harms nobody and the game goes on."""
        return not self.harms and self.outcome is None

    @property
    def touched(self) -> frozenset[str]:
        """The cells on which something happens."""
        return frozenset(cell for event in self.events for cell in (event.cell, event.to) if cell)


class Onlooker:
    """Sees what the moves of a game do."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._owners = {piece.id: piece.seat for piece in game.pieces}

    def deed(self, pos: Any, move: Any, seat: Seat) -> Deed:
        """A legal move, looked at."""
        step = self.game.apply(pos, move)
        harms = tuple(self._harms(self.game.scene(pos), step.events, seat))
        return Deed(self.game.write(pos, move), seat, step.after, step.events, harms, self.game.outcome(step.after))

    def deeds(self, pos: Any) -> list[Deed]:
        """Every legal move of the player to act; none at a throw of the dice and when the game is over."""
        seat = self.game.actor(pos)
        return [self.deed(pos, move, seat) for move in self.game.legal(pos)] if isinstance(seat, int) else []

    def becomes_another(self, event: Event, scene: Scene) -> bool:
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
        """True when an event costs the owner of the token it happens to: it leaves, changes hands, loses value, is driven away."""
        if event.verb is Verb.ALTER and event.token is not None:
            return self._owners[event.token.piece] != self._owners[token.piece] or event.token.value < token.value
        return event.verb in (Verb.REMOVE, Verb.MOVE)


def targets(deeds: Iterable[Deed]) -> dict[str, Deed]:
    """What the moves could take, each with the move that takes the most at once."""
    found: dict[str, Deed] = {}
    for deed in sorted(deeds, key=lambda deed: -len(deed.harms)):
        for target in [event.cell or "" for event in deed.harms] + [VICTORY] * deed.wins:
            found.setdefault(target, deed)
    return found


def usual(look: Onlooker, moves: Sequence[Deed]) -> dict[str, Deed]:
    """What can be taken after more than half of the moves, each with the move that most often takes it.

    For each target only the moves that leave it alone are counted: a piece that goes away says nothing about its danger.
    """
    seen = [(move.touched, targets(look.deeds(move.after))) for move in moves]
    found = {}
    for target in sorted({target for _, taken in seen for target in taken}):
        answers = [taken.get(target) for touched, taken in seen if target not in touched]
        ways = [way for way in answers if way is not None]
        if 2 * len(ways) > len(answers):
            most = Counter(way.text for way in ways).most_common(1)[0][0]
            found[target] = next(way for way in ways if way.text == most)
    return found

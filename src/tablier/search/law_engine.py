"""An engine over the law itself: plain Python, for every game, with or without a kernel, a compiler or dice.

Iterative deepening with alpha-beta. The player to act maximises, all others minimise (with two seats plain minimax, with
more the paranoid one), chance averages. A position at the horizon is worth what `Game.worth` says, else the tokens on it.
"""

import random
import time
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tablier.core.actors import CHANCE, Seat
from tablier.core.match import Match
from tablier.core.play import Outcome
from tablier.games import AnyGame
from tablier.search.analysis import MATE, SURE, Analysis, Limits, Line, win_chance
from tablier.search.effects import MoveEffects
from tablier.search.engine import Engine, Progress
from tablier.search.sight import Glance

if TYPE_CHECKING:
    from tablier.search.stop import Stop

DEEPEST = 64
PIECE = 100.0
"""Hundredths of a piece in a piece: `Game.worth` counts in pieces, scores in hundredths."""


class Scored(NamedTuple):
    """A score for the seat that the search is for, and the moves that lead to it."""

    score: float
    moves: tuple[Any, ...]


class Child(NamedTuple):
    """What a move leads to; `over` where it ends the game."""

    move: Any
    after: Any
    score: float
    over: bool


class LawEngine(Engine):
    """Searches the law. The same seed, depth and match give the same move."""

    def analyse(
        self, match: Match[Any, Any], limits: Limits, *, lines: int = 1, stop: "Stop | None" = None, progress: Progress | None = None
    ) -> Analysis:
        """The best lines from where the match stands."""
        begin = time.perf_counter()
        search = _Search(match, limits, stop, self.seed)
        found = Analysis((), 0, 0, 0.0)
        ranked = search.children
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            done = search.iterate(ranked, depth, lines)
            ranked = [child for child, _ in done] + ranked[len(done) :]
            if done:
                best = tuple(_line(match, scored) for _, scored in done[:lines])
                found = Analysis(best, depth - search.stopped, search.nodes, time.perf_counter() - begin)
            if progress is not None and found.lines:
                progress(found)
            if search.stopped or not done or _forced(done[0][1].score, depth):
                break
        return found

    def glances(self, match: Match[Any, Any], effort: int, sight: float, seed: int, stop: "Stop | None" = None) -> list[Glance]:
        """Every legal move at first sight and at depth `effort`, with the reply that it must fear; none when stopped."""
        search = _Search(match, Limits(), stop, seed)
        done = search.iterate(search.children, effort, len(search.children))
        return [] if search.stopped else [_glance(MoveEffects(match.game), match, child, scored) for child, scored in done]


def _glance(effects: MoveEffects, match: Match[Any, Any], child: Child, scored: Scored) -> Glance:
    """A move and its best reply, which is feared where it makes the move worse."""
    game, before, after = match.game, match.position, child.after
    move, takes = game.write(before, child.move), _takes(effects, before, child.move)
    if len(scored.moves) < 2 or scored.score >= child.score:
        return Glance(move, child.score, takes, scored.score)
    reply = scored.moves[1]
    return Glance(move, child.score, takes, scored.score, game.write(after, reply), _takes(effects, after, reply))


def _takes(effects: MoveEffects, pos: Any, move: Any) -> bool:
    """Whether a move costs another player something."""
    seat = effects.game.actor(pos)
    return isinstance(seat, int) and bool(effects.of(pos, move, seat).harms)


class _Stopped(Exception):
    """The search is stopped, or its time or nodes are used up."""


class _Search:
    """One search for the seat that acts where a match stands."""

    def __init__(self, match: Match[Any, Any], limits: Limits, stop: "Stop | None", seed: int) -> None:
        self.game, self.stop = match.game, stop
        self.deadline = time.monotonic() + limits.seconds if limits.seconds is not None else None
        self.most, self.nodes, self.stopped = limits.nodes, 0, False
        self.seat = match.actor if isinstance(match.actor, int) else 0
        self.owners = {piece.id: piece.seat for piece in match.game.pieces}
        past = (match.origin, *(entry.step.after for entry in match.entries))
        self.seen: set[Hashable] = {match.game.key(pos) for pos in past}
        self.children = self._children(match.position, 1) if match.outcome is None else []
        random.Random(f"{seed}/{len(match.entries)}").shuffle(self.children)  # equal moves: not always the first

    def iterate(self, children: Sequence[Child], depth: int, lines: int) -> list[tuple[Child, Scored]]:
        """The moves with their scores at a depth, the best first; exact for the `lines` best, bounds for the others.

        When stopped on the way, those that were finished; the first of `children` should be the best so far.
        """
        done: list[tuple[Child, Scored]] = []
        try:
            for child in children:
                low = sorted((scored.score for _, scored in done), reverse=True)[lines - 1] if len(done) >= lines else -MATE
                done.append((child, self._descend(child, depth - 1, low, MATE, 1)))
        except _Stopped:
            self.stopped = True
        return sorted(done, key=lambda one: -one[1].score)

    def _descend(self, child: Child, depth: int, low: float, high: float, ply: int) -> Scored:
        if child.over or depth == 0:
            return Scored(child.score, (child.move,))
        key = self.game.key(child.after)
        self.seen.add(key)
        try:
            below = self._value(child.after, depth, low, high, ply)
        finally:
            self.seen.discard(key)
        return Scored(below.score, (child.move, *below.moves))

    def _value(self, pos: Any, depth: int, low: float, high: float, ply: int) -> Scored:
        """The score of a position that is not the end of the game, and the best moves from it up to the next throw of the dice."""
        self._check()
        actor = self.game.turn(pos)
        if actor is CHANCE:
            odds = self.game.odds(pos).items()
            return Scored(sum(float(share) * self._thrown(self.game.apply(pos, throw).after, depth, ply) for throw, share in odds), ())
        own = actor == self.seat
        best = Scored(-MATE if own else MATE, ())
        for child in sorted(self._children(pos, ply + 1), key=lambda child: -child.score if own else child.score):
            scored = self._descend(child, depth - 1, low, high, ply + 1)
            if not best.moves or (scored.score > best.score if own else scored.score < best.score):
                best = scored
            low, high = (max(low, best.score), high) if own else (low, min(high, best.score))
            if low >= high:
                break
        return best

    def _thrown(self, pos: Any, depth: int, ply: int) -> float:
        outcome = self.game.outcome(pos)
        return self._ended(outcome, ply) if outcome is not None else self._value(pos, depth, -MATE, MATE, ply).score

    def _children(self, pos: Any, ply: int) -> list[Child]:
        return [self._child(move, self.game.apply(pos, move).after, ply) for move, barred in self.game.candidates(pos) if barred is None]

    def _child(self, move: Any, after: Any, ply: int) -> Child:
        """What a move leads to; a position that stood before counts as repeated, since it can be repeated again."""
        self.nodes += 1
        outcome = self.game.outcome(after)
        if outcome is None and self.game.key(after) in self.seen:
            outcome = self.game.repeated(after)
        if outcome is not None:
            return Child(move, after, self._ended(outcome, ply), True)
        return Child(move, after, PIECE * self._lead(self._worth(after)), False)

    def _worth(self, pos: Any) -> Sequence[float]:
        worth = self.game.worth(pos)
        return worth if worth is not None else tokens_worth(self.game, self.owners, pos)

    def _lead(self, worth: Sequence[float]) -> float:
        """How far the seat is ahead of the mean of the others."""
        return worth[self.seat] - (sum(worth) - worth[self.seat]) / max(1, len(worth) - 1)

    def _ended(self, outcome: Outcome, ply: int) -> float:
        """From a loss before all others (-1) to a win (+1), worth more the sooner it comes."""
        mine, others = outcome.ranks[self.seat], [rank for seat, rank in enumerate(outcome.ranks) if seat != self.seat]
        return (MATE - ply) * sum((rank > mine) - (rank < mine) for rank in others) / len(others)

    def _check(self) -> None:
        if (
            (self.stop is not None and self.stop.is_set())
            or (self.most is not None and self.nodes >= self.most)
            or (self.deadline is not None and time.monotonic() >= self.deadline)
        ):
            raise _Stopped


def tokens_worth(game: AnyGame, owners: "dict[str, Seat | None]", pos: Any) -> list[float]:
    """What stands on the board, by seat: a piece for each token, and one for each that its number counts."""
    worth = [0.0] * len(game.seats)
    for token in game.scene(pos).tokens.values():
        seat = owners[token.piece]
        if seat is not None:
            worth[seat] += 1 + token.value
    return worth


def _forced(score: float, depth: int) -> bool:
    return abs(score) > SURE and depth > MATE - abs(score)


def _line(match: Match[Any, Any], scored: Scored) -> Line:
    texts, pos = [], match.position
    for move in scored.moves:
        texts.append(match.game.write(pos, move))
        pos = match.game.apply(pos, move).after
    score = round(scored.score)
    return Line(tuple(texts), score, win_chance(score))

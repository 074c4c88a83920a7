"""A game that is analysed whole: its moves, who acted at each ply, and how it ended."""

from typing import Any

from msgspec import Struct

from tablier.api.analysis import Analysis as PositionAnalysis
from tablier.api.analysis import AnalysisLine, GameAnalysisRequest, GameOutline, MoveReview, PositionWorth
from tablier.api.jobs import AnalysisTask
from tablier.api.primitives import WireActor, wire_actor
from tablier.core.match import Match
from tablier.games import game
from tablier.search.judgement import THRESHOLDS, chance_of_ranks, judge

LINES = 2
"""Lines that are searched at each ply: how much better the best move is than the second is a reason of its own."""


class GameLine(Struct, frozen=True, omit_defaults=True):
    """A game as the analysis goes through it. `actors` has one more entry than `moves`: who acts where it stands."""

    game: str
    options: dict[str, str | int]
    position: str | None
    moves: tuple[str, ...]
    actors: tuple[WireActor, ...]
    seats: int
    dice: bool
    ranks: tuple[int, ...] | None = None

    @property
    def plies(self) -> tuple[int, ...]:
        """The plies at which a seat acts."""
        return tuple(ply for ply, actor in enumerate(self.actors) if isinstance(actor, int))

    @property
    def outline(self) -> GameOutline:
        """What clients are told of it first."""
        return GameOutline(self.plies, {judgement.value: least for judgement, least in THRESHOLDS.items()})

    @property
    def next_tells(self) -> bool:
        """Whether the chance after a move is known from the next position: not where dice are rolled, nor with more than two seats."""
        return self.seats == 2 and not self.dice

    def task(self, ply: int, seconds: float) -> AnalysisTask:
        """What a worker is asked about a ply."""
        played = None if self.next_tells or ply == len(self.moves) or self.moves[ply].startswith("!") else self.moves[ply]
        return AnalysisTask(self.game, self.options, self.position, self.moves[:ply], lines=LINES, seconds=seconds, played=played)

    def review(self, ply: int, found: PositionAnalysis, following: PositionWorth | None) -> MoveReview:
        """The judgement on the move at a ply, by what was found there and, where that tells it, at the next ply."""
        best: AnalysisLine | None = found.lines[0] if found.lines else None
        loss = self._loss(ply, found, following)
        judgement = None if loss is None else judge(loss)
        reasons = found.reasons if judgement else ()
        return MoveReview(ply, found.seat, found.chance, best, found.exact, loss, judgement.value if judgement else None, reasons)

    def _loss(self, ply: int, found: PositionAnalysis, following: PositionWorth | None) -> float | None:
        if ply == len(self.moves) or self.moves[ply].startswith("!"):
            return None
        if found.lines and found.lines[0].moves[0] == self.moves[ply]:
            return 0.0
        after = self._chance_after(ply, found, following)
        return None if after is None else round(max(0.0, found.chance - after), 3)

    def _chance_after(self, ply: int, found: PositionAnalysis, following: PositionWorth | None) -> float | None:
        if ply + 1 == len(self.moves) and self.ranks is not None:
            return chance_of_ranks(self.ranks, found.seat)
        if not self.next_tells:
            return found.played
        if following is None or following.ply != ply + 1:
            return None
        return following.chance if following.seat == found.seat else 1 - following.chance


def line_of(match: Match[Any, Any], options: dict[str, str | int]) -> GameLine:
    """A match as the analysis goes through it."""
    rules = match.game
    start = None if match.origin == rules.start() else rules.dump(match.origin)
    before = [match.origin, *(entry.step.after for entry in match.entries[:-1])]
    actors = [rules.actor(pos) for pos, _ in zip(before, match.entries, strict=False)]
    ranks = None if match.outcome is None else match.outcome.ranks
    return GameLine(
        rules.info.id, options, start, match.moves, tuple(map(wire_actor, (*actors, match.actor))), len(rules.seats), rules.dice, ranks
    )


def requested_line(asked: GameAnalysisRequest) -> GameLine:
    """The line of a request, replayed by the rules."""
    rules = game(asked.game, **asked.options)
    match: Match[Any, Any] = Match(rules, rules.load(asked.position) if asked.position is not None else None)
    for move in asked.moves:
        match.enter(move)
    return line_of(match, asked.options)

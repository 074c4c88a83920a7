"""The engine that runs Monte-Carlo tree search: for dice, for more than two seats, and for games without an evaluation."""

import math
import time
from typing import Any

from tablier.core.match import Match
from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Stop
from tablier.search.analysis import QUARTER, Analysis, Limits, Line
from tablier.search.engine import Progress
from tablier.search.judgement import chance_of_ranks
from tablier.search.kernel_engine import KernelEngine
from tablier.search.law_engine import LawEngine
from tablier.search.mcts import Mcts
from tablier.search.sight import Glance

FIRST_BATCH = 256
"""Simulations before the first report; each further one comes after half as many again."""

SURE_ENOUGH = 0.999


class MctsEngine(KernelEngine):
    """Monte-Carlo tree search. `nodes` of the limits are simulations; a fixed seed and number of them give a fixed move."""

    def analyse(
        self, match: Match[Any, Any], limits: Limits, *, lines: int = 1, stop: Stop | None = None, progress: Progress | None = None
    ) -> Analysis:
        """The most visited moves, with the mean result of each for the seat that acts."""
        begin = time.perf_counter()
        deadline = time.monotonic() + limits.seconds if limits.seconds is not None else 0.0
        stop = stop or Stop()
        twin = self._kernel(match)
        mcts = Mcts(twin, self.evaluation, self.seed)
        most = limits.nodes or (0 if deadline else 1000 * (limits.depth or 10))
        share = FIRST_BATCH
        while True:
            share = min(share, most - mcts.simulations) if most else share
            mcts.run(share, deadline, stop)
            found = _analysis(mcts, twin, lines, time.perf_counter() - begin)
            if progress is not None:
                progress(found)
            out_of_time = deadline and time.monotonic() >= deadline
            if stop.is_set() or out_of_time or (most and mcts.simulations >= most):
                return found
            share = max(FIRST_BATCH, mcts.simulations // 2)

    def chance_after(self, match: Match[Any, Any], move: str, limits: Limits, stop: Stop | None = None) -> float | None:
        """The mean result of the seat that acts, after a legal move, for any next actor, dice included."""
        seat, after = match.actor, match.copy()
        after.enter(move)
        if not isinstance(seat, int):
            return None
        if after.outcome is not None:
            return chance_of_ranks(after.outcome.ranks, seat)
        mcts = Mcts(self._kernel(after), self.evaluation, self.seed)
        deadline = time.monotonic() + limits.seconds if limits.seconds is not None else 0.0
        mcts.run(limits.nodes or (1 << 30 if deadline else 10_000), deadline, stop or Stop())
        values = mcts.values()
        return None if values is None else values[seat]

    def glances(self, match: Match[Any, Any], effort: int, sight: float, seed: int, stop: Stop | None = None) -> list[Glance]:
        """Scores after `effort` simulations that know what a player of this sight knows.

        A move with few visits is drawn towards the mean of the position. Where a game does not say what its players overlook, they count
        what stands on the board, as over the law.
        """
        narrowed = self.evaluation.narrowed(sight)
        if narrowed is None:
            return LawEngine(self.rules).glances(match, effort, sight, seed, stop)
        twin, stop = self._kernel(match), stop or Stop()
        mcts = Mcts(twin, narrowed, seed)
        mcts.run(effort, 0.0, stop)
        if stop.is_set():
            return []
        seat = twin.turn or 0
        mean = (mcts.values() or [0.5] * twin.seats)[seat]
        scores = [(twin.texts([word])[0], _score((visits * values[seat] + mean) / (visits + 1))) for word, visits, values in mcts.moves()]
        return [Glance(move, score, False, score) for move, score in scores]


def _analysis(mcts: Mcts, twin: Kernel, lines: int, seconds: float) -> Analysis:
    seat = twin.turn or 0
    main = mcts.best_line()
    found = []
    for number, (word, _, values) in enumerate(mcts.moves()[:lines]):
        moves = twin.texts(main if number == 0 else [word])
        found.append(Line(tuple(moves), round(_score(values[seat])), values[seat]))
    return Analysis(tuple(found), 0, mcts.simulations, seconds)


def _score(chance: float) -> float:
    """A chance to win as hundredths of a piece, as the other engines count."""
    chance = min(max(chance, 1 - SURE_ENOUGH), SURE_ENOUGH)
    return QUARTER * math.log(chance / (1 - chance))

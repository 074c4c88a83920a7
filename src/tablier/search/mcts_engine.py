"""Engines that sample: for dice, for more than two seats, and for games of which nothing is known."""

import math
import time
from typing import Any

from tablier.core.match import Match
from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Stop
from tablier.search.analysis import QUARTER, Analysis, Limits, Line
from tablier.search.engine import Progress
from tablier.search.kernel_engine import KernelEngine
from tablier.search.mcts import Sampler

FIRST_LOOK = 256
"""Simulations before the first report; each further one comes after half as many again."""

SURE_ENOUGH = 0.999


class SampleEngine(KernelEngine):
    """Monte-Carlo tree search. `nodes` of the limits are simulations; a fixed seed and number of them give a fixed move."""

    def analyse(
        self, match: Match[Any, Any], limits: Limits, *, lines: int = 1, stop: Stop | None = None, progress: Progress | None = None
    ) -> Analysis:
        """The most visited moves, with how often they won for the seat that acts."""
        begin = time.perf_counter()
        deadline = time.monotonic() + limits.seconds if limits.seconds is not None else 0.0
        stop = stop or Stop()
        twin = self._kernel(match)
        sampler = Sampler(twin, self.knowledge, self.seed)
        most = limits.nodes or (0 if deadline else 1000 * (limits.depth or 10))
        share = FIRST_LOOK
        while True:
            share = min(share, most - sampler.simulations) if most else share
            sampler.run(share, deadline, stop)
            found = _told(sampler, twin, lines, time.perf_counter() - begin)
            if progress is not None:
                progress(found)
            out_of_time = deadline and time.monotonic() >= deadline
            if stop.is_set() or out_of_time or (most and sampler.simulations >= most):
                return found
            share = max(FIRST_LOOK, sampler.simulations // 2)

    def rough(self, match: Match[Any, Any], effort: int, seed: int, stop: Stop | None = None) -> dict[str, float]:
        """Opinions after few simulations: a move that was tried little is thought to be much like the others."""
        twin = self._kernel(match)
        sampler = Sampler(twin, self.knowledge, seed)
        sampler.run(effort, 0.0, stop or Stop())
        seat = twin.turn or 0
        usual = (sampler.values() or [0.5] * twin.seats)[seat]
        return {twin.texts([word])[0]: _score((visits * values[seat] + usual) / (visits + 1)) for word, visits, values in sampler.moves()}


def _told(sampler: Sampler, twin: Kernel, lines: int, seconds: float) -> Analysis:
    seat = twin.turn or 0
    main = sampler.best_line()
    told = []
    for number, (word, _, values) in enumerate(sampler.moves()[:lines]):
        moves = twin.texts(main if number == 0 else [word])
        told.append(Line(tuple(moves), round(_score(values[seat])), values[seat]))
    return Analysis(tuple(told), 0, sampler.simulations, seconds)


def _score(chance: float) -> float:
    """A chance to win as hundredths of a piece, as the other engines count."""
    chance = min(max(chance, 1 - SURE_ENOUGH), SURE_ENOUGH)
    return QUARTER * math.log(chance / (1 - chance))

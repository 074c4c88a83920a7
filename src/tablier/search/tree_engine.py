"""Engines for two players without dice: principal variation search, deepened step by step, on several threads."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tablier.core.match import Match
from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Searcher, Stop
from tablier.search.analysis import MATE, SURE, Analysis, Limits, Line, win_chance
from tablier.search.engine import Progress
from tablier.search.evaluation.base import Evaluation
from tablier.search.kernel_engine import KernelEngine
from tablier.search.transpositions import TranspositionTable

DEEPEST = 64

Found = tuple[int, list[int]]
"""A score and the moves that lead to it, as words."""


class TreeEngine(KernelEngine):
    """Principal variation search with a transposition table that is kept from move to move; `new_game` clears it."""

    def __init__(self, rules: AnyGame, *, threads: int = 1, megabytes: int = 16, evaluation: Evaluation | None = None) -> None:
        super().__init__(rules, evaluation)
        self.threads = threads
        self.table = TranspositionTable(megabytes)
        self._keys: dict[Any, int] = {}

    def new_game(self) -> None:
        """Forget the last game."""
        self.table.clear()
        self._keys.clear()

    def analyse(
        self, match: Match[Any, Any], limits: Limits, *, lines: int = 1, stop: Stop | None = None, progress: Progress | None = None
    ) -> Analysis:
        """The best lines from where the match stands. `stop.set()`, from any thread, ends it at once with what there is."""
        begin = time.perf_counter()
        deadline = time.monotonic() + limits.seconds if limits.seconds is not None else 0.0
        stop = stop or Stop()
        self.table.new_search()
        searchers = [self._searcher(match, stop, number) for number in range(self.threads)]
        helpers = ThreadPoolExecutor(max(1, self.threads - 1))
        try:
            for searcher in searchers[1:]:
                helpers.submit(_help, searcher, limits, stop)
            return self._deepen(searchers, match, limits, lines, begin, deadline, progress, stop)
        finally:
            stop.set()
            helpers.shutdown(wait=True)

    def _searcher(self, match: Match[Any, Any], stop: Stop, number: int) -> Searcher:
        """One thread's search, with an evaluation of its own: a network keeps sums from ply to ply."""
        evaluation = self.evaluation.copy() if number else self.evaluation
        return Searcher(self._kernel(match), evaluation, self.table, stop, self._past(match), number)

    def _deepen(
        self,
        searchers: list[Searcher],
        match: Match[Any, Any],
        limits: Limits,
        lines: int,
        begin: float,
        deadline: float,
        progress: Progress | None,
        stop: Stop,
    ) -> Analysis:
        """Iterative deepening on the first thread; the others fill the table."""
        main = searchers[0]
        twin = self._kernel(match)
        found: list[Found] = []
        best = Analysis((), 0, 0, 0.0)
        wanted = min(lines, twin.perft(1))
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            fresh = _iteration(main, depth, found, wanted, limits.nodes or 0, deadline, stop)
            done = depth - stop.is_set()
            if len(fresh) == wanted or not found:
                found = sorted(fresh, key=lambda line: -line[0])
            found_lines = tuple(Line(_texts(twin, moves), score, win_chance(score)) for score, moves in found)
            best = Analysis(found_lines, done, sum(s.nodes for s in searchers), time.perf_counter() - begin)
            if progress is not None and found_lines:
                progress(best)
            if stop.is_set() or not wanted or (abs(found[0][0]) > SURE and depth > MATE - abs(found[0][0]) + 2):
                break
        if not best.lines and wanted:
            first = twin.legal_moves()[0]
            best = Analysis((Line((first,), 0, 0.5),), 0, main.nodes, time.perf_counter() - begin)
        return best

    def rough(self, match: Match[Any, Any], effort: int, seed: int, stop: Stop | None = None) -> dict[str, float]:
        """Every legal move with its score at a small depth; none when stopped before the end."""
        twin = self._kernel(match)
        judged = Searcher(twin, self.evaluation, self.table, stop or Stop(), self._past(match)).judge(effort, 0, 0.0) or []
        return {twin.texts([word])[0]: float(score) for word, score in judged}

    def _past(self, match: Match[Any, Any]) -> list[int]:
        """The keys of the positions before this one, so that the search sees repetitions."""
        before = [match.origin, *(entry.step.after for entry in match.entries)][:-1][-100:]
        return [self._key(pos) for pos in before]

    def _key(self, pos: Any) -> int:
        """The key of a position, kept for the moves to come: loading a hundred takes as long as a short search."""
        if pos not in self._keys:
            self._keys[pos] = kernel_of(self.rules, self.rules.dump(pos)).hash
        return self._keys[pos]


def _iteration(searcher: Searcher, depth: int, last: list[Found], wanted: int, nodes: int, deadline: float, stop: Stop) -> list[Found]:
    """The best lines at a depth, each without the first moves of those before it; fewer when stopped."""
    lines: list[Found] = []
    for number in range(wanted):
        guess = last[number][0] if number < len(last) else 0
        result = searcher.iterate(depth, guess, nodes, deadline, [moves[0] for _, moves in lines])
        if result is not None:
            lines.append(result)
        if stop.is_set():
            break
    return lines


def _help(searcher: Searcher, limits: Limits, stop: Stop) -> None:
    """A helper searches the same root and shares its table; odd ones run a ply ahead."""
    last = 0
    for depth in range(1, (limits.depth or DEEPEST) + 1):
        result = searcher.iterate(min(depth + searcher.number % 2, DEEPEST), last, 0, 0.0)
        if result is None or stop.is_set():
            return
        last = result[0]


def _texts(twin: Kernel, moves: list[int]) -> tuple[str, ...]:
    """The moves as texts; a line from the table may end early."""
    return tuple(twin.texts(moves))

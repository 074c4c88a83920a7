"""Engines for two players without dice: principal variation search, deepened step by step, on several threads."""

import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from tablier.core.match import Match
from tablier.endings.probe import Endings, hold, prober_for
from tablier.endings.sets import has_endings
from tablier.endings.slabs import Slabs
from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Histories, Searcher, Stop
from tablier.search.analysis import MATE, SURE, Analysis, Limits, Line, win_chance
from tablier.search.engine import Progress
from tablier.search.evaluation.base import Evaluation
from tablier.search.exact import corrected, exact_analysis
from tablier.search.kernel_engine import KernelEngine
from tablier.search.settings import SearchSettings
from tablier.search.sight import Glance
from tablier.search.transpositions import TranspositionTable

DEEPEST = 64
TOGETHER = 5
"""From this depth on, threads search together: below, one is done before another begins."""

OnMove = Callable[[str, int, int, int], None]
"""Called with a root move, its number, the depth of the iteration and the nodes so far, before the move is searched."""

Found = tuple[int, list[int]]
"""A score and the moves that lead to it, as words."""


class TreeEngine(KernelEngine):
    """Principal variation search with a transposition table that is kept from move to move; `new_game` clears it."""

    def __init__(
        self,
        rules: AnyGame,
        *,
        threads: int = 1,
        megabytes: int = 16,
        evaluation: Evaluation | None = None,
        settings: SearchSettings | None = None,
    ) -> None:
        super().__init__(rules, evaluation)
        self.threads = threads
        self.settings = settings or SearchSettings(**self.evaluation.settings)
        self._histories = list[Histories]()
        self.table = TranspositionTable(megabytes)
        self._keys: dict[Any, int] = {}
        self.endings = Endings(rules) if has_endings(rules) else None
        self._held: Slabs | None = None

    def new_game(self) -> None:
        """Forget the last game."""
        self.table.clear()
        self._keys.clear()
        self._histories.clear()

    def analyse(
        self,
        match: Match[Any, Any],
        limits: Limits,
        *,
        lines: int = 1,
        stop: Stop | None = None,
        progress: Progress | None = None,
        among: Collection[str] = (),
        on_move: OnMove | None = None,
        contempt: int = 0,
    ) -> Analysis:
        """The best lines from where the match stands. `stop.set()`, from any thread, ends it at once with what there is.

        With `among`, only lines that begin with one of these moves. A draw scores `contempt` less for the player to act.
        """
        begin = time.perf_counter()
        deadline = time.monotonic() + limits.seconds if limits.seconds is not None else 0.0
        exact = exact_analysis(self.endings, match, lines) if self.endings is not None and limits.nodes is None and not among else None
        if exact is not None:
            if progress is not None:
                progress(exact)
            return exact
        stop = stop or Stop()
        self.table.new_search()
        if not self.settings.keep_histories or len(self._histories) != self.threads:
            self._histories = [Histories() for _ in range(self.threads)]
        searchers = [self._searcher(match, stop, number, contempt) for number in range(self.threads)]
        banned = _others(searchers[0], self._kernel(match), among) if among else []
        with Team(searchers) as team:
            try:
                found = self._deepen(team, match, limits, lines, begin, deadline, progress, stop, banned, on_move)
            finally:
                stop.set()
        return found if self.endings is None or limits.nodes is not None or among else corrected(self.endings, match, found)

    def choose(self, match: Match[Any, Any], limits: Limits, *, stop: Stop | None = None) -> Line:
        """The line to play, with the contempt of the settings: opponents who can be outplayed are not let off with a draw."""
        return self.analyse(match, limits, stop=stop, contempt=self.settings.contempt).lines[0]

    def _searcher(self, match: Match[Any, Any], stop: Stop, number: int, contempt: int = 0) -> Searcher:
        """A thread's search; near the endings, those that are held in memory are asked in the tree."""
        twin = self._kernel(match)
        near = self.endings is not None and self.endings.near(self.rules.dump(match.position))
        if near and self._held is None:
            self._held = hold(self.rules)
        prober = prober_for(self.rules, twin, self._held) if near and self._held is not None else None
        # A network keeps sums from ply to ply, so every thread has an evaluation of its own.
        evaluation = self.evaluation.copy() if number else self.evaluation
        past, learnt = self._past(match), self._histories[number]
        return Searcher(twin, evaluation, self.table, stop, past, number, prober, self.settings, learnt, self.threads > 1, contempt)

    def _deepen(
        self,
        team: "Team",
        match: Match[Any, Any],
        limits: Limits,
        lines: int,
        begin: float,
        deadline: float,
        progress: Progress | None,
        stop: Stop,
        banned: list[int],
        on_move: OnMove | None,
    ) -> Analysis:
        """Iterative deepening."""
        searchers, main = team.searchers, team.searchers[0]
        twin = self._kernel(match)
        found: list[Found] = []
        best = Analysis((), 0, 0, 0.0)
        wanted = min(lines, twin.perft(1) - len(banned))
        for depth in range(1, (limits.depth or DEEPEST) + 1):
            watch = _watch(on_move, twin, depth, searchers) if on_move is not None else None
            fresh = _iteration(team, depth, found, wanted, limits.nodes or 0, deadline, stop, banned, watch)
            done = depth - stop.is_set()
            if len(fresh) == wanted or not found:
                found = sorted(fresh, key=lambda line: -line[0])
            found_lines = tuple(Line(_texts(twin, moves), score, win_chance(score)) for score, moves in found)
            best = Analysis(
                found_lines,
                done,
                sum(s.nodes for s in searchers),
                time.perf_counter() - begin,
                max(s.reached for s in searchers),
                self.table.permille_used(),
            )
            if progress is not None and found_lines:
                progress(best)
            if stop.is_set() or not wanted or _decided(found[0][0], depth, limits.mate):
                break
        if not best.lines and wanted:
            first = twin.texts([next(word for word in main.root_moves() if word not in banned)])[0]
            best = Analysis((Line((first,), 0, 0.5),), 0, main.nodes, time.perf_counter() - begin)
        return best

    def glances(self, match: Match[Any, Any], effort: int, sight: float, seed: int, stop: Stop | None = None) -> list[Glance]:
        """Every legal move at first sight and `effort` plies ahead, with the reply that it must fear; none when stopped before the end."""
        twin = self._kernel(match)
        narrowed = self.evaluation.narrowed(sight)
        table = self.table if narrowed is None else TranspositionTable(1)  # what is worth what to others does not belong in one's own
        searcher = Searcher(twin, narrowed or self.evaluation, table, stop or Stop(), self._past(match), settings=self.settings)
        seen = searcher.glance(effort)
        if seen is None:
            return []
        return [
            Glance(move, first, takes, score, _texts(twin, [word, reply])[-1] if reply and score < first else "", reply_takes)
            for move, (word, first, takes, score, reply, reply_takes) in zip(twin.legal_moves(), seen, strict=True)
        ]

    def _past(self, match: Match[Any, Any]) -> list[int]:
        """The keys of the positions before this one, so that the search sees repetitions."""
        before = [match.origin, *(entry.step.after for entry in match.entries)][:-1][-100:]
        return [self._key(pos) for pos in before]

    def _key(self, pos: Any) -> int:
        """The key of a position, kept for the moves to come: loading a hundred takes as long as a short search."""
        if pos not in self._keys:
            self._keys[pos] = kernel_of(self.rules, self.rules.dump(pos)).hash
        return self._keys[pos]


def _others(searcher: Searcher, twin: Kernel, among: Collection[str]) -> list[int]:
    """The root moves that are not among some, as words."""
    return [word for word in searcher.root_moves() if twin.texts([word])[0] not in among]


def _watch(on_move: OnMove, twin: Kernel, depth: int, searchers: list[Searcher]) -> Callable[[int, int], None]:
    """What the searcher calls with each root move, as a word."""
    return lambda word, number: on_move(twin.texts([word])[0], number, depth, sum(s.nodes for s in searchers))


def _decided(score: int, depth: int, mate: int | None) -> bool:
    """True where a forced end is found that is near enough, or that a deeper search would not bring nearer."""
    plies = MATE - abs(score)
    return abs(score) > SURE and (depth > plies + 2 or (mate is not None and plies <= 2 * mate))


class Team:
    """The threads of a search. All search the same tree to the same depth and leave moves to each other; the first to finish ends the
    iteration for all."""

    def __init__(self, searchers: list[Searcher]) -> None:
        self.searchers = searchers
        self._pool = ThreadPoolExecutor(len(searchers) - 1) if len(searchers) > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def iterate(
        self, depth: int, guess: int, nodes: int, deadline: float, banned: list[int], watch: Callable[[int, int], None] | None
    ) -> Found | None:
        """The score and the line at a depth; what the first thread has when it is stopped."""
        first, *others = self.searchers
        if self._pool is None or depth < TOGETHER:
            return first.iterate(depth, guess, nodes, deadline, banned, watch)
        over = Stop()
        running = [self._pool.submit(_iterate_beside, other, depth, guess, banned, over) for other in others]
        found = first.iterate(depth, guess, nodes, deadline, banned, watch, over)
        overtaken = first.halted and over.is_set()
        over.set()
        results = [one.result() for one in running]
        return next((result for result in results if result is not None), found) if overtaken else found


def _iterate_beside(searcher: Searcher, depth: int, guess: int, banned: list[int], over: Stop) -> Found | None:
    """The result of another thread than the first; None where it was not the first to finish."""
    found = searcher.iterate(depth, guess, 0, 0.0, banned, None, over)
    if searcher.halted:
        return None
    over.set()
    return found


def _iteration(
    team: Team,
    depth: int,
    last: list[Found],
    wanted: int,
    nodes: int,
    deadline: float,
    stop: Stop,
    banned: list[int],
    watch: Callable[[int, int], None] | None,
) -> list[Found]:
    """The best lines at a depth, each without the first moves of those before it; fewer when stopped."""
    lines: list[Found] = []
    for number in range(wanted):
        guess = last[number][0] if number < len(last) else 0
        result = team.iterate(depth, guess, nodes, deadline, [*banned, *(moves[0] for _, moves in lines)], watch)
        if result is not None:
            lines.append(result)
        if stop.is_set():
            break
    return lines


def _texts(twin: Kernel, moves: list[int]) -> tuple[str, ...]:
    """The moves as texts; a line from the table may end early."""
    return tuple(twin.texts(moves))

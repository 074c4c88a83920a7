"""Solve tasks: choose moves and analyse positions, with engines kept ready for a few games."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tablier.api.analysis import Analysis, AnalysisLine, AnalysisReason
from tablier.api.jobs import AnalysisTask, AnyTask, MoveResult, MoveTask
from tablier.api.move_words import line_written
from tablier.api.primitives import wire_text
from tablier.core.match import Match
from tablier.games import AnyGame, game
from tablier.search.analysis import Analysis as Found
from tablier.search.analysis import Limits
from tablier.search.explanation import explain
from tablier.search.levels import STRONGEST, LevelPlayer, engine_for, levels_of
from tablier.search.stop import Stop

AnyMatch = Match[Any, Any]
MAX_ENGINES = 4
"""Games whose engines stay in memory; each has a transposition table of some megabytes."""


class GameEngine:
    """The engine of a game, and the match it last saw."""

    def __init__(self, rules: AnyGame) -> None:
        self.rules = rules
        self.engine = engine_for(rules)
        self._match: AnyMatch | None = None

    def replay(self, task: AnyTask) -> tuple[AnyMatch, bool]:
        """The match of a task, and whether it continues the last one; then only the new moves are replayed."""
        origin = self.rules.load(task.position) if task.position is not None else self.rules.start()
        last, self._match = self._match, None  # a task that cannot be replayed leaves no partial match behind
        continues = last is not None and last.origin == origin and task.moves[: len(last.entries)] == last.moves
        match = last if last is not None and continues else Match(self.rules, origin)
        for move in task.moves[len(match.entries) :]:
            match.enter(move)
        self._match = match
        return match, continues


class Solver:
    """Solves one task at a time."""

    def __init__(self) -> None:
        self._engines: OrderedDict[tuple[object, ...], GameEngine] = OrderedDict()

    def choose(self, task: MoveTask, stop: Stop | None = None) -> MoveResult:
        """The move that an engine of the level plays; where this worker does not have the level, of its strongest one, which is named."""
        loaded = self._engine_for(task)
        match, continues = loaded.replay(task)
        level = min(task.level, levels_of(match.game)[-1])
        if task.level < STRONGEST or not continues:
            loaded.engine.new_game()  # so that a seed gives the same move whatever this worker did before
        text, chance = LevelPlayer(match.game, level, task.seed, engine=loaded.engine).decide(match, stop)
        return MoveResult(text, chance, level if level < task.level else None)

    def analyse(self, task: AnalysisTask, progress: Callable[[AnyMatch, Found], None], stop: Stop | None = None) -> tuple[AnyMatch, Found]:
        """The match and its best lines; `progress` is told the better ones as they are found."""
        loaded = self._engine_for(task)
        match, _ = loaded.replay(task)
        limits = Limits(seconds=task.seconds)
        found = loaded.engine.analyse(match, limits, lines=task.lines, stop=stop, progress=lambda found: progress(match, found))
        return match, found

    def chance_after(self, task: AnalysisTask, match: AnyMatch, stop: Stop | None = None) -> float | None:
        """The chance that the move played in a task leaves its player, where the engine can tell it."""
        if task.played is None:
            return None
        return self._engine_for(task).engine.chance_after(match, task.played, Limits(seconds=task.seconds), stop)

    def _engine_for(self, task: AnyTask) -> GameEngine:
        key = (task.game, *sorted(task.options.items()))
        if key not in self._engines:
            self._engines[key] = GameEngine(game(task.game, **task.options))
        self._engines.move_to_end(key)
        if len(self._engines) > MAX_ENGINES:
            self._engines.popitem(last=False)
        return self._engines[key]


def new_stop() -> Stop:
    """A flag that ends a search."""
    return Stop()


def explain_best(match: AnyMatch, found: Found) -> tuple[AnalysisReason, ...]:
    """Why the best move is good, in words."""
    if not found.lines:
        return ()
    return tuple(
        AnalysisReason(reason.topic.value, wire_text(reason.text), tuple(clause.id for clause in reason.clauses))
        for reason in explain(match, found, for_players=True)
    )


def wire_analysis(
    match: AnyMatch, found: Found, reasons: tuple[AnalysisReason, ...], *, done: bool = False, played: float | None = None
) -> Analysis:
    """An engine's analysis as it travels."""
    lines = tuple(
        AnalysisLine(line.moves, line.score, line.win_chance, line.ends_in, line_written(match, line.moves)) for line in found.lines
    )
    seat = match.actor if isinstance(match.actor, int) else 0
    chance = lines[0].chance if lines else 0.5
    if found.result is not None:
        chance = 0.5 + found.result / 2
    exact = wire_text(found.exact) if found.exact is not None else None
    return Analysis(seat, found.depth, found.nodes, found.seconds, chance, lines, reasons, done, exact, played)

"""What a worker thinks with: engines kept ready for a few games, and what they find turned into what travels."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tablier.api.analysis import Analysis, AnalysisLine, AnalysisReason
from tablier.api.jobs import AnalysisTask, AnyTask, MoveResult, MoveTask
from tablier.api.primitives import wire_text
from tablier.core.match import Match
from tablier.games import AnyGame, game
from tablier.search.analysis import Analysis as Found
from tablier.search.analysis import Limits
from tablier.search.explanation import explain
from tablier.search.levels import STRONGEST, LevelPlayer, engine_for, levels_of
from tablier.search.stop import Stop

AnyMatch = Match[Any, Any]
KEPT = 4
"""Games whose engines stay ready; each holds a table of some megabytes."""


class Desk:
    """A game's engine, and the match it last looked at."""

    def __init__(self, rules: AnyGame) -> None:
        self.rules = rules
        self.engine = engine_for(rules)
        self._match: AnyMatch | None = None

    def match_of(self, task: AnyTask) -> tuple[AnyMatch, bool]:
        """The match of a task, and whether it goes on from the one before; then only what is new is replayed."""
        origin = self.rules.load(task.position) if task.position is not None else self.rules.start()
        last, self._match = self._match, None  # a task that does not replay leaves no half of a match behind
        goes_on = last is not None and last.origin == origin and task.moves[: len(last.entries)] == last.moves
        match = last if last is not None and goes_on else Match(self.rules, origin)
        for move in task.moves[len(match.entries) :]:
            match.enter(move)
        self._match = match
        return match, goes_on


class Mind:
    """Thinks about one task at a time."""

    def __init__(self) -> None:
        self._desks: OrderedDict[tuple[object, ...], Desk] = OrderedDict()

    def choose(self, task: MoveTask, stop: Stop | None = None) -> MoveResult:
        """The move that an engine of the level plays, or of the strongest there is here for the game."""
        desk = self._desk(task)
        match, goes_on = desk.match_of(task)
        level = min(task.level, levels_of(match.game)[-1])
        if task.level < STRONGEST or not goes_on:
            desk.engine.new_game()  # with a seed a level plays the same move again, whatever this worker thought about before
        return MoveResult(*LevelPlayer(match.game, level, task.seed, engine=desk.engine).decide(match, stop))

    def analyse(self, task: AnalysisTask, tell: Callable[[AnyMatch, Found], None], stop: Stop | None = None) -> Analysis:
        """The best lines, told while they get better."""
        desk = self._desk(task)
        match, _ = desk.match_of(task)
        limits = Limits(seconds=task.seconds)
        found = desk.engine.analyse(match, limits, lines=task.lines, stop=stop, progress=lambda found: tell(match, found))
        return told(match, found, reasons_of(match, found), done=True)

    def _desk(self, task: AnyTask) -> Desk:
        key = (task.game, *sorted(task.options.items()))
        if key not in self._desks:
            self._desks[key] = Desk(game(task.game, **task.options))
        self._desks.move_to_end(key)
        if len(self._desks) > KEPT:
            self._desks.popitem(last=False)
        return self._desks[key]


def new_stop() -> Stop:
    """A flag that ends a thought."""
    return Stop()


def reasons_of(match: AnyMatch, found: Found) -> tuple[AnalysisReason, ...]:
    """Why the best move is good, in words."""
    if not found.lines:
        return ()
    return tuple(
        AnalysisReason(reason.topic.value, wire_text(reason.text), tuple(clause.id for clause in reason.clauses))
        for reason in explain(match, found)
    )


def told(match: AnyMatch, found: Found, reasons: tuple[AnalysisReason, ...], *, done: bool = False) -> Analysis:
    """What an engine found, as it travels."""
    lines = tuple(AnalysisLine(line.moves, line.score, line.win_chance, line.ends_in) for line in found.lines)
    seat = match.actor if isinstance(match.actor, int) else 0
    chance = lines[0].chance if lines else 0.5
    return Analysis(seat, found.depth, found.nodes, found.seconds, chance, lines, reasons, done)

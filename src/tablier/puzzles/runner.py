"""Making the puzzles of a game in many processes, with a state file from which an interrupted run goes on."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from itertools import chain, count
from pathlib import Path
from typing import Any

from tablier.arena.executors import Executor, ProcessExecutor, stopping
from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.puzzles.generate import PuzzleMaker
from tablier.puzzles.odds import OddsMaker
from tablier.puzzles.plan import PuzzlePlan
from tablier.puzzles.puzzle import Puzzle, load_puzzle
from tablier.puzzles.recorded import Recorded, Source, name_of
from tablier.puzzles.shares import Shares
from tablier.puzzles.similarity import likeness
from tablier.puzzles.store import PuzzleSet
from tablier.puzzles.verdict import DEEPER
from tablier.search.registry import uses_mcts


class BadState(TablierError):
    """A state file that is not of this plan."""


@dataclass
class Found:
    """What a run has found so far: the names of its games, and the puzzles without twins, as varied as `Shares` asks."""

    plan: PuzzlePlan
    wanted: int
    games: set[int | str] = field(default_factory=set)
    puzzles: list[Puzzle] = field(default_factory=list)
    _seen: set[Any] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._shares = Shares(self.plan.rules(), self.wanted)

    def add(self, name: int | str, puzzles: Iterable[Puzzle]) -> None:
        """Take in the puzzles of one game, those left out that are there already, turned or mirrored, or too many of a kind."""
        self.games.add(name)
        rules = self.plan.rules()
        for puzzle in puzzles:
            twin = likeness(rules, rules.load(puzzle.position))
            if twin not in self._seen and self._shares.admit(puzzle):
                self._seen.add(twin)
                self.puzzles.append(puzzle)

    def set_of(self) -> PuzzleSet:
        """The puzzles that are wanted, as they are kept."""
        return PuzzleSet(self.plan.game, self.plan.options, DEEPER * self.plan.nodes, tuple(self.puzzles[: self.wanted]))


Watch = Callable[[Found], None]
"""Called with what is found after each game."""


def make_puzzles(
    plan: PuzzlePlan,
    wanted: int,
    state: Path,
    *,
    recorded: Iterable[Recorded] = (),
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Found:
    """Find so many puzzles, in recorded games first; the same call goes on where an interrupted one ended.

    Ctrl-C raises `KeyboardInterrupt`.
    """
    found = _resumed(plan, wanted, state)
    if watch is not None:
        watch(found)
    if len(found.puzzles) >= wanted:
        return found
    sources: Iterator[Source] = chain(recorded, count())
    new = (source for source in sources if name_of(source) not in found.games)
    with (
        state.open("a", encoding="utf-8") as file,
        closing((executor or ProcessExecutor()).run(partial(make_in_worker, plan), new)) as results,
    ):
        for name, data in results:
            if data is None:
                continue
            file.write(json.dumps([name, data]) + "\n")
            file.flush()
            found.add(name, map(load_puzzle, data))
            if watch is not None:
                watch(found)
            if len(found.puzzles) >= wanted:
                break
    return found


def make_in_worker(plan: PuzzlePlan, source: Source) -> tuple[int | str, list[dict[str, Any]] | None]:
    """The puzzles of one game as plain data, made in the present process; None when it was stopped before the end."""
    puzzles = _maker_of(plan).make(source, stopping)
    return name_of(source), None if stopping() else [puzzle.dump() for puzzle in puzzles]


@cache
def _maker_of(plan: PuzzlePlan) -> PuzzleMaker | OddsMaker:
    """The maker of this process, which keeps its engine from game to game."""
    return OddsMaker(plan) if uses_mcts(plan.rules()) else PuzzleMaker(plan)


def _resumed(plan: PuzzlePlan, wanted: int, state: Path) -> Found:
    """What the state file holds; a file that does not exist is begun. A line that was cut short is dropped."""
    found = Found(plan, wanted)
    header = json.loads(json.dumps(asdict(plan)))
    if not state.exists():
        state.parent.mkdir(parents=True, exist_ok=True)
        state.write_text(json.dumps(header) + "\n", encoding="utf-8")
        return found
    lines = list(_complete_lines(state))
    if not lines or lines[0] != header:
        raise BadState(
            Text(
                f"{state} vient d'une autre recherche de problèmes : choisissez un autre fichier.",
                f"{state} is of another search for puzzles: choose another file.",
            )
        )
    for name, data in lines[1:]:
        found.add(name, map(load_puzzle, data))
    return found


def _complete_lines(state: Path) -> Iterator[Any]:
    text = state.read_text(encoding="utf-8")
    complete = text[: text.rfind("\n") + 1]
    if len(complete) < len(text):
        state.write_text(complete, encoding="utf-8")
    for line in complete.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            yield None

"""Tunes the settings of a search by matches: simultaneous perturbation stochastic approximation (SPSA, J. C. Spall 1998).

Each iteration draws a direction for every setting, up or down, and plays games between the search with all settings moved that way and
the search with all moved the other way; the settings then follow the winner. However many settings there are, one match tells of all.

The gains are Spall's, counted from the end as chess engines do. In iteration k of n, with `stable` a tenth of n, a setting of step s is
tried at c away from its value, and moves by c * r for each point by which one side won:

    c = s * (n / k) ** 0.101
    r = r_end * ((stable + n) / (stable + k)) ** 0.602 / (n / k) ** 0.202,    r_end = 1 / sqrt(all games)

so the last iteration tries one step, and noise alone moves a setting by one to two steps in a whole run, whatever its length.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Protocol

from tablier.arena.executors import Executor
from tablier.arena.fingerprint import engine_fingerprint
from tablier.arena.journal import LogFile
from tablier.arena.plan import Plan
from tablier.core.errors import TablierError
from tablier.core.game import OptionValue
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.search.settings import NAMES, SearchSettings

MOVE_DECAY, TRIAL_DECAY, STABLE = 0.602, 0.101, 0.1
GAMES = 8
"""Games of an iteration: each opening from both sides."""
STEPS = 5
"""How many steps there are from nothing to the present value of a setting, where no bounds are given."""

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Tuned:
    """A setting to tune: where it begins, its bounds, and how far from its value the last iterations try it."""

    name: str
    start: float
    low: float
    high: float
    step: float

    def within(self, value: float) -> float:
        """The nearest value within the bounds."""
        return min(max(value, self.low), self.high)


@dataclass(frozen=True, slots=True)
class SpsaPlan:
    """What is tuned, and by how many games of how many nodes a move. The same plan gives the same result."""

    game: str
    settings: tuple[Tuned, ...]
    iterations: int
    nodes: int
    options: tuple[tuple[str, OptionValue], ...] = ()
    seed: int = 0
    games: int = GAMES

    @property
    def total(self) -> int:
        """All games."""
        return self.iterations * self.games

    @property
    def name(self) -> str:
        """A name for its log, another one for each plan."""
        return f"{self.game}-spsa-{sha256(json.dumps(asdict(self)).encode()).hexdigest()[:10]}"

    def header(self) -> dict[str, object]:
        """What its log is of."""
        header: dict[str, object] = json.loads(json.dumps(asdict(self)))
        return {**header, "engines": engine_fingerprint(self.game)}

    def match(self, iteration: int, plus: Values, minus: Values) -> Plan:
        """The match of an iteration."""
        players = player_text(self.nodes, plus), player_text(self.nodes, minus)
        return Plan(self.game, players, self.games, self.options, self.seed * 100_000 + iteration)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a run is, and the values it has come to."""

    games: int
    total: int
    values: Values


Watch = Callable[[Standing], None]
"""Called after each game."""


class Contest(Protocol):
    """Plays games of an iteration between values that are higher and lower; yields the number of each and the score of the first side."""

    def __call__(self, iteration: int, plus: Values, minus: Values, numbers: Sequence[int], /) -> Iterable[tuple[int, float]]: ...


def tune_settings(plan: SpsaPlan, log: Path, executor: Executor, watch: Watch) -> Values:
    """The values found by matches, rounded; the same call resumes a run that was interrupted."""

    def contest(iteration: int, plus: Values, minus: Values, numbers: Sequence[int]) -> Iterator[tuple[int, float]]:
        with closing(executor.play(plan.match(iteration, plus, minus), numbers)) as playing:
            for report in playing:
                yield report.number, report.scores[0]

    with executor.kept():
        found = climb(plan, log, contest, watch)
    return {name: round(value) for name, value in found.items()}


def climb(plan: SpsaPlan, log: Path, contest: Contest, watch: Watch) -> Values:
    """Every iteration of a plan. The score of each game is in the log before it counts, and those in the log are not played again."""
    values = {one.name: one.start for one in plan.settings}
    with LogFile(log, plan.header()) as file:
        known = {(row["iteration"], row["number"]): row["score"] for row in file.rows}
        for iteration in range(1, plan.iterations + 1):
            directions = _directions(plan, iteration)
            plus, minus = (_moved(plan, values, directions, side * trial_share(plan, iteration)) for side in (1, -1))
            missing = [number for number in range(plan.games) if (iteration, number) not in known]
            for number, score in contest(iteration, plus, minus, missing) if missing else ():
                file.write({"iteration": iteration, "number": number, "score": score})
                known[iteration, number] = score
                watch(Standing(len(known), plan.total, values))
            won = math.fsum(2 * known[iteration, number] - 1 for number in range(plan.games))
            values = _moved(plan, values, directions, won * move_share(plan, iteration) * trial_share(plan, iteration))
            watch(Standing(len(known), plan.total, values))
    return values


def trial_share(plan: SpsaPlan, iteration: int) -> float:
    """How far from its value a setting is tried, in steps."""
    return float((plan.iterations / iteration) ** TRIAL_DECAY)


def move_share(plan: SpsaPlan, iteration: int) -> float:
    """By what share of that a setting moves for each point."""
    stable = STABLE * plan.iterations
    slower = ((stable + plan.iterations) / (stable + iteration)) ** MOVE_DECAY
    return float(slower / trial_share(plan, iteration) ** 2 / math.sqrt(plan.total))


def _directions(plan: SpsaPlan, iteration: int) -> list[int]:
    """Up or down for each setting."""
    rng = Random(f"{plan.seed}/{iteration}")
    return [rng.choice((-1, 1)) for _ in plan.settings]


def _moved(plan: SpsaPlan, values: Values, directions: Sequence[int], steps: float) -> dict[str, float]:
    """The values moved by so many steps in a direction, within their bounds."""
    return {
        one.name: one.within(values[one.name] + direction * steps * one.step)
        for one, direction in zip(plan.settings, directions, strict=True)
    }


def player_text(nodes: int, values: Values) -> str:
    """The player with these values, as `tablier arena` takes it."""
    return ";".join((f"nodes:{nodes}", *(f"{name}={round(value)}" for name, value in values.items())))


def read_settings(rules: AnyGame, text: str) -> tuple[Tuned, ...]:
    """The settings of a text such as `futility,razor=0:400`, with their bounds where they are given."""
    from tablier.search.registry import evaluation_of  # compiled, like its kernel

    present = SearchSettings(**evaluation_of(rules).settings)
    read = [_read_setting(word.strip(), present) for word in text.split(",")]
    if len({one.name for one in read}) < len(read):
        raise TablierError(Text(f"« {text[:80]} » : un réglage y est deux fois.", f"'{text[:80]}': a setting is there twice."))
    return tuple(read)


def _read_setting(word: str, present: SearchSettings) -> Tuned:
    name, equals, bounds = word.partition("=")
    if name not in NAMES:
        there = ", ".join(NAMES)
        raise TablierError(
            Text(
                f"La recherche n'a pas de réglage « {name[:40]} » ; il y a : {there}.",
                f"The search has no setting '{name[:40]}'; there are: {there}.",
            )
        )
    start = getattr(present, name)
    if not equals:
        if start <= 0:
            raise TablierError(
                Text(
                    f"« {name} » vaut {start} : donnez ses bornes, par exemple {name}=0:400.",
                    f"'{name}' is {start}: give its bounds, for instance {name}=0:400.",
                )
            )
        return Tuned(name, start, 0, 3 * start, max(1, start / STEPS))
    low, high = _bounds(word, bounds)
    return Tuned(name, min(max(start, low), high), low, high, max(1, (high - low) / (3 * STEPS)))


def _bounds(word: str, text: str) -> tuple[int, int]:
    try:
        low, high = map(int, text.split(":"))
    except ValueError:
        low = high = 0
    if not 0 <= low < high <= 1_000_000:
        raise TablierError(
            Text(
                f"« {word[:40]} » : les bornes s'écrivent BAS:HAUT, par exemple razor=0:400.",
                f"'{word[:40]}': bounds are written LOW:HIGH, for instance razor=0:400.",
            )
        )
    return low, high

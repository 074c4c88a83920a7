"""Ladders: matches of every level of a game against the one below it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any

from tablier.arena.elo import Tally
from tablier.arena.executors import Executor
from tablier.arena.fingerprint import engine_fingerprint
from tablier.arena.plan import sorted_options
from tablier.arena.runner import Watch, run
from tablier.core.game import OptionValue
from tablier.files import write_whole
from tablier.search.levels import STRONGEST

GOAL, MOST = 0.65, 0.9
"""The scores between which a level should be against the one below it: a step that is felt, and that can be climbed."""

LEVELS = tuple(range(1, STRONGEST + 1))
RESULTS = Path("bench/results/ladder")
LOGS = Path("bench/results/games/ladder")


@dataclass(frozen=True, slots=True)
class Rung:
    """The result of a level against the one below it; `engines` is the fingerprint of the code that played."""

    level: int
    below: int
    wins: int
    draws: int
    losses: int
    score: float
    interval: tuple[float, float]
    engines: str

    @property
    def met(self) -> bool:
        """True when the score is between the goals."""
        return GOAL <= self.score <= MOST


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs of a game, lowest first."""

    game: str
    options: Mapping[str, OptionValue]
    seed: int
    rungs: tuple[Rung, ...]

    @property
    def name(self) -> str:
        """The name of its files."""
        return "-".join([self.game, *(f"{option}_{value}" for option, value in sorted(self.options.items()))])


def ladder(
    game: str,
    games: int = 100,
    *,
    levels: Sequence[int] = LEVELS,
    options: Mapping[str, OptionValue] | None = None,
    seed: int = 0,
    results: str | PathLike[str] = RESULTS,
    logs: str | PathLike[str] = LOGS,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Ladder:
    """Play each pair of neighbouring levels and save every rung; the same call resumes an interrupted ladder.

    Logs are separated by the fingerprint of the engines, so that a changed engine starts again. Saved rungs of other levels are kept.
    """
    result = Ladder(game, dict(sorted_options(options)), seed, ())
    for below, level in pairwise(levels):
        log = Path(logs) / engine_fingerprint(game) / result.name / f"{level}-{below}.jsonl"
        players = (f"level:{level}", f"level:{below}")
        tally = run(game, players, games, log=log, options=options, seed=seed, executor=executor, watch=watch).tally()
        result = replace(result, rungs=(*result.rungs, _rung(level, below, tally, engine_fingerprint(game))))
        save_ladder(_merge_saved(result, Path(results)), Path(results))
    return result


def _merge_saved(ladder: Ladder, folder: Path) -> Ladder:
    """The ladder with the rungs of other levels from its file."""
    path = folder / f"{ladder.name}.json"
    saved = _read(json.loads(path.read_text(encoding="utf-8"))).rungs if path.exists() else ()
    rungs = {(rung.level, rung.below): rung for rung in (*saved, *ladder.rungs)}
    return replace(ladder, rungs=tuple(rungs[pair] for pair in sorted(rungs)))


def save_ladder(ladder: Ladder, folder: Path) -> None:
    """Write a ladder to its file."""
    text = json.dumps(asdict(ladder), indent=1, ensure_ascii=False) + "\n"
    write_whole(folder / f"{ladder.name}.json", text.encode())


def load_ladders(folder: Path) -> list[Ladder]:
    """All ladders of a folder, sorted by name."""
    return [_read(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*.json"))]


def _read(data: dict[str, Any]) -> Ladder:
    rungs = tuple(Rung(**{**rung, "interval": tuple(rung["interval"])}) for rung in data["rungs"])
    return Ladder(data["game"], data["options"], data["seed"], rungs)


def _rung(level: int, below: int, tally: Tally, engines: str) -> Rung:
    low, high = tally.interval
    interval = (round(low, 4), round(high, 4))
    return Rung(level, below, tally.wins, tally.draws, tally.losses, round(tally.mean, 4), interval, engines)

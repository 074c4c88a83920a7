"""Ladders: every level of a game plays the one below it, and ought to win."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any

from tablier.arena.elo import Tally
from tablier.arena.executors import Crew
from tablier.arena.fingerprint import engines
from tablier.arena.plan import planned
from tablier.arena.runner import Watch, run
from tablier.core.game import OptionValue
from tablier.search.levels import STRONGEST

GOAL = 0.65
"""The score that a level ought to make against the one below it."""

LEVELS = tuple(range(1, STRONGEST + 1))
RESULTS = Path("bench/results/ladder")
LOGS = Path(".arena/ladder")


@dataclass(frozen=True, slots=True)
class Rung:
    """What a level made of the one below it; `engines` changes with the code that played."""

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
        """True when it won as much as it ought to."""
        return self.score >= GOAL


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs of a game, from the lowest."""

    game: str
    options: Mapping[str, OptionValue]
    seed: int
    rungs: tuple[Rung, ...]

    @property
    def name(self) -> str:
        """What its files are called."""
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
    crew: Crew | None = None,
    watch: Watch | None = None,
) -> Ladder:
    """Play all neighbours among the levels and write down what came of it, rung by rung; called again it goes on.

    Logs are kept apart by the engines' code, so that a changed engine climbs anew. Rungs that were written before and are not
    played now are kept.
    """
    climbed = Ladder(game, dict(planned(options)), seed, ())
    for below, level in pairwise(levels):
        log = Path(logs) / engines(game) / climbed.name / f"{level}-{below}.jsonl"
        players = (f"level:{level}", f"level:{below}")
        tally = run(game, players, games, log=log, options=options, seed=seed, crew=crew, watch=watch).tally()
        climbed = replace(climbed, rungs=(*climbed.rungs, _rung(level, below, tally, engines(game))))
        store(_with_others(climbed, Path(results)), Path(results))
    return climbed


def _with_others(climbed: Ladder, folder: Path) -> Ladder:
    """A ladder with the rungs beside its own that are in its file."""
    path = folder / f"{climbed.name}.json"
    before = _read(json.loads(path.read_text(encoding="utf-8"))).rungs if path.exists() else ()
    rungs = {(rung.level, rung.below): rung for rung in (*before, *climbed.rungs)}
    return replace(climbed, rungs=tuple(rungs[pair] for pair in sorted(rungs)))


def store(climbed: Ladder, folder: Path) -> None:
    """Write a ladder to its file, all at once or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{climbed.name}.json"
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(climbed), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(fresh, path)


def stored(folder: Path) -> list[Ladder]:
    """All ladders of a folder, by name."""
    return [_read(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*.json"))]


def _read(data: dict[str, Any]) -> Ladder:
    rungs = tuple(Rung(**{**rung, "interval": tuple(rung["interval"])}) for rung in data["rungs"])
    return Ladder(data["game"], data["options"], data["seed"], rungs)


def _rung(level: int, below: int, tally: Tally, played_by: str) -> Rung:
    low, high = tally.interval
    interval = (round(low, 4), round(high, 4))
    return Rung(level, below, tally.wins, tally.draws, tally.losses, round(tally.mean, 4), interval, played_by)

"""Running a match to its end, or as far as one lets it; the same call again goes on where it stopped."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from os import PathLike
from pathlib import Path

from tablier.arena.executors import Crew, ProcessCrew
from tablier.arena.game import Workshop
from tablier.arena.journal import Journal
from tablier.arena.plan import Plan, planned
from tablier.arena.score import Standing
from tablier.arena.sequential_test import Sprt
from tablier.core.game import OptionValue
from tablier.core.text import Lang

Watch = Callable[[Standing], None]
"""Called after each game with how the match stands."""

EVERY = 1.0
"""Seconds between two lines of progress."""


def run(
    game: str,
    players: Sequence[str],
    games: int = 100,
    *,
    log: str | PathLike[str],
    options: Mapping[str, OptionValue] | None = None,
    seed: int = 0,
    plies: int = 4,
    longest: int = 200,
    crew: Crew | None = None,
    watch: Watch | None = None,
) -> Standing:
    """Play a match and write every game to `log`. With the same arguments a match goes on where it stopped."""
    plan = Plan(game, tuple(players), games, planned(options), seed, plies, longest)
    return play(plan, Path(log), crew=crew, watch=watch)


def sprt(
    game: str,
    player: str,
    against: str,
    games: int = 20_000,
    *,
    log: str | PathLike[str],
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    options: Mapping[str, OptionValue] | None = None,
    seed: int = 0,
    plies: int = 4,
    longest: int = 200,
    crew: Crew | None = None,
    watch: Watch | None = None,
) -> Standing:
    """Play until it is clear whether `player` is `elo1` stronger than `against` rather than `elo0`, or `games` are played."""
    test = Sprt(elo0, elo1, alpha, beta)
    plan = Plan(game, (player, against), games, planned(options), seed, plies, longest)
    return play(plan, Path(log), test=test, crew=crew, watch=watch)


def play(plan: Plan, log: Path, *, test: Sprt | None = None, crew: Crew | None = None, watch: Watch | None = None) -> Standing:
    """Play what a plan has left to play. Ctrl-C ends it with `KeyboardInterrupt`; what is finished is in the log."""
    Workshop(plan).close()  # a player who cannot play says so here, before anything is started
    watch = watch or Progress()
    with Journal(log, plan) as journal:
        standing = _standing(plan, journal, test)
        watch(standing)
        if standing.complete:
            return standing
        left = [number for number in range(plan.games) if number not in journal.reports]
        with closing((crew or ProcessCrew()).play(plan, left)) as playing:
            for report in playing:
                journal.add(report)
                standing = _standing(plan, journal, test)
                watch(standing)
                if standing.complete:
                    break
    return standing


def _standing(plan: Plan, journal: Journal, test: Sprt | None) -> Standing:
    reports = [journal.reports[number] for number in sorted(journal.reports) if number < plan.games]
    return Standing(plan, reports, test)


class Progress:
    """Tells on the error stream how a match stands, a line a second at most, and the last one always."""

    def __init__(self, lang: Lang = "fr", every: float = EVERY) -> None:
        self.lang, self.every, self.last = lang, every, 0.0

    def __call__(self, standing: Standing) -> None:
        now = time.monotonic()
        if standing.complete or now - self.last >= self.every:
            self.last = now
            print(standing.say(self.lang), file=sys.stderr, flush=True)

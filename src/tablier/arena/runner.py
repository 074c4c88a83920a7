"""Run a match and log its games; the same call resumes an interrupted match."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from os import PathLike
from pathlib import Path

from tablier.arena.executors import Executor, ProcessExecutor
from tablier.arena.game import GameRunner
from tablier.arena.journal import Journal
from tablier.arena.plan import Plan, sorted_options
from tablier.arena.score import MatchScore
from tablier.arena.sequential_test import Sprt
from tablier.core.game import OptionValue
from tablier.core.text import Lang

Watch = Callable[[MatchScore], None]
"""Called with the score after each game."""


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
    adjudicate: bool = False,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> MatchScore:
    """Play a match and write every game to `log`; the same call resumes it.

    With `adjudicate`, games between two end early where both have judged them decided or level for several moves
    (`tablier.arena.adjudication`).
    """
    plan = Plan(game, tuple(players), games, sorted_options(options), seed, plies, longest, adjudicate)
    return play(plan, Path(log), executor=executor, watch=watch)


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
    adjudicate: bool = False,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> MatchScore:
    """Play until the test tells whether `player` is `elo1` stronger than `against` rather than `elo0`, at most `games` games."""
    test = Sprt(elo0, elo1, alpha, beta)
    plan = Plan(game, (player, against), games, sorted_options(options), seed, plies, longest, adjudicate)
    return play(plan, Path(log), test=test, executor=executor, watch=watch)


def play(plan: Plan, log: Path, *, test: Sprt | None = None, executor: Executor | None = None, watch: Watch | None = None) -> MatchScore:
    """Play the games of a plan that are not in the log. Ctrl-C raises `KeyboardInterrupt`; finished games stay in the log."""
    GameRunner(plan).close()  # a bad player is refused before any process is started
    watch = watch or Progress()
    with Journal(log, plan) as journal:
        score = _score_of(plan, journal, test)
        watch(score)
        if score.complete:
            return score
        left = [number for number in range(plan.games) if number not in journal.reports]
        with closing((executor or ProcessExecutor()).play(plan, left)) as playing:
            for report in playing:
                journal.add(report)
                score = _score_of(plan, journal, test)
                watch(score)
                if score.complete:
                    break
    return score


def _score_of(plan: Plan, journal: Journal, test: Sprt | None) -> MatchScore:
    reports = [journal.reports[number] for number in sorted(journal.reports) if number < plan.games]
    return MatchScore(plan, reports, test)


class Progress:
    """Prints the score on the error stream, at most once in `every` seconds, and at the end."""

    def __init__(self, lang: Lang = "fr", every: float = 1.0) -> None:
        self.lang, self.every, self.last = lang, every, 0.0

    def __call__(self, score: MatchScore) -> None:
        now = time.monotonic()
        if score.complete or now - self.last >= self.every:
            self.last = now
            print(score.say(self.lang), file=sys.stderr, flush=True)

"""`tablier arena` and `tablier ladder`: matches between engines, which can be interrupted and resumed."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.arguments import (
    GameCount,
    GameName,
    GameOptions,
    LangOption,
    MatchSeed,
    RayAddress,
    ResultsFolder,
    Workers,
    argument,
    changed_options,
    find_game,
    option,
    view_of,
)
from tablier.cli.engine_thread import engines_required
from tablier.cli.errors import INTERRUPTED
from tablier.cli.executors import executor_of
from tablier.cli.language import format_number, user_error
from tablier.cli.messages import common
from tablier.cli.messages import engines as m
from tablier.cli.progress import ProgressLine
from tablier.cli.table.opponents import levels_of
from tablier.cli.view import View
from tablier.games import AnyGame

if TYPE_CHECKING:
    from tablier.arena.ladders import Rung
    from tablier.arena.score import MatchScore

Players = Annotated[list[str], argument(m.META_PLAYERS, m.ARG_PLAYERS)]
MatchGame = Annotated[str, option("--game", common.ARG_GAME, common.META_GAME)]
LogFile = Annotated[str, option("--log", m.OPT_LOG, common.META_FILE)]
Adjudicate = Annotated[bool, option("--adjudicate", m.OPT_ADJUDICATE)]
SprtBounds = Annotated[str, option("--sprt", m.OPT_SPRT, "ELO0,ELO1")]
Levels = Annotated[str, option("--levels", m.OPT_LEVELS, "N,N…")]
DEFAULT_GAMES = 100
LOGS = Path(".arena/match")


def arena(
    context: typer.Context,
    players: Players,
    game: MatchGame,
    options: GameOptions = None,
    games: GameCount = DEFAULT_GAMES,
    sprt: SprtBounds = "",
    adjudicate: Adjudicate = False,
    log: LogFile = "",
    seed: MatchSeed = 0,
    workers: Workers = None,
    ray: RayAddress = "",
    lang: LangOption = None,
) -> None:
    """Play a match between players."""
    view = view_of(context, lang)
    with engines_required():
        from tablier.arena import Sprt
        from tablier.arena.plan import Plan, sorted_options
        from tablier.arena.runner import play
    rules = find_game(game, options)
    plan = Plan(rules.info.id, tuple(players), games, sorted_options(changed_options(rules)), seed, adjudicate=adjudicate)
    test = Sprt(*_parse_sprt(sprt)) if sprt else None
    if test is not None and len(players) != 2:
        raise user_error(m.SPRT_FOR_TWO)
    file = Path(log) if log else _default_log(rules, players)
    with ScoreLine(view) as score_line:
        score = play(plan, file, test=test, executor=executor_of(workers, ray), watch=score_line)
    view.print_line(score.say(view.lang))
    view.print_message(m.LOGGED, "dim", file=file)


def ladder(
    context: typer.Context,
    name: GameName,
    options: GameOptions = None,
    games: GameCount = DEFAULT_GAMES,
    levels: Levels = "",
    results: ResultsFolder = "",
    seed: MatchSeed = 0,
    workers: Workers = None,
    ray: RayAddress = "",
    lang: LangOption = None,
) -> None:
    """Play every level against the one below it."""
    view = view_of(context, lang)
    with engines_required():
        from tablier.arena import ladders
    rules = find_game(name, options)
    folder = Path(results) if results else ladders.RESULTS
    with ScoreLine(view) as score_line:
        played = ladders.ladder(
            rules.info.id,
            games,
            levels=_parse_levels(levels, levels_of(rules)),
            options=changed_options(rules),
            seed=seed,
            results=folder,
            logs=folder / "games" if results else ladders.LOGS,
            executor=executor_of(workers, ray),
            watch=score_line,
        )
    for rung in played.rungs:
        _print_rung(view, rung)
    view.print_message(m.REPORTED, "dim", file=folder / f"{played.name}.json")


def _print_rung(view: View, rung: "Rung") -> None:
    from tablier.arena.ladders import GOAL, MOST  # a ladder has been played, so the engines are there

    low, high = (format_number(100 * share, view.lang, digits=1) for share in rung.interval)
    view.print_message(
        m.RUNG if rung.met else m.RUNG_MISSED,
        "" if rung.met else "red",
        level=rung.level,
        below=rung.below,
        least=round(100 * GOAL),
        most=round(100 * MOST),
        wins=rung.wins,
        draws=rung.draws,
        losses=rung.losses,
        score=format_number(100 * rung.score, view.lang, digits=1),
        low=low,
        high=high,
    )


class ScoreLine:
    """Shows the score of a running match; on Ctrl-C prints the last score and exits with the code for it."""

    def __init__(self, view: View) -> None:
        self.view, self.progress = view, ProgressLine()
        self.last: MatchScore | None = None

    def __call__(self, score: "MatchScore") -> None:
        """Show the score; called after each game."""
        self.last = score
        self.progress.show(score.say(self.view.lang))

    def __enter__(self) -> "ScoreLine":
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        self.progress.clear()
        if kind is KeyboardInterrupt:
            if self.last is not None:
                self.view.print_line(self.last.say(self.view.lang))
            self.view.print_message(common.GOES_ON_FROM_HERE)
            raise typer.Exit(INTERRUPTED)


def _default_log(rules: AnyGame, players: list[str]) -> Path:
    """A log for these players and this build of the engines."""
    with engines_required():
        from tablier.arena.fingerprint import engine_fingerprint
    options = (f"{name}_{value}" for name, value in changed_options(rules).items())
    name = re.sub(r"[^\w.=-]+", "", "-".join([rules.info.id, *options, *players]))
    return LOGS / engine_fingerprint(rules.info.id) / f"{name[:120]}.jsonl"


def _parse_sprt(words: str) -> tuple[float, float]:
    try:
        low, high = map(float, words.split(","))
    except ValueError:
        raise user_error(m.SPRT_FORM, word=words[:40]) from None
    return low, high


def _parse_levels(words: str, offered: tuple[int, ...]) -> tuple[int, ...]:
    if not words:
        return offered
    chosen = tuple(int(word) for word in words.split(",") if word.strip() in map(str, offered))
    if len(chosen) < 2 or len(chosen) != len(words.split(",")):
        raise user_error(m.LEVELS_FORM, word=words[:40], first=offered[0], last=offered[-1])
    return chosen

"""`tablier arena` and `tablier ladder`: engines against each other, game after game. What is finished is kept."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli import messages as m
from tablier.cli.arguments import Choices, GameName, LangChoice, find_game, view_of
from tablier.cli.commands.law import INTERRUPTED
from tablier.cli.engine_thread import compiled
from tablier.cli.language import decimal, fault
from tablier.cli.progress import Notice
from tablier.cli.table.view import View
from tablier.core.game import OptionValue
from tablier.games import AnyGame

if TYPE_CHECKING:
    from tablier.arena.ladders import Rung
    from tablier.arena.runner import Watch
    from tablier.arena.score import MatchScore

Players = Annotated[list[str], typer.Argument(metavar=m.META_PLAYERS.fr, help=m.ARG_PLAYERS.fr, show_default=False)]
MatchGame = Annotated[str, typer.Option("--game", metavar=m.META_GAME.fr, help=m.ARG_GAME.fr, show_default=False)]
Games = Annotated[int, typer.Option("--games", min=1, metavar="N", help=m.OPT_GAMES.fr, show_default=False)]
Log = Annotated[str, typer.Option("--log", metavar=m.META_FILE.fr, help=m.OPT_LOG.fr, show_default=False)]
Sure = Annotated[str, typer.Option("--sprt", metavar="ELO0,ELO1", help=m.OPT_SPRT.fr, show_default=False)]
Workers = Annotated[int | None, typer.Option("--workers", min=1, metavar="N", help=m.OPT_WORKERS.fr, show_default=False)]
MatchSeed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help=m.OPT_MATCH_SEED.fr, show_default=False)]
Climbed = Annotated[str, typer.Option("--levels", metavar="N,N…", help=m.OPT_LEVELS.fr, show_default=False)]
Results = Annotated[str, typer.Option("--results", metavar=m.META_FOLDER.fr, help=m.OPT_RESULTS.fr, show_default=False)]
USUAL_GAMES = 100
LOGS = Path(".arena/match")


def arena(
    context: typer.Context,
    players: Players,
    game: MatchGame,
    option: Choices = None,
    games: Games = USUAL_GAMES,
    sprt: Sure = "",
    log: Log = "",
    seed: MatchSeed = 0,
    workers: Workers = None,
    lang: LangChoice = None,
) -> None:
    """Let players meet."""
    view = view_of(context, lang)
    with compiled():
        from tablier.arena import ProcessExecutor, Sprt
        from tablier.arena.plan import Plan, sorted_options
        from tablier.arena.runner import play
    rules = find_game(game, option)
    plan = Plan(rules.info.id, tuple(players), games, sorted_options(chosen_options(rules)), seed)
    test = Sprt(*_pair(sprt)) if sprt else None
    if test is not None and len(players) != 2:
        raise fault(m.SPRT_FOR_TWO)
    file = Path(log) if log else _usual_log(rules, players)
    watcher = Watcher(view)
    try:
        view.line(play(plan, file, test=test, executor=ProcessExecutor(workers), watch=watcher.watch).say(view.lang))
    except KeyboardInterrupt:
        watcher.interrupted()
    finally:
        watcher.clear()
    view.tell(m.LOGGED, "dim", file=file)


def ladder(
    context: typer.Context,
    name: GameName,
    option: Choices = None,
    games: Games = USUAL_GAMES,
    levels: Climbed = "",
    results: Results = "",
    seed: MatchSeed = 0,
    workers: Workers = None,
    lang: LangChoice = None,
) -> None:
    """Let every level meet the one below it."""
    view = view_of(context, lang)
    with compiled():
        from tablier.arena import ProcessExecutor, ladders
    rules = find_game(name, option)
    watcher = Watcher(view)
    try:
        climbed = ladders.ladder(
            rules.info.id,
            games,
            levels=_numbers(levels, ladders.LEVELS),
            options=chosen_options(rules),
            seed=seed,
            results=results or ladders.RESULTS,
            executor=ProcessExecutor(workers),
            watch=watcher.watch,
        )
    except KeyboardInterrupt:
        watcher.interrupted()
    finally:
        watcher.clear()
    for rung in climbed.rungs:
        _tell_rung(view, rung)


def _tell_rung(view: View, rung: "Rung") -> None:
    low, high = (decimal(100 * share, view.lang, digits=1) for share in rung.interval)
    view.tell(
        m.RUNG if rung.met else m.RUNG_MISSED,
        "" if rung.met else "red",
        level=rung.level,
        below=rung.below,
        wins=rung.wins,
        draws=rung.draws,
        losses=rung.losses,
        score=decimal(100 * rung.score, view.lang, digits=1),
        low=low,
        high=high,
    )


class Watcher:
    """Tells how a match stands while it is played, at a person's terminal."""

    def __init__(self, view: View) -> None:
        self.view, self.notice = view, Notice()
        self.last: MatchScore | None = None

    @property
    def watch(self) -> "Watch":
        """What is called after each game."""
        return self._see

    def _see(self, score: "MatchScore") -> None:
        self.last = score
        self.notice.show(score.say(self.view.lang))

    def clear(self) -> None:
        """Leave no trace."""
        self.notice.clear()

    def interrupted(self) -> None:
        """After Ctrl-C: how it stands, and that it can go on."""
        self.clear()
        if self.last is not None:
            self.view.line(self.last.say(self.view.lang))
        self.view.tell(m.MATCH_GOES_ON)
        raise typer.Exit(INTERRUPTED)


def chosen_options(rules: AnyGame) -> dict[str, OptionValue]:
    """The options that are not as usual."""
    usual = type(rules)().options
    return {name: value for name, value in rules.options.items() if value != usual[name]}


def _usual_log(rules: AnyGame, players: list[str]) -> Path:
    """A file for this match and these engines."""
    with compiled():
        from tablier.arena.fingerprint import engine_fingerprint
    options = (f"{name}_{value}" for name, value in chosen_options(rules).items())
    name = re.sub(r"[^\w.=-]+", "", "-".join([rules.info.id, *options, *players]))
    return LOGS / engine_fingerprint(rules.info.id) / f"{name[:120]}.jsonl"


def _pair(words: str) -> tuple[float, float]:
    try:
        low, high = map(float, words.split(","))
    except ValueError:
        raise fault(m.SPRT_FORM, word=words[:40]) from None
    return low, high


def _numbers(words: str, usual: tuple[int, ...]) -> tuple[int, ...]:
    if not words:
        return usual
    chosen = tuple(int(word) for word in words.split(",") if word.strip() in map(str, usual))
    if len(chosen) < 2 or len(chosen) != len(words.split(",")):
        raise fault(m.LEVELS_FORM, word=words[:40], first=usual[0], last=usual[-1])
    return chosen

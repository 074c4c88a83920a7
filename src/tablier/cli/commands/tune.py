"""`tablier tune`: weights of an evaluation, fitted to games of the engine against itself, or settings of its search, by matches."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablier.cli.arguments import (
    GameName,
    GameOptions,
    LangOption,
    MatchSeed,
    RayAddress,
    ResultsFolder,
    SelfPlayNodes,
    TestNodes,
    Workers,
    changed_options,
    find_game,
    option,
    view_of,
)
from tablier.cli.commands.arena import ScoreLine
from tablier.cli.engine_thread import engines_required
from tablier.cli.executors import executor_of
from tablier.cli.language import format_number, format_text, user_error
from tablier.cli.messages import engines as m
from tablier.cli.progress import ResumableProgress
from tablier.cli.view import View
from tablier.games import AnyGame

if TYPE_CHECKING:
    from tablier.arena.executors import Executor

TunedGames = Annotated[int, option("--games", m.OPT_TUNED_GAMES, "N", min=1)]
TestGames = Annotated[int, option("--match-games", m.OPT_PROOF_GAMES, "N", min=2)]
Settings = Annotated[str, option("--settings", m.OPT_SETTINGS, m.META_SETTINGS)]
FOLDER, GAMES = Path("bench/results/tune"), Path(".arena/tune")
DEFAULT_GAMES, DEFAULT_NODES = 1000, 600
TEST_GAMES, TEST_NODES = 100, 3000


def tune(
    context: typer.Context,
    name: GameName,
    options: GameOptions = None,
    settings: Settings = "",
    games: TunedGames = DEFAULT_GAMES,
    nodes: SelfPlayNodes = DEFAULT_NODES,
    match_games: TestGames = TEST_GAMES,
    match_nodes: TestNodes = TEST_NODES,
    seed: MatchSeed = 1,
    workers: Workers = None,
    ray: RayAddress = "",
    results: ResultsFolder = "",
    lang: LangOption = None,
) -> None:
    """Find weights, or settings of the search, and test them in a match against the old ones."""
    view = view_of(context, lang)
    with engines_required():
        from tablier.search.registry import has_tree
    rules = find_game(name, options)
    if not has_tree(rules):
        raise user_error(m.NO_TREE, game=rules.info.id)
    tuning = Tuning(view, rules, changed_options(rules), games, nodes, seed)
    match = Proof(match_games, match_nodes, executor_of(workers, ray))
    if settings:
        _tune_settings(tuning, settings, match, Path(results) / "games" if results else GAMES)
    else:
        _tune_weights(tuning, match, Path(results or FOLDER), Path(results) / "games" if results else GAMES)


@dataclass(frozen=True)
class Tuning:
    """What is tuned, and by how many games."""

    view: View
    rules: AnyGame
    options: Mapping[str, Any]
    games: int
    nodes: int
    seed: int


@dataclass(frozen=True)
class Proof:
    """The match that decides, and where games are played."""

    games: int
    nodes: int
    executor: "Executor"


def _tune_weights(tuning: Tuning, match: Proof, folder: Path, data: Path) -> None:
    from tablier.search.tune import tune as find_weights

    view, rules = tuning.view, tuning.rules
    with ResumableProgress(view) as progress:
        report = find_weights(
            rules.info.id,
            match.executor.run,
            games=tuning.games,
            nodes=tuning.nodes,
            match_games=match.games,
            match_nodes=match.nodes,
            seed=tuning.seed,
            results=folder,
            data=data,
            watch=lambda done, of: progress.show(format_text(m.TUNING, view.lang, done=done, games=of)),
            **tuning.options,
        )
    _print_report(view, report)
    view.print_message(m.REPORTED, "dim", file=folder / f"{rules.info.id}.json")


def _tune_settings(tuning: Tuning, text: str, match: Proof, folder: Path) -> None:
    """Tune by SPSA, then play the settings found against the present ones. Logs are those of this plan and this engine."""
    from tablier.arena import run, spsa
    from tablier.arena.fingerprint import engine_fingerprint
    from tablier.arena.plan import sorted_options

    view, name = tuning.view, tuning.rules.info.id
    settings = spsa.read_settings(tuning.rules, text)
    iterations = -(-tuning.games // spsa.GAMES)
    plan = spsa.SpsaPlan(name, settings, iterations, tuning.nodes, sorted_options(tuning.options), tuning.seed)
    log = folder / engine_fingerprint(name) / f"{plan.name}.jsonl"
    with ResumableProgress(view) as progress:

        def watch(at: spsa.Standing) -> None:
            values = ", ".join(f"{name} {round(value)}" for name, value in at.values.items())
            progress.show(format_text(m.TUNING_SETTINGS, view.lang, done=at.games, games=at.total, values=values))

        found = spsa.tune_settings(plan, log, match.executor, watch)
    _print_values(view, {one.name: round(one.start) for one in settings}, found)
    player = spsa.player_text(match.nodes, found)
    view.print_line(player)
    with ScoreLine(view) as score_line:
        score = run(
            name,
            (player, f"nodes:{match.nodes}"),
            match.games,
            log=log.with_name(f"{plan.name}-match-{match.nodes}.jsonl"),
            options=tuning.options,
            seed=tuning.seed,
            executor=match.executor,
            watch=score_line,
        )
    view.print_line(score.say(view.lang))
    view.print_message(m.LOGGED, "dim", file=log.parent)


def _print_report(view: View, report: Mapping[str, Any]) -> None:
    view.print_message(
        m.PREDICTED,
        positions=report["positions"],
        before=format_number(report["loss_before"], view.lang, digits=4),
        after=format_number(report["loss_after"], view.lang, digits=4),
    )
    _print_values(view, report["before"], report["after"])
    match = report["match"]
    view.print_message(
        m.PROVED,
        "bold",
        wins=match["wins"],
        draws=match["draws"],
        losses=match["losses"],
        score=format_number(100 * match["score"], view.lang, digits=1),
        certainty=format_number(100 * match["certainty"], view.lang, digits=0),
    )


def _print_values(view: View, before: Mapping[str, float], after: Mapping[str, float]) -> None:
    width = max(map(len, before))
    for name, value in before.items():
        view.print_line(f"{name:<{width}}  {value:>5} {view.arrow} {after[name]:>5}", indent=2)

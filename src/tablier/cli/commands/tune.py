"""`tablier tune`: weights of an evaluation, fitted to games of the engine against itself."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from tablier.cli.arguments import (
    GameCount,
    GameName,
    GameOptions,
    LangOption,
    MatchSeed,
    ResultsFolder,
    SelfPlayNodes,
    TestNodes,
    Workers,
    changed_options,
    find_game,
    option,
    view_of,
)
from tablier.cli.engine_thread import engines_required
from tablier.cli.language import format_number, format_text, user_error
from tablier.cli.messages import engines as m
from tablier.cli.progress import ResumableProgress
from tablier.cli.view import View

TestGames = Annotated[int, option("--match-games", m.OPT_PROOF_GAMES, "N", min=2)]
FOLDER, GAMES = Path("bench/results/tune"), Path(".arena/tune")
DEFAULT_GAMES, DEFAULT_NODES = 1000, 600
TEST_GAMES, TEST_NODES = 100, 3000


def tune(
    context: typer.Context,
    name: GameName,
    options: GameOptions = None,
    games: GameCount = DEFAULT_GAMES,
    nodes: SelfPlayNodes = DEFAULT_NODES,
    match_games: TestGames = TEST_GAMES,
    match_nodes: TestNodes = TEST_NODES,
    seed: MatchSeed = 1,
    workers: Workers = None,
    results: ResultsFolder = "",
    lang: LangOption = None,
) -> None:
    """Fit the weights, and test them in a match against the old ones."""
    view = view_of(context, lang)
    with engines_required():
        from tablier.search.registry import has_tree
        from tablier.search.tune import tune as find_weights
    rules = find_game(name, options)
    if not has_tree(rules):
        raise user_error(m.NO_TREE, game=rules.info.id)
    chosen: dict[str, Any] = {**changed_options(rules)}
    folder = Path(results or FOLDER)
    with ResumableProgress(view) as progress:
        report = find_weights(
            rules.info.id,
            games=games,
            nodes=nodes,
            match_games=match_games,
            match_nodes=match_nodes,
            seed=seed,
            processes=workers or 1,
            results=folder,
            data=folder / "games" if results else GAMES,
            watch=lambda done, of: progress.show(format_text(m.TUNING, view.lang, done=done, games=of)),
            **chosen,
        )
    _print_report(view, report)
    view.print_message(m.REPORTED, "dim", file=folder / f"{rules.info.id}.json")


def _print_report(view: View, report: Mapping[str, Any]) -> None:
    view.print_message(
        m.PREDICTED,
        positions=report["positions"],
        before=format_number(report["loss_before"], view.lang, digits=4),
        after=format_number(report["loss_after"], view.lang, digits=4),
    )
    width = max(map(len, report["before"]))
    for name, before in report["before"].items():
        view.print_line(f"{name:<{width}}  {before:>5} {view.arrow} {report['after'][name]:>5}", indent=2)
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

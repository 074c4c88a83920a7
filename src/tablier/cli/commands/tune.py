"""`tablier tune`: the weights of an evaluation, found from games that the engine plays against itself."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from tablier.cli import messages as m
from tablier.cli.arguments import Choices, GameName, LangChoice, find_game, view_of
from tablier.cli.commands.arena import Games, MatchSeed, Results, Workers, chosen_options
from tablier.cli.commands.law import INTERRUPTED
from tablier.cli.engine_thread import compiled
from tablier.cli.language import decimal, fault, phrase
from tablier.cli.progress import Notice
from tablier.cli.table.view import View

SelfNodes = Annotated[int, typer.Option("--nodes", min=1, metavar="N", help=m.OPT_SELF_NODES.fr, show_default=False)]
ProofGames = Annotated[int, typer.Option("--match-games", min=2, metavar="N", help=m.OPT_PROOF_GAMES.fr, show_default=False)]
ProofNodes = Annotated[int, typer.Option("--match-nodes", min=1, metavar="N", help=m.OPT_PROOF_NODES.fr, show_default=False)]
FOLDER = Path("bench/results/tune")
USUAL_GAMES, USUAL_NODES = 1000, 600
PROOF_GAMES, PROOF_NODES = 100, 3000


def tune(
    context: typer.Context,
    name: GameName,
    option: Choices = None,
    games: Games = USUAL_GAMES,
    nodes: SelfNodes = USUAL_NODES,
    match_games: ProofGames = PROOF_GAMES,
    match_nodes: ProofNodes = PROOF_NODES,
    seed: MatchSeed = 1,
    workers: Workers = None,
    results: Results = "",
    lang: LangChoice = None,
) -> None:
    """Find better weights, and let them play the old ones."""
    view = view_of(context, lang)
    with compiled():
        from tablier.search.registry import has_tree
        from tablier.search.tune import tune as find_weights
    rules = find_game(name, option)
    if not has_tree(rules):
        raise fault(m.NO_TREE, game=rules.info.id)
    options: dict[str, Any] = {**chosen_options(rules)}
    folder, notice = Path(results or FOLDER), Notice()
    try:
        report = find_weights(
            rules.info.id,
            games=games,
            nodes=nodes,
            match_games=match_games,
            match_nodes=match_nodes,
            seed=seed,
            processes=workers or 1,
            results=folder,
            watch=lambda done, of: notice.show(phrase(m.TUNING, view.lang, done=done, games=of)),
            **options,
        )
    except KeyboardInterrupt:
        notice.clear()
        view.tell(m.MATCH_GOES_ON)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        notice.clear()
    _tell(view, report)
    view.tell(m.REPORTED, "dim", file=folder / f"{rules.info.id}.json")


def _tell(view: View, report: Mapping[str, Any]) -> None:
    view.tell(
        m.PREDICTED,
        positions=report["positions"],
        before=decimal(report["loss_before"], view.lang, digits=4),
        after=decimal(report["loss_after"], view.lang, digits=4),
    )
    width = max(map(len, report["before"]))
    for name, before in report["before"].items():
        view.line(f"{name:<{width}}  {before:>5} {view.arrow} {report['after'][name]:>5}", indent=2)
    match = report["match"]
    view.tell(
        m.PROVED,
        "bold",
        wins=match["wins"],
        draws=match["draws"],
        losses=match["losses"],
        score=decimal(100 * match["score"], view.lang, digits=1),
        certainty=decimal(100 * match["certainty"], view.lang, digits=0),
    )

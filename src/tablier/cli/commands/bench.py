"""`tablier bench`: the number that tells whether a change to the search changes how it plays."""

from typing import Annotated

import typer

from tablier.cli import messages as m
from tablier.cli.arguments import LangChoice, find_class, view_of
from tablier.cli.engine_thread import compiled
from tablier.cli.language import fault

BenchedGame = Annotated[str, typer.Argument(metavar=m.META_GAME.fr, help=m.ARG_GAME_BENCHED.fr, show_default=False)]
BenchDepth = Annotated[int | None, typer.Option("--depth", min=1, max=20, metavar="N", help=m.OPT_BENCH_DEPTH.fr, show_default=False)]


def bench(context: typer.Context, name: BenchedGame = "", depth: BenchDepth = None, lang: LangChoice = None) -> None:
    """Count the nodes of fixed searches."""
    view = view_of(context, lang)
    with compiled():
        from tablier.search.registry import has_tree, tree_games
        from tablier.search.signature import DEPTH, nodes
    chosen = [find_class(name)()] if name else list(tree_games())
    if not all(map(has_tree, chosen)):
        raise fault(m.NO_TREE, game=name)
    total = 0
    for rules in chosen:
        count = nodes(rules, depth or DEPTH)
        total += count
        view.raw(f"{rules.info.id:<12} {count:>12}")
    view.raw(f"{m.SIGNATURE.say(view.lang):<12} {total:>12}")

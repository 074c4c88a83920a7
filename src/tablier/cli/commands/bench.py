"""`tablier bench`: the node signature of the search, which changes when a change alters how it plays."""

from typing import Annotated

import typer

from tablier.cli.arguments import LangOption, argument, find_class, option, view_of
from tablier.cli.engine_thread import engines_required
from tablier.cli.language import user_error
from tablier.cli.messages import common
from tablier.cli.messages import engines as m

BenchGame = Annotated[str, argument(common.META_GAME, m.ARG_GAME_BENCHED)]
BenchDepth = Annotated[int | None, option("--depth", m.OPT_BENCH_DEPTH, "N", min=1, max=20)]


def bench(context: typer.Context, name: BenchGame = "", depth: BenchDepth = None, lang: LangOption = None) -> None:
    """Count the nodes of fixed searches."""
    view = view_of(context, lang)
    with engines_required():
        from tablier.search.registry import has_tree, tree_games
        from tablier.search.signature import DEPTH, nodes
    chosen = [find_class(name)()] if name else list(tree_games())
    if not all(map(has_tree, chosen)):
        raise user_error(m.NO_TREE, game=name)
    total = 0
    for rules in chosen:
        count = nodes(rules, depth or DEPTH)
        total += count
        view.print_raw(f"{rules.info.id:<12} {count:>12}")
    view.print_raw(f"{m.SIGNATURE.say(view.lang):<12} {total:>12}")

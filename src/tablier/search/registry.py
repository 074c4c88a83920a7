"""Which knowledge belongs to a game: the module of the law's name in `search/known`, else none at all."""

from collections.abc import Iterator
from importlib import import_module

from tablier.games import AnyGame, games
from tablier.kernels import has_kernel, module_of
from tablier.search.evaluation.base import Knowledge


def knowledge_of(rules: AnyGame, weights: dict[str, float] | None = None) -> Knowledge:
    """What is known of a game; for a game without a module of its own, the base class, which knows nothing."""
    try:
        known: dict[str, type[Knowledge]] = import_module(f"tablier.search.evaluation.{module_of(type(rules))}").KNOWN
    except ModuleNotFoundError:
        known = {}
    return known.get(rules.info.id, Knowledge)(rules, weights)


def samples(rules: AnyGame) -> bool:
    """True where a game is to be sampled: nothing is known of it, or its knowledge asks for it (dice, many seats)."""
    knowledge = knowledge_of(rules)
    return type(knowledge) is Knowledge or knowledge.sampled


def tree_games() -> Iterator[AnyGame]:
    """Every game that a tree engine plays, with its usual options."""
    for cls in games().values():
        rules = cls()
        if has_tree(rules):
            yield rules


def has_tree(rules: AnyGame) -> bool:
    """True for a game that has a compiled twin and knowledge enough for a tree."""
    return has_kernel(rules) and not samples(rules)

"""Which evaluation a game has: an installed one, else that of the module of the law's name in `search/evaluation`, else none.

A package elsewhere names its evaluations by game id under the entry point group `tablier.evaluations`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from tablier.games import AnyGame, games
from tablier.kernels import has_kernel, module_of
from tablier.search.evaluation.base import Evaluation
from tablier.search.network import Network

GROUP = "tablier.evaluations"
NETWORKS = Path(__file__).parent / "networks"


OWN = "own"
"""The network that comes with a game, if there is one."""


def evaluation_of(rules: AnyGame, weights: Mapping[str, float] | None = None, *, network: Network | str | None = OWN) -> Evaluation:
    """The evaluation of a game; the base class, which has no features, for a game without one. None: no network."""
    evaluation = _evaluation_class(rules)(rules, weights)
    chosen = _own_network(rules.info.id, evaluation.network_type) if network == OWN and not weights else network
    if isinstance(chosen, Network):
        evaluation.attach(chosen)
    return evaluation


@cache
def _own_network(name: str, read: Callable[[bytes], Network]) -> Network | None:
    """The network of a game among those of the package, loaded once."""
    path = NETWORKS / f"{name}.net"
    return read(path.read_bytes()) if path.exists() else None


def _evaluation_class(rules: AnyGame) -> type[Evaluation]:
    name = rules.info.id
    if name in _installed():
        loaded: type[Evaluation] = _installed()[name].load()
        return loaded
    module = f"tablier.search.evaluation.{module_of(type(rules))}"
    try:
        evaluations: dict[str, type[Evaluation]] = import_module(module).EVALUATIONS
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return Evaluation
    return evaluations.get(name, Evaluation)


@cache
def _installed() -> dict[str, EntryPoint]:
    """The evaluations that other packages offer, by game id."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def uses_mcts(rules: AnyGame) -> bool:
    """True where a game is played by Monte-Carlo tree search: it has no evaluation, or one that asks for it."""
    evaluation = evaluation_of(rules)
    return type(evaluation) is Evaluation or evaluation.uses_mcts


def tree_games() -> Iterator[AnyGame]:
    """Every game that the tree engine plays, with its default options."""
    for cls in games().values():
        rules = cls()
        if has_tree(rules):
            yield rules


def has_tree(rules: AnyGame) -> bool:
    """True for a game with a kernel and an evaluation for tree search."""
    return has_kernel(rules) and not uses_mcts(rules)

"""Which coding a game has: an installed one, else that of the module of the law's name in `environments/codings`.

A package elsewhere names its codings by game id under the entry point group `tablier.codings`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.environments.codings.base import Coding
from tablier.games import AnyGame
from tablier.kernels import module_of

GROUP = "tablier.codings"


class NoCoding(TablierError):
    """The game has no action numbers and no planes here."""


def coding_of(rules: AnyGame) -> Coding:
    """The action numbers and the planes of a game whose options are chosen."""
    name = rules.info.id
    if name in _installed():
        loaded: type[Coding] = _installed()[name].load()
        return loaded(rules)
    module = f"tablier.environments.codings.{module_of(type(rules))}"
    try:
        codings: dict[str, type[Coding]] = import_module(module).CODINGS
        return codings[name](rules)
    except (ModuleNotFoundError, KeyError):
        raise NoCoding(
            Text(
                f"« {name} » n'a pas de numéros d'actions : il lui faut un module {module}.",
                f"'{name}' has no action numbers: it needs a module {module}.",
            )
        ) from None


@cache
def _installed() -> dict[str, EntryPoint]:
    """The codings that other packages offer, by game id."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}

"""The collection: every game found in this folder, and every game that an installed package offers.

There is no list to edit. A module here is searched for games; a package elsewhere names its own under the entry point
group `tablier.games`.
"""

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from tablier.core.errors import UnknownGame
from tablier.core.game import Game
from tablier.core.text import Text

AnyGame = Game[Any, Any]
GROUP = "tablier.games"


@cache
def games() -> MappingProxyType[str, type[AnyGame]]:
    """Every game of the collection, by id."""
    found = {cls.info.id: cls for cls in (*_own(), *_installed())}
    return MappingProxyType(found)


def _own() -> Iterator[type[AnyGame]]:
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        for cls in vars(import_module(module.name)).values():
            if _is_game(cls) and f"{cls.__module__}.".startswith(f"{module.name}."):
                yield cls


def _installed() -> Iterator[type[AnyGame]]:
    from importlib.metadata import entry_points  # slow to import, and needed only when games are looked for

    for entry in entry_points(group=GROUP):
        yield entry.load()


def _is_game(cls: object) -> bool:
    return isinstance(cls, type) and issubclass(cls, Game) and not cls.__abstractmethods__ and hasattr(cls, "info")


def game(name: str, /, **options: object) -> AnyGame:
    """The game of that id with its options chosen: `game("turkish", penalty="strict")`."""
    known = games()
    if name not in known:
        there = ", ".join(known)
        raise UnknownGame(
            Text(
                f"Le jeu « {name[:40]} » n'est pas dans la collection ; il y a : {there}.",
                f"The game '{name[:40]}' is not in the collection; there are: {there}.",
            )
        )
    return known[name](**options)

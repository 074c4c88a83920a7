"""The collection: every game found in this folder, and every game that an installed package offers.

There is no list to edit. A module here is searched for games; a package elsewhere names its own under the entry point
group `tablier.games`.
"""

import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any

from tablier.core.errors import UnknownGame
from tablier.core.game import Game
from tablier.core.lesson import Chapter
from tablier.core.match import Match
from tablier.core.record import read_record as read_record_of
from tablier.core.text import Text, suggestion

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
        there, meant = ", ".join(known), suggestion(name, known)
        raise UnknownGame(
            Text(
                f"Le jeu « {name[:40]} » n'est pas dans la collection ; il y a : {there}.{meant.fr}",
                f"The game '{name[:40]}' is not in the collection; there are: {there}.{meant.en}",
            )
        )
    return known[name](**options)


def chapters(name: str) -> tuple[Chapter, ...]:
    """The lessons of a game, `LESSONS` of the module `lessons` in its package; none where it has none."""
    package = games()[name].__module__.rpartition(".")[0]
    if not package:  # a module by itself
        return ()
    try:
        lessons = import_module(f"{package}.lessons")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.lessons":
            raise
        return ()
    found: tuple[Chapter, ...] = lessons.LESSONS.get(name, ())
    return found


def read_record(text: str) -> Match[Any, Any]:
    """The match told by a record, text or JSON; `BadRecord` says what is wrong with it and where."""
    return read_record_of(text, lambda name, options: game(name, **options))


class _Collection(ModuleType):
    """This package; called, it is the collection, so that `tablier.games()` is one however the package was imported."""

    def __call__(self) -> MappingProxyType[str, type[AnyGame]]:
        return games()


sys.modules[__name__].__class__ = _Collection

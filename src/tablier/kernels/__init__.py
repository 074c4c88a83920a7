"""Kernels: the compiled twins of the laws, for search, playouts and counting.

A kernel lives in the module of the same name as its law's (`games/makyek`, `kernels/makyek.pyx`); a package elsewhere
names its kernels by game id under the entry point group `tablier.kernels`. Nothing here is needed to play: without a C
compiler the package installs without kernels and says so when one is asked for. `TABLIER_PURE=1` in the environment has
the same effect on an installation with kernels.
"""

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.games import AnyGame, game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tablier.kernels.kernel import Kernel

GROUP = "tablier.kernels"


class NoKernel(TablierError):
    """There is no compiled twin of this game here."""


def kernel_named(name: str, /, position: str | None = None, **options: object) -> "Kernel":
    """The compiled twin of a game: `kernel("makruk", count="none").perft(5)`."""
    return kernel_of(game(name, **options), position)


def kernel_of(rules: AnyGame, position: str | None = None) -> "Kernel":
    """The compiled twin of rules whose options are already chosen."""
    return _kernel_class(rules)(rules, position)


def has_kernel(rules: AnyGame) -> bool:
    """True where the game has a compiled twin here."""
    try:
        _kernel_class(rules)
    except NoKernel:
        return False
    return True


def module_of(law: type[AnyGame]) -> str:
    """The name that the modules of a law, its kernel and its evaluation share."""
    return law.__module__.removeprefix("tablier.games.").partition(".")[0]


@cache
def _installed() -> "dict[str, EntryPoint]":
    """The kernels that other packages offer, by game id."""
    from importlib.metadata import entry_points  # slow to import, and needed only when a kernel is looked for

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _kernel_class(rules: AnyGame) -> "type[Kernel]":
    name = rules.info.id
    try:
        if os.environ.get("TABLIER_PURE", "0") not in ("", "0"):
            raise ImportError("TABLIER_PURE is set")
        if name in _installed():
            kernel: type[Kernel] = _installed()[name].load()
            return kernel
        kernels: dict[str, type[Kernel]] = import_module(f"{__name__}.{module_of(type(rules))}").KERNELS
        return kernels[name]
    except (ImportError, KeyError):
        raise NoKernel(
            Text(
                f"Pas de noyau compilé pour « {name} » : installez Tablier avec un compilateur C et sans TABLIER_PURE.",
                f"No compiled kernel for '{name}': install Tablier with a C compiler and without TABLIER_PURE.",
            )
        ) from None

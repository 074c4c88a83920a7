"""Fingerprint of the engines' code, so that results of different engines are not mixed."""

from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import tablier.kernels
import tablier.search
from tablier.games import games
from tablier.kernels import has_kernel, module_of

SOURCES, NETWORK = (".py", ".pyx", ".pxd"), ".net"
IDLE = {
    "data_files", "explanation", "fit", "level_elo", "positions", "provenance", "regression", "seeded", "selfplay", "signature", "tune",
}  # fmt: skip
"""Modules that explain moves, rate levels, or make weights and networks, and play no part in a game; `_training` of a game too."""

TREE, MCTS, LAW = {"exact", "settings", "transpositions", "tree_engine"}, {"mcts", "mcts_engine"}, {"effects", "law_engine"}
"""Modules of one of the engines alone."""


@cache
def engine_fingerprint(game: str) -> str:
    """A short hash of the sources that choose the moves of a game, and of its network.

    These are kernels and search, without the modules of other games, of engines that do not play this one, and those that only explain or
    train.

    Machines that compile the same sources differently have the same engine: a match begun on one goes on on another.
    """
    others = {module_of(law) for law in games().values()} - {module_of(games()[game])} | IDLE | _engines_of_others(game)
    digest = sha256()
    for folder in (*tablier.kernels.__path__, *tablier.search.__path__):
        for path in sorted(Path(folder).rglob("*")):
            if path.stem == game if path.suffix == NETWORK else _is_code(path) and not _belongs_to(path, others):
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _engines_of_others(game: str) -> set[str]:
    """The modules of engines that do not play a game."""
    rules = games()[game]()
    if not has_kernel(rules):
        return TREE | MCTS
    from tablier.search.registry import uses_mcts  # compiled, like its kernel

    return TREE if uses_mcts(rules) else MCTS | LAW


def _belongs_to(path: Path, modules: set[str]) -> bool:
    """Whether a file is one of some modules, or a part of one: `NAME_network` of `NAME`."""
    name = path.name.partition(".")[0]
    return name.endswith("_training") or not modules.isdisjoint((name, name.partition("_")[0]))


def _is_code(path: Path) -> bool:
    """Whether a file is a source, or a compiled module whose source is not installed."""
    name, dot, suffix = path.name.partition(".")
    compiled = dot + suffix in EXTENSION_SUFFIXES
    return path.suffix in SOURCES or (compiled and not path.with_name(f"{name}.pyx").exists())

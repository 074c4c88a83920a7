"""Fingerprint of the engines' code, so that results of different builds are not mixed."""

from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import tablier.kernels
import tablier.search
from tablier.games import games
from tablier.kernels import module_of

CODE = (".py", *EXTENSION_SUFFIXES)


@cache
def engine_fingerprint(game: str) -> str:
    """A short hash of the code of kernels and search, without the modules of other games."""
    others = {module_of(law) for law in games().values()} - {module_of(games()[game])}
    digest = sha256()
    for folder in (*tablier.kernels.__path__, *tablier.search.__path__):
        for path in sorted(Path(folder).rglob("*")):
            if path.name.endswith(CODE) and path.name.partition(".")[0] not in others:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]

"""What a network was made from, as its file says it."""

import subprocess
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tablier

if TYPE_CHECKING:
    from tablier.search.network import Network

FIELDS: Mapping[str, str] = {
    "game": "the game",
    "options": "those of its options that differ from the defaults",
    "data": "the data files, without their ending",
    "seed": "the seeds of their games",
    "nodes": "how many nodes their moves were searched",
    "positions": "how many positions there were, those held back included",
    "epochs": "how many times the fit went over them",
    "hidden": "the size of the hidden layer",
    "batch": "positions a step of the fit",
    "rate": "the highest learning rate",
    "decay": "the weight decay",
    "trust": "the share of the search score in what is predicted; the rest is the result of the game",
    "loss": "that of the positions held back",
    "start": "the network whose weights it began with: its date and positions; null for none",
    "date": "when it was fitted",
    "version": "the version of Tablier",
    "revision": "the git revision of the checkout, with + where sources were changed; else the version of the package",
    "engines": "the fingerprint of the engine and the network that were there before",
    "torch": "the version of PyTorch",
    "fit": "a hash of data, plan and engine: the same fit has the same",
}
"""Each field, and what it says."""


def missing_fields(provenance: Mapping[str, Any]) -> list[str]:
    """The fields that a network does not have: those of November 2026 were made before all of them were written."""
    return [name for name in FIELDS if name not in provenance]


def origin_of_data(files: Iterable[Path]) -> dict[str, list[Any]]:
    """What the names of data files say, `GAME-SEED-NODES`: their seeds and nodes."""
    stems = [file.stem for file in files]
    numbers = [stem.rsplit("-", 2)[1:] for stem in stems]
    return {"data": stems, "seed": sorted({int(seed) for seed, _ in numbers}), "nodes": sorted({int(nodes) for _, nodes in numbers})}


def origin_of_code() -> dict[str, str]:
    """The date, the version and the revision."""
    return {"date": date.today().isoformat(), "version": tablier.__version__, "revision": _revision()}


def origin_of_start(start: "Network | None") -> dict[str, Any] | None:
    """What is said of the network that a fit begins with."""
    return {name: start.provenance.get(name) for name in ("date", "positions")} if start is not None else None


def _revision() -> str:
    """The git revision where this is a checkout of Tablier, else the version."""
    package = Path(tablier.__file__).parent
    try:
        revision = _git(package, "rev-parse", "--short=12", "HEAD")
        tracked = _git(package, "ls-files", "__init__.py")
        changed = _git(package, "status", "--porcelain", "--untracked-files=no", ".")
    except (OSError, subprocess.CalledProcessError):
        return tablier.__version__
    return revision + ("+" if changed else "") if tracked else tablier.__version__


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=True).stdout.strip()

"""What vector instructions are worth to networks: the speed of the search with `network.c` compiled with and without them.

    python bench/vectors.py            about a minute; needs a compiler, and the C file that building leaves beside network.pyx

Copies of the package differ in that one module: for this machine, for the wheels (x86-64-v2: vectors of 128 bits),
and each of them with `-fno-tree-vectorize`. Each searches the same nodes from the same openings, in turn, several times; the best time
counts, in seconds of the processor.
Writes bench/results/vectors.json.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from machine import machine

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results" / "vectors.json"
MODULE = Path("tablier/search") / f"network{sysconfig.get_config_var('EXT_SUFFIX')}"
PLAIN = "-fno-tree-vectorize"
BUILDS = {
    "this machine": ["-march=native"],
    "this machine, no vectors": ["-march=native", PLAIN],
    "wheel": ["-march=x86-64-v2", "-mtune=generic"],
    "wheel, no vectors": ["-march=x86-64-v2", "-mtune=generic", PLAIN],
}
GAMES = ("malawi", "makyek")
ROUNDS, OPENINGS, PLIES, NODES = 4, 6, 6, 50_000
ARITHMETIC = re.compile(r"\b(v?p(?:add|sub|mull|min|max)s?w|v?pmaddwd|vpdpwssd)\b.*%([xyz])mm")
BITS = {"x": 128, "y": 256, "z": 512}


def build(flags: list[str], package: Path) -> None:
    """A copy of the package with this one module compiled anew."""
    shutil.copytree(ROOT / "src", package)
    source = ROOT / "src/tablier/search/network.c"
    common = ["-shared", "-fPIC", "-O3", "-g0", "-w", "-pthread", "-fno-strict-aliasing", f"-I{sysconfig.get_paths()['include']}"]
    subprocess.run(["gcc", *common, *flags, source, "-o", package / MODULE], check=True)


def instructions(package: Path) -> dict[str, int]:
    """How many vector instructions of 16-bit arithmetic the module has, by name and width."""
    listing = subprocess.run(["objdump", "-d", package / MODULE], capture_output=True, text=True, check=True).stdout
    found = Counter(f"{name} {BITS[width]}" for name, width in ARITHMETIC.findall(listing))
    return dict(sorted(found.items()))


def search(name: str) -> None:
    """Print the nodes searched, and the seconds of the processor that they took."""
    from tablier import Match, game
    from tablier.search.analysis import Limits
    from tablier.search.selfplay import random_opening
    from tablier.search.tree_engine import TreeEngine

    rules, nodes, seconds = game(name), 0, 0.0
    for seed in range(OPENINGS):
        engine, match = TreeEngine(rules), Match(rules)
        engine.endings = None
        for move in random_opening(rules, random.Random(seed), PLIES):
            match.enter(move)
        begin = time.process_time()
        nodes += engine.analyse(match, Limits(nodes=NODES)).nodes
        seconds += time.process_time() - begin
    print(nodes, seconds)


def measure(name: str, package: Path) -> tuple[int, float]:
    """The nodes and the seconds of a search with a copy of the package."""
    command = [sys.executable, __file__, "--search", name]
    said = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(package)}, capture_output=True, text=True, check=True).stdout
    nodes, seconds = said.split()
    return int(nodes), float(seconds)


def main() -> None:
    """Build all, measure them in turn, write and print what was found."""
    with TemporaryDirectory() as folder:
        packages = {title: Path(folder) / str(number) for number, title in enumerate(BUILDS)}
        for title, flags in BUILDS.items():
            build(flags, packages[title])
        found: dict[str, Any] = {title: {"instructions": instructions(package)} for title, package in packages.items()}
        for name in GAMES:
            runs = [{title: measure(name, package) for title, package in packages.items()} for _ in range(ROUNDS)]
            assert len({nodes for run in runs for nodes, _ in run.values()}) == 1, "builds that search differently"
            for title in packages:
                found[title][name] = round(max(run[title][0] / run[title][1] for run in runs))
    RESULTS.write_text(json.dumps({"machine": machine(), "nodes_per_second": found}, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--search"]:
        search(sys.argv[2])
    else:
        main()

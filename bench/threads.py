"""Time to a depth: two threads of a search beside one, in every game of the tree search; best on an idle machine.

    python bench/threads.py            about five minutes; then bench/strength.py writes the page

From random openings, each searched with an empty table: one thread until it has thought long enough, then two threads to that depth.
What the machine itself allows is measured beside it: two processes that make the same search at the same time, and share nothing, take
longer than one where the cores share a clock or a cache; half of that is the least that two threads could take.
"""

import json
import random
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from machine import machine

from tablier import Match
from tablier.games import AnyGame
from tablier.search.analysis import Limits
from tablier.search.registry import tree_games
from tablier.search.selfplay import random_opening
from tablier.search.tree_engine import TreeEngine

RESULTS = Path(__file__).parent / "results" / "threads.json"
OPENINGS, PLIES = 12, 8
ENOUGH = 1.0
"""Seconds of one thread after which no further depth is begun."""
GOAL = 0.62
ENGINES: dict[str, TreeEngine] = {}


def seconds_to(engine: TreeEngine, match: Match[Any, Any], depth: int) -> float:
    """How long a search to a depth takes with an empty table."""
    engine.new_game()
    begin = time.perf_counter()
    engine.analyse(match, Limits(depth=depth))
    return time.perf_counter() - begin


def depth_within(engine: TreeEngine, match: Match[Any, Any]) -> int:
    """The depth at which one search takes long enough."""
    engine.new_game()
    depth, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < ENOUGH and depth < 40:
        depth += 1
        engine.analyse(match, Limits(depth=depth))
    return depth


def search(match: Match[Any, Any], depth: int) -> float:
    """How long a search to a depth takes with an engine of its own, which a process keeps."""
    engine = ENGINES.setdefault(match.game.info.id, TreeEngine(match.game))
    return seconds_to(engine, match, depth)


def measure(rules: AnyGame) -> dict[str, Any]:
    """The times of one thread and of two, summed over the openings."""
    rng, one, two = random.Random(1), TreeEngine(rules), TreeEngine(rules, threads=2)
    alone = together = beside = 0.0
    depths = []
    with ProcessPoolExecutor(2) as processes:
        for _ in range(OPENINGS):
            match = Match(rules)
            for move in random_opening(rules, rng, PLIES):
                match.play(move)
            depths.append(depth_within(one, match))
            alone += seconds_to(one, match, depths[-1])
            together += seconds_to(two, match, depths[-1])
            beside += sum(processes.map(search, [match] * 2, [depths[-1]] * 2)) / 2
    return {
        "depth": round(sum(depths) / OPENINGS, 1),
        "one": round(alone, 2),
        "two": round(together, 2),
        "ratio": round(together / alone, 3),
        "least": round(beside / alone / 2, 3),
    }


def main() -> None:
    """Measure all games, and keep the figures."""
    found = {}
    for rules in tree_games():
        found[rules.info.id] = measure(rules)
        print(rules.info.id, found[rules.info.id], flush=True)
    RESULTS.write_text(
        json.dumps({"machine": machine(), "openings": OPENINGS, "goal": GOAL, "games": found}, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()

"""A kernel is trusted because it equals the law: on every reference count, and on thousands of positions met at random."""

import json
import os
import random
import sys
from pathlib import Path

import pytest

import tablier
from tablier import CHANCE, games, kernel
from tablier.kernels import has_kernel, kernel_of
from tablier.kernels.kernel import Kernel
from tablier.testing import perft, variants

VARIANTS = [variant for cls in games().values() if has_kernel(cls()) for variant in variants(cls)]
POSITIONS, MORE_POSITIONS = 400, 1500
"""Positions looked at for each game and option: always, and by `make test-slow`."""

WALKS = [POSITIONS, pytest.param(MORE_POSITIONS, marks=pytest.mark.slow)]

LONGEST = 150
"""Plies of a game that begins at a listed position, so that many of them are begun."""

LARGEST, LARGER = 3_000_000, 150_000_000
"""The largest counts that a kernel is asked for: always, and by `make test-slow` (a second or so)."""

OPENING = 10_000
"""The law counts openings up to here, for comparison."""

TABLES = [
    (path.stem, table)
    for path in sorted((Path(__file__).parents[1] / "perft").glob("*.json"))
    for table in json.loads(path.read_text(encoding="utf-8"))["tables"]
]
COUNTS = [
    pytest.param(name, table.get("options", {}), case, id=f"{name}-{number}-{i}")
    for number, (name, table) in enumerate(TABLES)
    for i, case in enumerate(table["positions"])
    if "counts" in case
]


def test_the_build_under_test_is_the_one_meant():
    """`make check-native` names its build with sanitizers; the tests must not look at another one."""
    meant = os.environ.get("TABLIER_NATIVE", Path(tablier.__file__).parents[1])
    assert Path(sys.modules[Kernel.__module__].__file__).is_relative_to(meant)


def test_every_game_of_this_package_has_a_kernel():
    assert [name for name, cls in games().items() if cls.__module__.startswith("tablier.games.") and not has_kernel(cls())] == []


LONG_COUNTS = [
    pytest.param(*param.values[:2], param.values[2]["position"], depth, count, id=f"{param.id}-{depth}")
    for param in COUNTS
    for depth, count in enumerate(param.values[2]["counts"], 1)
    if LARGEST < count <= LARGER
]


@pytest.mark.parametrize(("name", "options", "case"), COUNTS)
def test_the_kernel_meets_every_reference_count(name, options, case):
    twin = kernel(name, case["position"], **options)
    for depth, count in enumerate(case["counts"], 1):
        if count <= LARGEST:
            assert twin.perft(depth) == count, f"depth {depth}"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "position", "depth", "count"), LONG_COUNTS)
def test_the_kernel_meets_the_large_reference_counts(name, options, position, depth, count):
    assert kernel(name, position, **options).perft(depth) == count


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_kernel_and_law_count_every_opening_alike(rules):
    pos, depth = rules.start(), 1
    twin = kernel_of(rules, rules.dump(pos))
    while (count := twin.perft(depth)) <= OPENING and depth <= 6:
        assert perft(rules, pos, depth) == count, f"depth {depth}"
        depth += 1
    assert depth > 2


def compare(rules, pos, twin, *, successors: bool) -> None:
    text = rules.dump(pos)
    assert twin.dump() == text
    legal = {rules.write(pos, move): move for move in rules.legal(pos)}
    moves = twin.legal_moves()
    assert len(moves) == len(set(moves)), text
    assert set(moves) == set(legal), text
    assert twin.perft(1) == len(legal), text
    outcome, actor = rules.outcome(pos), rules.actor(pos)
    assert twin.ranks == (outcome.ranks if outcome else None), text
    assert twin.turn == (None if actor is CHANCE else actor), text
    if successors:
        before = twin.hash
        for move_text, move in legal.items():
            twin.push(move_text)
            assert twin.dump() == rules.dump(rules.apply(pos, move).after), f"{text} {move_text}"
            assert twin.pop() == move_text
            assert (twin.dump(), twin.hash) == (text, before), f"{text} {move_text}"


def walk_together(rules, positions, begin=None, longest=sys.maxsize) -> None:
    """Kernel and law along random games from the start, or from what `begin` makes of a generator."""
    rng = random.Random(7)
    keys: dict[object, int] = {}
    seen = 0
    while seen < positions:
        pos = begin(rng) if begin else rules.start()
        twin = kernel_of(rules, rules.dump(pos))
        for _ in range(longest):
            compare(rules, pos, twin, successors=seen % 15 == 0)
            assert keys.setdefault(rules.key(pos), twin.hash) == twin.hash, rules.dump(pos)
            assert kernel_of(rules, rules.dump(pos)).hash == twin.hash, rules.dump(pos)
            seen += 1
            legal = rules.legal(pos)
            if not legal or seen >= positions:
                break
            move = rng.choice(legal)
            twin.push(rules.write(pos, move))
            pos = rules.apply(pos, move).after
    assert len(set(keys.values())) == len(keys), "two different positions share a key"


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
@pytest.mark.parametrize("positions", WALKS)
def test_kernel_and_law_agree_along_random_games(rules, positions):
    walk_together(rules, positions)


def listed(rules) -> list[str]:
    return [
        case["position"]
        for name, table in TABLES
        for case in table["positions"]
        if name == rules.info.id and type(rules)(**table.get("options", {})).options == rules.options
    ]


@pytest.mark.parametrize("rules", [variant for variant in VARIANTS if listed(variant)], ids=repr)
@pytest.mark.parametrize("positions", WALKS)
def test_kernel_and_law_agree_in_games_that_begin_at_listed_positions(rules, positions):
    starts = listed(rules)
    walk_together(rules, positions, lambda rng: rules.load(rng.choice(starts)), LONGEST)

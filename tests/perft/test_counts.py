"""Reference counts and positions with known answers, kept as data beside this file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tablier import game
from tablier.testing import perft

ALWAYS, SLOWLY, OPENINGS = 20_000, 300_000, 1_700_000
"""The largest counts that the plain law is asked for: always; by `make test-slow`; by `make test-slow` from the openings."""

FILES = sorted(Path(__file__).parent.glob("*.json"))
TABLES = [(path.stem, table) for path in FILES for table in json.loads(path.read_text(encoding="utf-8"))["tables"]]
CASES = [
    pytest.param(name, table.get("options", {}), case, id=f"{name}-{number}-{i}")
    for number, (name, table) in enumerate(TABLES)
    for i, case in enumerate(table["positions"])
]


@pytest.mark.parametrize(("name", "options", "case"), CASES)
def test_a_position_has_its_known_moves_and_counts(name: str, options: dict[str, Any], case: dict[str, Any]):
    rules = game(name, **options)
    pos = rules.load(case["position"])
    for depth, count in enumerate(case.get("counts", ()), 1):
        if count <= ALWAYS:
            assert perft(rules, pos, depth) == count, f"depth {depth}"
    if "moves" in case:
        found = {rules.write(pos, move): rules.apply(pos, move).after for move in rules.legal(pos)}
        assert set(found) == set(case["moves"])
        if isinstance(case["moves"], dict):
            assert {move: rules.dump(after) for move, after in found.items()} == case["moves"]
    if "because" in case:
        outcome = rules.outcome(pos)
        assert (outcome.because.id if outcome else None) == case["because"]


def long_counts() -> list[Any]:
    """Counts that take the plain law a while."""
    return [
        pytest.param(name, options, case["position"], depth, count, id=f"{name}-{number}-{i}-{depth}")
        for number, (name, table) in enumerate(TABLES)
        for options in [table.get("options", {})]
        for i, case in enumerate(table["positions"])
        for depth, count in enumerate(case.get("counts", ()), 1)
        if ALWAYS < count <= SLOWLY or (SLOWLY < count <= OPENINGS and is_opening(name, options, case["position"]))
    ]


def is_opening(name: str, options: dict[str, Any], position: str) -> bool:
    rules = game(name, **options)
    return rules.load(position) == rules.start()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "position", "depth", "count"), long_counts())
def test_the_plain_law_counts_further(name: str, options: dict[str, Any], position: str, depth: int, count: int):
    rules = game(name, **options)
    assert perft(rules, rules.load(position), depth) == count


def test_every_table_names_its_source():
    assert TABLES
    assert all(table["source"] for _, table in TABLES)

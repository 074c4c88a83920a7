"""Reference counts and positions with known answers, kept as data beside this file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tablier import game
from tablier.testing import perft

PLAIN_PYTHON, WITH_PATIENCE = 300_000, 1_700_000
"""The largest counts that the plain law is asked for: always, and by `make test-slow` from the openings. The kernels go further, always."""

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
        if count <= PLAIN_PYTHON:
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
    """Openings whose counts take the plain law a while."""
    return [
        pytest.param(name, table.get("options", {}), depth, count, id=f"{name}-{number}-{depth}")
        for number, (name, table) in enumerate(TABLES)
        for case in table["positions"]
        for depth, count in enumerate(case.get("counts", ()), 1)
        if PLAIN_PYTHON < count <= WITH_PATIENCE and is_opening(name, table.get("options", {}), case["position"])
    ]


def is_opening(name: str, options: dict[str, Any], position: str) -> bool:
    rules = game(name, **options)
    return rules.load(position) == rules.start()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "depth", "count"), long_counts())
def test_the_plain_law_counts_the_openings_further(name: str, options: dict[str, Any], depth: int, count: int):
    rules = game(name, **options)
    assert perft(rules, rules.start(), depth) == count


def test_every_table_names_its_source():
    assert TABLES
    assert all(table["source"] for _, table in TABLES)

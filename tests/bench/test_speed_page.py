"""The page of speed compares like with like: every row has both sides of one loop, and what is missing or missed is said."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        import kernels
    finally:
        sys.path.pop(0)
    return kernels


def test_each_row_names_two_measures_that_the_bench_takes(bench):
    named = {name for section in bench.SECTIONS for pair in section.pairs for name in (pair.ours, pair.theirs)} | set(bench.ALONE)
    assert named == set(bench.MEASURES)


def test_the_page_has_both_sides_and_says_what_was_missed(bench):
    pair = bench.SECTIONS[0].pairs[0]
    page = bench.table({pair.ours: 3e6, pair.theirs: 1e6}, {"cores": "2"})
    row = next(line for line in page.splitlines() if pair.what in line)
    assert f"| {pair.ours}: 3 M/s | {pair.theirs}: 1 M/s | 3 × | 15 × | **missed** |" in row
    assert page.count("not measured yet") == sum(len(section.pairs) for section in bench.SECTIONS) + len(bench.ALONE) - 1

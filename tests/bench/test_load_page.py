"""The page of the load is the one that the kept figures give, and says what was missed."""

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def load_page() -> ModuleType:
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        import load_page
    finally:
        sys.path.pop(0)
    return load_page


@pytest.fixture
def results() -> Any:
    return json.loads((ROOT / "bench" / "results" / "server.json").read_text(encoding="utf-8"))


def test_the_page_is_what_the_kept_figures_give(load_page, results):
    assert (ROOT / "docs" / "reference" / "load.md").read_text(encoding="utf-8") == load_page.page(results)


def test_the_page_says_how_often_the_clients_ask_for_details(load_page, results):
    assert "details of the position" in load_page.page(results | {"load": results["load"] | {"looked": 0.02}})
    results["load"].pop("looked", None)
    assert "details of the position" not in load_page.page(results)


def test_the_median_minute_is_judged_and_what_was_not_measured_is_not_met(load_page, results):
    load = results["load"] | {"p99_by_minute_ms": [9.0, 90.0, 24.0], "storm_back": results["load"]["sockets"] - 1}
    met = {row["what"]: row["met"] for row in load_page.judged(load, None)}
    assert met["p99 from send to the opponent's receipt, in the median minute"] is True
    assert met["clients back after kill -9, from the restart"] is None
    assert met["moves per second and core, beside boardgame.io"] is None
    load["p99_by_minute_ms"][2] = 26.0
    assert load_page.judged(load, None)[0]["met"] is False

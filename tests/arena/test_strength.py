"""A short run of bench/strength.py."""

import json
import os
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "strength.py"


def strength(folder: Path, contest: str = "apit against counting pieces") -> str:
    words = ["--games", "2", "--seconds", "0.002", "--workers", "1", "--only", contest, "--logs", folder / "logs", "--results", folder]
    run = subprocess.run([sys.executable, BENCH, *words], capture_output=True, text=True, check=True, timeout=300, env=os.environ)
    return run.stderr


def test_a_short_bench_is_written_down_and_goes_on_where_it_was(tmp_path):
    strength(tmp_path)
    figures = json.loads((tmp_path / "strength.json").read_text())["contests"]["apit against counting pieces"]
    assert figures["games"] == 2 and figures["met"] == (figures["score"] >= figures["goal"])
    page = (tmp_path / "strength.md").read_text()
    assert "## Matches at fixed nodes" in page and "| makyek | mobility=3 | classic | 3000 / 3000 | 64 |" in page
    assert "| apit | counting pieces | 2 of 100 |" in page and "with 2 ms for a move" in page
    logs = [path.read_text() for path in (tmp_path / "logs").rglob("*.jsonl")]
    assert strength(tmp_path).splitlines()[1].startswith("2/2")
    assert [path.read_text() for path in (tmp_path / "logs").rglob("*.jsonl")] == logs


def test_a_contest_that_is_played_leaves_the_others_in_their_file(tmp_path):
    file = tmp_path / "strength.json"
    strength(tmp_path)
    results = json.loads(file.read_text())
    results["contests"]["apit against counting pieces"]["engines"] = "older"
    results["contests"]["a game that is gone"] = {}
    file.write_text(json.dumps(results))
    strength(tmp_path, "makyek against counting pieces")
    contests = json.loads(file.read_text())["contests"]
    assert list(contests) == ["makyek against counting pieces", "apit against counting pieces"]
    assert contests["apit against counting pieces"]["engines"] == "older" != contests["makyek against counting pieces"]["engines"]
    assert "| `older` |" in (tmp_path / "strength.md").read_text()

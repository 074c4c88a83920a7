"""The bench of strength, in short."""

import json
import os
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "strength.py"


def strength(folder: Path) -> str:
    words = ["--games", "2", "--seconds", "0.002", "--workers", "1", "--only", "apit against chance", "--logs", folder / "logs", "--results", folder]
    run = subprocess.run([sys.executable, BENCH, *words], capture_output=True, text=True, check=True, timeout=300, env=os.environ)
    return run.stderr


def test_a_short_bench_is_written_down_and_goes_on_where_it_was(tmp_path):
    strength(tmp_path)
    figures = json.loads((tmp_path / "strength.json").read_text())["contests"]["apit against chance"]
    assert figures["games"] == 2 and figures["met"] == (figures["score"] >= 0.99)
    page = (tmp_path / "strength.md").read_text()
    assert "| apit | chance | 2 |" in page and "with 2 ms for a move" in page
    logs = [path.read_text() for path in (tmp_path / "logs").rglob("*.jsonl")]
    assert strength(tmp_path).splitlines()[1].startswith("2/2")
    assert [path.read_text() for path in (tmp_path / "logs").rglob("*.jsonl")] == logs

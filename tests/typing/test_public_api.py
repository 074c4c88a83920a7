"""The types of the public API, as mypy sees them from outside; `make check` looks at the same file."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_type_checker_knows_the_public_api() -> None:
    checked = subprocess.run([sys.executable, "-m", "mypy", "tests/typing"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout

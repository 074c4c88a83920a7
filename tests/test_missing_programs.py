"""A test that needs PostgreSQL, Redis or Chromium is never skipped without a word."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NEEDY = "def test_one(need): need('Redis')\ndef test_two(need): need('Redis')\ndef test_three(): pass\n"


def outcome(folder: Path, *arguments: str, **environment: str) -> str:
    """What pytest says of three tests, two of which need Redis, where no program can be found."""
    (folder / "conftest.py").write_text((HERE / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "test_needy.py").write_text(NEEDY, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), *arguments]
    return subprocess.run(command, cwd=folder, env={"PATH": "/nowhere", **environment}, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("how", [{"arguments": ["--services=no"]}, {"environment": {"SERVICES": "no", "CI": "true"}}, {}], ids=str)
def test_what_is_skipped_is_counted(tmp_path, how):
    said = outcome(tmp_path, *how.get("arguments", ()), **how.get("environment", {}))
    assert "skipped: need Redis: 2" in said and "1 passed, 2 skipped" in said


def test_in_ci_a_missing_program_is_an_error(tmp_path):
    said = outcome(tmp_path, CI="true")
    assert "Redis is not installed" in said and "2 failed, 1 passed" in said

"""Every `tablier` command shown in a console block of the README and the guides runs, as a newcomer would type it."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "guides").glob("*.md"))]
COMMANDS = [
    pytest.param(line[2:], id=f"{page.name}: {line[2:]}")
    for page in PAGES
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    for line in block.splitlines()
    if line.startswith("$ tablier")
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_shown_command_runs(command, tmp_path):
    words = shlex.split(command)
    run = subprocess.run(
        [sys.executable, "-m", "tablier", *words[1:]],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.strip()


def test_the_readme_shows_commands():
    assert len(COMMANDS) >= 5

"""Every command in a `sh` or `console` block of the documentation runs, as a newcomer would type it, beside a server."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.blocks import ROOT, Block, running
from tests.support.server_process import ServerProcess, run_server

COMMANDS = [(block, line[2:]) for block in running("console") for line in block.text.splitlines() if line.startswith("$ ")]
PROGRAM = '#!/bin/sh\nexec {python} {words} "$@"\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that keeps its library where `tablier backup` looks for it by default."""
    with run_server(tmp_path_factory.mktemp("home") / "tablier", "--engines", "0") as running_server:
        yield running_server


@pytest.fixture
def environment(tmp_path: Path, server: ServerProcess) -> dict[str, str]:
    """`tablier` and `python` are those under test, and the library is the server's."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, words in (("tablier", "-m tablier"), ("python", "")):
        (programs / name).write_text(PROGRAM.format(python=sys.executable, words=words))
        (programs / name).chmod(0o755)
    path = os.pathsep.join((str(programs), os.environ["PATH"]))
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(server.folder.parent)}


def run(words: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("block", [pytest.param(block, id=block.name) for block in running("sh")])
def test_a_block_of_the_shell_runs(block: Block, server: ServerProcess, environment: dict[str, str], tmp_path: Path) -> None:
    text = block.text.replace("localhost:8000", server.url.removeprefix("http://"))
    done = run(["bash", "-e", "-o", "pipefail", "-c", text.replace("curl ", "curl --silent --show-error --fail ")], tmp_path, environment)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.strip()


@pytest.mark.parametrize(("block", "command"), [pytest.param(*one, id=f"{one[0].name} {one[1]}") for one in COMMANDS])
def test_a_shown_command_runs(block: Block, command: str, tmp_path: Path) -> None:
    words = shlex.split(command)
    assert words[0] == "tablier", "a block of another program is of another kind: sh"
    done = run([sys.executable, "-m", *words], tmp_path, {**os.environ, "PYTHONPATH": str(ROOT / "src")})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


def test_the_readme_shows_commands() -> None:
    assert sum(block.page.name == "README.md" for block, _ in COMMANDS) >= 5

"""Without a C compiler, or when asked for, the package installs without kernels, says so, and everything else works."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
USE = """
import tablier
from tablier.kernels import NoKernel
g = tablier.game("makyek")
print(len(g.legal(g.start())))
try:
    tablier.kernel("makyek")
except NoKernel as error:
    print(error.say("fr"))
"""


@pytest.mark.parametrize("settings", [{"TABLIER_PURE": "1"}, {"CC": "/bin/false"}], ids=["pure", "no compiler"])
def test_the_package_installs_and_plays_without_kernels(settings, tmp_path):
    source, site = tmp_path / "source", tmp_path / "site"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, source / name)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
    subprocess.run([*install, str(site), str(source)], check=True, capture_output=True, env={**os.environ, **settings}, timeout=300)
    assert not list(site.rglob("*.so"))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(site), "NO_COLOR": "1"}
        return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)

    used = run("-c", USE)
    assert used.stderr == ""
    assert used.stdout.splitlines() == [
        "32",
        "Pas de noyau compilé pour « makyek » : installez Tablier avec un compilateur C et sans TABLIER_PURE.",
    ]
    arena = ("-m", "tablier", "arena", "--game", "achef", "--games", "2", "--workers", "1")
    match = run(*arena, "level:1", "random")
    assert (match.returncode, match.stderr) == (0, ""), "the engine over the law plays matches too"
    sampled = run(*arena, "mcts:10", "random")
    assert sampled.returncode == 1
    assert "C compiler" in sampled.stderr + sampled.stdout or "compilateur C" in sampled.stderr + sampled.stdout
    assert "Traceback" not in sampled.stderr
    counted = run("-m", "tablier", "perft", "makyek", "2")
    assert (counted.returncode, counted.stderr) == (0, "")
    assert "1008" in counted.stdout.replace("\u202f", "").replace(" ", "").replace(",", "")

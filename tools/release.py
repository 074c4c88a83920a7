"""Builds and tags a release, or says why this commit cannot be one; `make release` calls it. Nothing leaves this machine."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def git(*words: str) -> str:
    """What git prints."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def version() -> str:
    """The version of the sources."""
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "src/tablier/__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise SystemExit("src/tablier/__init__.py does not say __version__.")
    return found[1]


def problems(wanted: str) -> list[str]:
    """Everything that speaks against a release of this commit."""
    found = []
    if changed := git("status", "--porcelain"):
        found.append(f"These files are not committed:\n{changed}")
    heading = re.search(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    latest = heading[1] if heading else "nothing"
    if "unreleased" in latest.lower():
        found.append(f"CHANGELOG.md begins with '{latest}' (unreleased): write '## {wanted} (YYYY-MM-DD)'.")
    elif latest.split()[0] != wanted:
        found.append(f"CHANGELOG.md begins with '{latest}', src/tablier/__init__.py says {wanted}.")
    if f"v{wanted}" in git("tag", "--list").split():
        found.append(f"There is a tag v{wanted} already: raise __version__ in src/tablier/__init__.py.")
    return found


def main() -> None:
    """Check, test, build, tag, and say what is left to do."""
    wanted = version()
    if against := problems(wanted):
        raise SystemExit("\n".join((f"{wanted} cannot be released from here.", *against)))
    for target in ("test", "packages"):
        subprocess.run(["make", target], cwd=ROOT, check=True)
    git("tag", "--annotate", f"v{wanted}", "--message", f"Tablier {wanted}")
    print(f"== Tablier {wanted} is tagged and its packages are in dist. Push the tag, and CI builds the wheels of every platform.")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(error.cmd)} failed.{' ' + error.stderr if error.stderr else ''}")

"""Print the line coverage of the last test run, one line per package."""

import sys
from collections import Counter
from pathlib import Path

from coverage import Coverage

DEEPER = {"server", "games", "cli", "search"}
"""Packages whose parts are told apart."""


def package_of(path: Path) -> str:
    """The package that a file is counted under, such as `core` or `server.tables`."""
    *folders, _ = path.parts
    return ".".join(folders[: 2 if folders[:1] and folders[0] in DEEPER else 1]) or path.stem


def summary(data: Coverage, root: Path) -> list[tuple[str, int, int]]:
    """Package, lines, lines that ran; in alphabetical order."""
    lines, missed = Counter[str](), Counter[str]()
    for file in root.rglob("*.py"):
        _, statements, _, missing, _ = data.analysis2(str(file))
        package = package_of(file.relative_to(root))
        lines[package] += len(statements)
        missed[package] += len(missing)
    return [(package, count, count - missed[package]) for package, count in sorted(lines.items()) if count]


def main() -> None:
    """Print the table and its total."""
    data = Coverage()
    data.load()
    rows = summary(data, Path("src/tablier").resolve())
    total = ("total", sum(lines for _, lines, _ in rows), sum(ran for _, _, ran in rows))
    for package, lines, ran in (*rows, total):
        print(f"{package:<20} {lines:>6} lines {100 * ran / lines:>4.0f} %")
    if sys.version_info < (3, 12):
        print("Before Python 3.12 tests/conftest.py has only a part of the tests measured; server processes never are.")


if __name__ == "__main__":
    main()

"""The `tablier` command."""

from tablier.games import games


def main() -> None:
    """List the collection."""
    for name, cls in games().items():
        print(f"{name:10} {cls.info.name.fr}: {cls.info.summary.fr}")

"""The `tablier` command, also as `python -m tablier`."""

import sys

from tablier import __version__


def main() -> None:
    """Answer `--version` at once; everything else needs the packages of the `cli` extra."""
    if sys.argv[1:] == ["--version"]:
        print(__version__)
        return
    try:
        from tablier.cli.main import main as run
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("typer", "rich"):
            raise
        sys.exit(f"Il manque {missing} : pip install 'tablier[cli]'. / {missing} is missing: pip install 'tablier[cli]'.")
    run()


if __name__ == "__main__":
    main()

"""`python -m tablier` is the `tablier` command."""

from tablier.cli.main import main

if __name__ == "__main__":
    main()

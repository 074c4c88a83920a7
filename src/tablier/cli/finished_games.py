"""Finished games from where they are kept: record files, folders of them, and the public archives of servers."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from tablier.cli.errors import client_required
from tablier.cli.records import open_records
from tablier.cli.view import AnyMatch
from tablier.core.errors import BadRecord

SERVERS = ("http://", "https://")
MOST_PAGES = 500
"""Pages of an archive that a server shows."""


def finished_games(sources: Sequence[str], game: str) -> Iterator[AnyMatch]:
    """The games of files, folders and servers, one after the other, each read when it is asked for."""
    for source in sources:
        if source.startswith(SERVERS):
            yield from _of_server(source, game)
        else:
            path = Path(source).expanduser()
            for file in sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else (path,):
                with open_records(str(file)) as records:
                    yield from (annotated.match for annotated in records.games())


def _of_server(address: str, game: str) -> Iterator[AnyMatch]:
    """The finished public games of a server, the latest first; those by rules that are not known here are left out."""
    with client_required():
        from tablier.client import Client
    with Client(address) as client:
        for page in range(MOST_PAGES):
            tables = client.archive(game, page=page)
            for table in tables:
                with contextlib.suppress(BadRecord):
                    yield client.match(table.id)
            if not tables:
                return

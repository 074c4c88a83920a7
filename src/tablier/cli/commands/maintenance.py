"""`tablier backup`, `restore` and `audit`: maintenance of a server's database."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from tablier.cli.arguments import DatabaseUrl, LangOption, ServerFolder, argument, option, view_of
from tablier.cli.commands.serve import server_required
from tablier.cli.errors import DIFFERS, INTERRUPTED
from tablier.cli.language import format_text
from tablier.cli.messages import common
from tablier.cli.messages import hosting as m
from tablier.cli.progress import ProgressLine
from tablier.cli.view import View
from tablier.core.text import Text

BackupFile = Annotated[str, argument(common.META_FILE, m.ARG_BACKUP)]
AfterTable = Annotated[str, option("--after", m.OPT_AFTER, "ID")]
Copy = Callable[[str, Path, Callable[[int, int], None]], Coroutine[Any, Any, int]]


def backup(
    context: typer.Context, file: BackupFile, folder: ServerFolder = "", database: DatabaseUrl = "", lang: LangOption = None
) -> None:
    """Copy the database to a file."""
    with server_required():
        from tablier.server.ops.backup import backup as copy
    _copy(view_of(context, lang), copy, _database_url(folder, database), file, m.BACKED_UP)


def restore(
    context: typer.Context, file: BackupFile, folder: ServerFolder = "", database: DatabaseUrl = "", lang: LangOption = None
) -> None:
    """Copy a backup into an empty database."""
    with server_required():
        from tablier.server.ops.restore import restore as copy
    _copy(view_of(context, lang), copy, _database_url(folder, database), file, m.RESTORED)


def _copy(view: View, copy: Copy, url: str, file: str, done_message: Text) -> None:
    with ProgressLine() as progress:

        def report(done: int, rows: int) -> None:
            progress.show(format_text(m.ROWS_DONE, view.lang, done=done, rows=rows))

        rows = asyncio.run(copy(url, Path(file), report))
    view.print_message(done_message, file=file, rows=rows)


def audit(
    context: typer.Context, after: AfterTable = "", folder: ServerFolder = "", database: DatabaseUrl = "", lang: LangOption = None
) -> None:
    """Replay every stored game by the present rules."""
    view = view_of(context, lang)
    with server_required():
        from tablier.server.ops.audit import audit as replay_all
        from tablier.server.ops.backup import require_database
        from tablier.server.storage.database import Database
    url = _database_url(folder, database)
    require_database(url)
    last, tables, differences = after, 0, 0

    async def run() -> None:
        nonlocal last, tables, differences
        stored = Database(url)
        try:
            async for audited in replay_all(stored, after):
                for found in audited.differences:
                    progress.clear()
                    view.print_message(m.AUDIT_DIFFERS, "red", table=found.table, version=found.version, what=found.what)
                last, tables, differences = audited.table, audited.done, differences + len(audited.differences)
                progress.show(format_text(m.AUDITING, view.lang, done=audited.done, tables=audited.tables))
        finally:
            await stored.close()

    with ProgressLine() as progress:
        try:
            asyncio.run(run())
        except KeyboardInterrupt:
            progress.clear()
            view.print_message(m.AUDIT_GOES_ON, last=last)
            raise typer.Exit(INTERRUPTED) from None
    view.print_message(m.AUDITED, "bold red" if differences else "bold green", tables=tables, differences=differences)
    if differences:
        raise typer.Exit(DIFFERS)


def _database_url(folder: str, database: str) -> str:
    """The URL of the database that `tablier serve` would use."""
    from tablier.server.settings import Settings, default_folder

    path = Path(folder) if folder else default_folder()
    if not database:
        path.mkdir(parents=True, exist_ok=True)
    return Settings(path, database).database_url

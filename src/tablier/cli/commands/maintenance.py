"""`tablier backup`, `restore` and `audit`: what a host does with what is kept."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli import messages as m
from tablier.cli.arguments import LangChoice, view_of
from tablier.cli.commands.law import INTERRUPTED
from tablier.cli.commands.serve import DatabaseUrl, Folder, server_installed
from tablier.cli.commands.verify_dice import DIFFERS
from tablier.cli.language import phrase
from tablier.cli.progress import Notice
from tablier.cli.table.view import View

if TYPE_CHECKING:
    from collections.abc import Callable

BackupFile = Annotated[str, typer.Argument(metavar=m.META_FILE.fr, help=m.ARG_BACKUP.fr, show_default=False)]
After = Annotated[str, typer.Option("--after", metavar="ID", help=m.OPT_AFTER.fr, show_default=False)]


def backup(context: typer.Context, file: BackupFile, folder: Folder = "", database: DatabaseUrl = "", lang: LangChoice = None) -> None:
    """Copy everything that is kept into a file."""
    view, notice = view_of(context, lang), Notice()
    with server_installed():
        from tablier.server.ops.backup import backup as make
    try:
        rows = asyncio.run(make(_url(folder, database), Path(file), _telling(view, notice)))
    finally:
        notice.clear()
    view.tell(m.BACKED_UP, file=file, rows=rows)


def restore(context: typer.Context, file: BackupFile, folder: Folder = "", database: DatabaseUrl = "", lang: LangChoice = None) -> None:
    """Bring a backup back into an empty database."""
    view, notice = view_of(context, lang), Notice()
    with server_installed():
        from tablier.server.ops.backup import restore as bring_back
    try:
        rows = asyncio.run(bring_back(_url(folder, database), Path(file), _telling(view, notice)))
    finally:
        notice.clear()
    view.tell(m.RESTORED, file=file, rows=rows)


def audit(context: typer.Context, after: After = "", folder: Folder = "", database: DatabaseUrl = "", lang: LangChoice = None) -> None:
    """Replay every stored game against today's rules."""
    view = view_of(context, lang)
    with server_installed():
        from tablier.server.ops.audit import audit as replay_all
        from tablier.server.ops.backup import require_database
        from tablier.server.storage.database import Database
    url, notice = _url(folder, database), Notice()
    require_database(url)
    last, counts = after, [0, 0]

    async def run() -> None:
        nonlocal last
        kept = Database(url)
        try:
            async for seen in replay_all(kept, after):
                for one in seen.differences:
                    notice.clear()
                    view.tell(m.AUDIT_DIFFERS, "red", table=one.table, version=one.version, what=one.what)
                last = seen.table
                counts[0], counts[1] = seen.done, counts[1] + len(seen.differences)
                notice.show(phrase(m.AUDITING, view.lang, done=seen.done, tables=seen.tables))
        finally:
            await kept.close()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        notice.clear()
        view.tell(m.AUDIT_GOES_ON, last=last)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        notice.clear()
    view.tell(m.AUDITED, "bold red" if counts[1] else "bold green", tables=counts[0], differences=counts[1])
    if counts[1]:
        raise typer.Exit(DIFFERS)


def _url(folder: str, database: str) -> str:
    """The address of the database, chosen as `tablier serve` chooses it."""
    from tablier.server.settings import Settings, default_folder

    place = Path(folder) if folder else default_folder()
    if not database:
        place.mkdir(parents=True, exist_ok=True)
    return Settings(place, database).database_url


def _telling(view: View, notice: Notice) -> "Callable[[int, int], None]":
    return lambda done, rows: notice.show(phrase(m.ROWS_DONE, view.lang, done=done, rows=rows))

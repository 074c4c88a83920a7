"""`tablier worker`: engines for a server elsewhere."""

import os
from typing import Annotated

import typer

from tablier.cli import messages as m
from tablier.cli.arguments import LangChoice, view_of
from tablier.cli.commands.serve import WORKER_TOKEN, server_installed
from tablier.cli.language import fault

ServerUrl = Annotated[str, typer.Option("--server", metavar="URL", help=m.OPT_SERVER.fr, show_default=False)]
Token = Annotated[str, typer.Option("--token", metavar="TOKEN", help=m.OPT_TOKEN.fr, show_default=False)]
WorkerName = Annotated[str, typer.Option("--name", metavar=m.META_NAME.fr, help=m.OPT_WORKER_NAME.fr, show_default=False)]


def worker(context: typer.Context, server: ServerUrl, token: Token = "", name: WorkerName = "", lang: LangChoice = None) -> None:
    """Think for a server, one job at a time, until told to stop."""
    view = view_of(context, lang)
    with server_installed():
        from tablier.server.engines.worker import run_worker
    if not server.startswith(("http://", "https://")):
        raise fault(m.SERVER_FORM, server=server[:80])
    token = token or os.environ.get(WORKER_TOKEN, "")
    if not token:
        raise fault(m.TOKEN_MISSING, variable=WORKER_TOKEN)
    view.tell(m.WORKING, server=server)
    run_worker(server, token, name)

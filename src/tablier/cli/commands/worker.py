"""`tablier worker`: an engine worker for a server on another machine."""

import os
from typing import Annotated

import typer

from tablier.cli.arguments import LangOption, option, view_of
from tablier.cli.commands.serve import WORKER_TOKEN, server_required
from tablier.cli.language import user_error
from tablier.cli.messages import hosting as m

ServerUrl = Annotated[str, option("--server", m.OPT_SERVER, "URL")]
Token = Annotated[str, option("--token", m.OPT_TOKEN, "TOKEN")]
WorkerName = Annotated[str, option("--name", m.OPT_WORKER_NAME, m.META_NAME)]


def worker(context: typer.Context, server: ServerUrl, token: Token = "", name: WorkerName = "", lang: LangOption = None) -> None:
    """Answer the jobs of a server until stopped."""
    view = view_of(context, lang)
    with server_required():
        from tablier.server.engines.worker import run_worker
    if not server.startswith(("http://", "https://")):
        raise user_error(m.SERVER_FORM, server=server[:80])
    token = token or os.environ.get(WORKER_TOKEN, "")
    if not token:
        raise user_error(m.TOKEN_MISSING, variable=WORKER_TOKEN)
    view.print_message(m.WORKING, server=server)
    run_worker(server, token, name)

"""`tablier serve`: the library in the browser."""

import asyncio
import contextlib
import os
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from tablier.cli import messages as m
from tablier.cli.arguments import LangChoice, view_of
from tablier.cli.language import fault

WORKER_TOKEN, METRICS_TOKEN, RATE = "TABLIER_WORKER_TOKEN", "TABLIER_METRICS_TOKEN", "TABLIER_RATE"
PROXIES = "TABLIER_PROXIES"

Folder = Annotated[str, typer.Option("--folder", metavar="DIR", help=m.OPT_FOLDER.fr, show_default=False)]
DatabaseUrl = Annotated[str, typer.Option("--database", metavar="URL", help=m.OPT_DATABASE.fr, show_default=False)]
BusUrl = Annotated[str, typer.Option("--bus", metavar="URL", help=m.OPT_BUS.fr, show_default=False)]
Host = Annotated[str, typer.Option("--host", metavar="HOST", help=m.OPT_HOST.fr, show_default=False)]
Port = Annotated[int, typer.Option("--port", min=1, max=65535, metavar="N", help=m.OPT_PORT.fr, show_default=False)]
PublicUrl = Annotated[str, typer.Option("--public-url", metavar="URL", help=m.OPT_PUBLIC_URL.fr, show_default=False)]
EngineProcesses = Annotated[int | None, typer.Option("--engines", min=0, max=256, metavar="N", help=m.OPT_ENGINES.fr, show_default=False)]
OpenBrowser = Annotated[bool, typer.Option("--open", help=m.OPT_OPEN.fr, show_default=False)]


@contextlib.contextmanager
def server_installed() -> Iterator[None]:
    """Say plainly when the packages of the server are missing."""
    try:
        yield
    except ImportError as error:
        raise fault(m.NO_SERVER, package=error.name or "?") from error


def serve(
    context: typer.Context,
    folder: Folder = "",
    database: DatabaseUrl = "",
    bus: BusUrl = "",
    host: Host = "127.0.0.1",
    port: Port = 8000,
    public_url: PublicUrl = "",
    engines: EngineProcesses = None,
    open_browser: OpenBrowser = False,
    lang: LangChoice = None,
) -> None:
    """Open the library in the browser."""
    view = view_of(context, lang)
    with server_installed():
        from uvloop import new_event_loop

        from tablier.server.main import serve as run
        from tablier.server.settings import Quotas, Settings, default_folder
    settings = Settings(
        Path(folder) if folder else default_folder(),
        database,
        bus,
        host,
        port,
        public_url,
        workers=max(1, (os.cpu_count() or 2) - 1) if engines is None else engines,
        worker_token=os.environ.get(WORKER_TOKEN, ""),
        metrics_token=os.environ.get(METRICS_TOKEN, ""),
        trusted_proxies=os.environ.get(PROXIES, "127.0.0.1"),
        quotas=Quotas(rate=_rate()),
    )

    def opened() -> None:
        view.tell(m.SERVING, address=settings.address, kept=settings.folder if not database else database.partition("://")[0])
        if open_browser:
            webbrowser.open(settings.address)

    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(run(settings, opened))


def _rate() -> float:
    """How much more often than usual a visitor may ask: 2 for twice as often, 0 for no limit at all."""
    given = os.environ.get(RATE, "1")
    try:
        rate = float(given)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1_000:
        raise fault(m.BAD_RATE, name=RATE, given=given[:20])
    return rate

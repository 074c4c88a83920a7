"""`tablier serve`: the server."""

import asyncio
import contextlib
import os
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.arguments import DatabaseUrl, LangOption, ServerFolder, option, view_of
from tablier.cli.language import user_error
from tablier.cli.messages import hosting as m

WORKER_TOKEN, METRICS_TOKEN, RATE = "TABLIER_WORKER_TOKEN", "TABLIER_METRICS_TOKEN", "TABLIER_RATE"
PROXIES = "TABLIER_PROXIES"

BusUrl = Annotated[str, option("--bus", m.OPT_BUS, "URL")]
Host = Annotated[str, option("--host", m.OPT_HOST, "HOST")]
Port = Annotated[int, option("--port", m.OPT_PORT, "N", min=1, max=65535)]
PublicUrl = Annotated[str, option("--public-url", m.OPT_PUBLIC_URL, "URL")]
EngineProcesses = Annotated[int | None, option("--engines", m.OPT_ENGINES, "N", min=0, max=256)]
OpenBrowser = Annotated[bool, option("--open", m.OPT_OPEN)]


@contextlib.contextmanager
def server_required() -> Iterator[None]:
    """Import the server inside; a user error names a missing package."""
    try:
        yield
    except ImportError as error:
        raise user_error(m.NO_SERVER, package=error.name or "?") from error


def serve(
    context: typer.Context,
    folder: ServerFolder = "",
    database: DatabaseUrl = "",
    bus: BusUrl = "",
    host: Host = "127.0.0.1",
    port: Port = 8000,
    public_url: PublicUrl = "",
    engines: EngineProcesses = None,
    open_browser: OpenBrowser = False,
    lang: LangOption = None,
) -> None:
    """Open the library in the browser."""
    view = view_of(context, lang)
    with server_required():
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
        trusted_proxies=os.environ.get(PROXIES, ""),
        quotas=Quotas(rate=_rate()),
    )

    def announce() -> None:
        view.print_message(m.SERVING, address=settings.address, kept=settings.folder if not database else database.partition("://")[0])
        if open_browser:
            webbrowser.open(settings.address)

    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(run(settings, announce))


def _rate() -> float:
    """The factor of all rate limits: 2 allows twice as much, 0 removes them."""
    given = os.environ.get(RATE, "1")
    try:
        rate = float(given)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1_000:
        raise user_error(m.BAD_RATE, name=RATE, given=given[:20])
    return rate

"""Logs, one event a line: JSON for machines, colours for a person at a terminal. Each line tells whose request it belongs to."""

import logging
import os
import random
import re
import sys
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.tracebacks import ExceptionDictTransformer
from structlog.types import EventDict, Processor

from tablier.core.errors import TablierError
from tablier.core.text import Text

if TYPE_CHECKING:
    from tablier.server.ops.metrics import Metrics

LEVEL_VARIABLE = "TABLIER_LOG"
LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
REQUEST_HEADER = "X-Request-ID"
REQUEST_ID = re.compile(r"[A-Za-z0-9_.:\-]{8,64}")
REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The request or socket on whose behalf something is done."""

log = structlog.get_logger("tablier.http")


def configure(stream: TextIO = sys.stderr) -> None:
    """Send everything that this process has to say to a stream, other libraries' errors too."""
    person = stream.isatty()
    level = _level("warning" if person else "info")
    shared: list[Processor] = [_with_request, structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
    # Where an error came from, and never the values it came with: one of them may be somebody's password.
    drawn: list[Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.RichTracebackFormatter(show_locals=False))]
        if person
        else [structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)), structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*shared, *drawn],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name, structlog.stdlib.ExtraAdder()],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *drawn],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(level, logging.WARNING))  # what libraries tell beyond that we tell ourselves, once


def _level(default: str) -> int:
    word = os.environ.get(LEVEL_VARIABLE, "").lower() or default
    if word not in LEVELS:
        known = ", ".join(LEVELS)
        raise TablierError(Text(f"{LEVEL_VARIABLE} : {known}.", f"{LEVEL_VARIABLE}: {known}."))
    return LEVELS[word]


def _with_request(_logger: Any, _method: str, event: EventDict) -> EventDict:
    request = REQUEST.get()
    if request:
        event.setdefault("request", request)
    return event


class RequestLogging:
    """The outermost layer: gives each request its name, counts it, and writes one line about it. Sockets get a name, too."""

    def __init__(self, app: ASGIApp, metrics: "Metrics") -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(REQUEST_HEADER, "")
        request = given if REQUEST_ID.fullmatch(given) else f"{random.getrandbits(64):016x}"
        REQUEST.set(request)
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_HEADER] = request
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            endpoint = getattr(scope.get("route"), "path", "")  # not the address, which may hold an invitation
            self.metrics.requested(scope["method"], endpoint, status)
            milliseconds = round((time.perf_counter() - begun) * 1000, 1)
            log.info("request", method=scope["method"], endpoint=endpoint, status=status, ms=milliseconds, **_table(scope))


def _table(scope: Scope) -> dict[str, str]:
    table = scope.get("path_params", {}).get("table")
    return {"table": table} if table else {}

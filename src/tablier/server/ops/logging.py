"""Logs, one event a line: JSON, or colours at a terminal. Each line holds the id of the request it belongs to."""

import logging
import os
import random
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO, cast

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.tracebacks import ExceptionDictTransformer
from structlog.types import EventDict, Processor

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.request_id import REQUEST

LEVEL_VARIABLE = "TABLIER_LOG"
LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
REQUEST_HEADER = "X-Request-ID"
REQUEST_ID = re.compile(r"[A-Za-z0-9_.:\-]{8,64}")
"""The id of the request or socket that is being served."""

log = structlog.get_logger("tablier.http")


def configure(stream: TextIO | None = None) -> None:
    """Write the logs of this process to a stream, the standard error by default, other libraries' errors too."""
    stream = stream or sys.stderr
    terminal = stream.isatty()
    level = _level("warning" if terminal else "info")
    shared: list[Processor] = [_with_request, structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
    # No local variables in tracebacks: one of them may be a password.
    rendered: list[Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.RichTracebackFormatter(show_locals=False))]
        if terminal
        else [structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)), structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*shared, *rendered],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, LossyStream(stream))),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name, structlog.stdlib.ExtraAdder()],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendered],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(level, logging.WARNING))  # requests are logged here, once


class LossyStream:
    """A stream that drops what cannot be written: a log on a full disk, or closed, must not make requests fail."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write a text, if that is possible."""
        with suppress(OSError, ValueError):
            self._stream.write(text)

    def flush(self) -> None:
        """Write what is buffered, if that is possible."""
        with suppress(OSError, ValueError):
            self._stream.flush()


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
    """The outermost middleware: gives each request and socket an id; logs requests and reports them as (method, endpoint, status)."""

    def __init__(self, app: ASGIApp, requested: Callable[[str, str, int], None]) -> None:
        self.app, self.requested = app, requested

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
        started, status = time.perf_counter(), 500

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_HEADER] = request
            await send(message)

        try:
            await self.app(scope, receive, send_noting_status)
        finally:
            endpoint = getattr(scope.get("route"), "path", "")  # not the URL, which may hold an invitation code
            self.requested(scope["method"], endpoint, status)
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            log.info("request", method=scope["method"], endpoint=endpoint, status=status, ms=milliseconds, **_table(scope))


def _table(scope: Scope) -> dict[str, str]:
    table = scope.get("path_params", {}).get("table")
    return {"table": table} if table else {}

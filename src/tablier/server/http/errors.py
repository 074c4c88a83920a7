"""Turns exceptions into responses."""

import sqlite3
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, TimeoutError
from starlette.requests import Request
from starlette.responses import Response

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.errors import Problem, problem_of
from tablier.server.storage.log import AppendFailed

log = structlog.get_logger("tablier.http")
UNAVAILABLE_ERRORS = (AppendFailed, OperationalError, InterfaceError, TimeoutError, sqlite3.OperationalError, OSError)
"""What storage raises while the database is away, or its disk is full."""
UNAVAILABLE = Text(
    "Rien n'a pu être lu ou écrit pour le moment ; rien n'a changé. Réessayez dans un instant.",
    "Nothing can be read or written just now; nothing has changed. Try again in a moment.",
)
RETRY = 5
OUR_FAULT = Text("L'erreur vient de nous ; elle est notée.", "The error is ours; it has been noted.")


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


def problem_response(problem: Problem) -> Response:
    """The response that states a problem."""
    body = problem.body
    return json_response(body, problem.status, {"Retry-After": str(body.retry)} if body.retry else None)


def error_response(error: Exception, request: Request) -> Response:
    """The response to a request that failed. What is no problem, error of the library or failure
    of storage is a bug: logged, and answered 500."""
    if isinstance(error, TablierError):
        return problem_response(problem_of(error))
    if isinstance(error, Problem):
        return problem_response(error)
    if isinstance(error, UNAVAILABLE_ERRORS) or type(error) is DBAPIError:  # the latter is how a full disk of PostgreSQL appears
        log.error("request.unavailable", method=request.method, error=" ".join(str(error).split())[:200])
        return problem_response(Problem(503, "unavailable", UNAVAILABLE, retry=RETRY))
    log.error("request.failed", method=request.method, path=request.url.path, exc_info=error)
    return problem_response(Problem(500, "our_fault", OUR_FAULT))

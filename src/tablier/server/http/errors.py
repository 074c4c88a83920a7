"""Turns exceptions into responses."""

from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from starlette.requests import Request
from starlette.responses import Response

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.errors import Problem, problem_of

log = structlog.get_logger("tablier.http")
OUR_FAULT = Text("Une erreur de notre part ; elle est notée.", "An error of ours; it is noted.")


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


def problem_response(problem: Problem) -> Response:
    """The response that states a problem."""
    body = problem.body
    return json_response(body, problem.status, {"Retry-After": str(body.retry)} if body.retry else None)


def error_response(error: Exception, request: Request) -> Response:
    """The response to a request that failed. What is neither a problem nor an error of the library is a bug: logged, and answered 500."""
    if isinstance(error, TablierError):
        return problem_response(problem_of(error))
    if isinstance(error, Problem):
        return problem_response(error)
    log.error("request.failed", method=request.method, path=request.url.path, exc_info=error)
    return problem_response(Problem(500, "our_fault", OUR_FAULT))

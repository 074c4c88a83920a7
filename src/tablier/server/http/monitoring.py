"""/health, /ready and /metrics."""

import hmac
import ipaddress
from collections.abc import Awaitable, Callable

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.errors import problem_response
from tablier.server.people.auth import bearer_of

FORWARDED = ("x-forwarded-for", "forwarded", "via")
FORBIDDEN = Text(
    "Les mesures ne se lisent que sur cette machine, ou avec leur jeton.", "The metrics are read on this machine only, or with their token."
)


def monitoring_routes(trouble: Callable[[], Awaitable[str]], metrics: Callable[[], Awaitable[bytes]], token: str) -> list[Route]:
    """The routes for load balancers and Prometheus.

    `trouble` says why the process is not ready, or "" when it is; `token` lets other machines read the metrics.
    """

    async def show_health(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def show_ready(request: Request) -> Response:
        why = await trouble()
        return PlainTextResponse(f"not ready: {why}\n" if why else "ready\n", 503 if why else 200)

    async def show_metrics(request: Request) -> Response:
        if not may_read_metrics(request, token):
            return problem_response(Problem(403, "forbidden", FORBIDDEN))
        return Response(await metrics(), media_type=CONTENT_TYPE_LATEST)

    return [Route("/health", show_health), Route("/ready", show_ready), Route("/metrics", show_metrics)]


def may_read_metrics(connection: HTTPConnection, token: str) -> bool:
    """Whether a request shows the token, or comes from this machine and was not forwarded by a proxy."""
    shown = bearer_of(connection.headers)
    if token and shown is not None:
        return hmac.compare_digest(shown.encode(), token.encode())
    forwarded = any(name in connection.headers for name in FORWARDED)
    return connection.client is not None and _is_loopback(connection.client.host) and not forwarded


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

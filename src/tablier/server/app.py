"""The ASGI application: endpoints found in `routes/`, the socket, and the pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.errors import problem_response
from tablier.server.http.routes import endpoints
from tablier.server.http.routing import route
from tablier.server.http.security import SOCKET, SecurityHeaders
from tablier.server.http.static import pages
from tablier.server.lifecycle import close_services, is_ready, open_services
from tablier.server.ops.logging import RequestLogging
from tablier.server.services import Services

NOT_FOR_YOU = Text(
    "Les mesures ne se lisent que sur cette machine, ou avec leur jeton.", "The metrics are read on this machine only, or with their token."
)
NOT_FOUND = Text("Il n'y a rien à cette adresse.", "There is nothing at this address.")


def make_app(services: Services) -> Starlette:
    """The application of one process."""
    parts = tuple(vars(services).values())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await open_services(services)
        try:
            yield
        finally:
            await close_services(services)

    async def missing(request: Request) -> Response:
        return problem_response(Problem(404, "not_found", NOT_FOUND))

    async def health(request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def ready(request: Request) -> Response:
        good = await is_ready(services)
        return PlainTextResponse("ready\n" if good else "not ready\n", 200 if good else 503)

    async def metrics(request: Request) -> Response:
        if not services.metrics.may_read(request):
            return problem_response(Problem(403, "forbidden", NOT_FOR_YOU))
        return Response(await services.metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return Starlette(
        routes=[
            *(route(parts, endpoint) for endpoint in endpoints()),
            Route("/health", health),
            Route("/ready", ready),
            Route("/metrics", metrics),
            WebSocketRoute(SOCKET, services.sockets),
            Route("/api/{rest:path}", missing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
            *pages(services.cookies),
        ],
        middleware=[
            Middleware(RequestLogging, metrics=services.metrics),
            Middleware(SecurityHeaders, public_url=services.settings.public_url, sockets=services.sockets),
        ],
        lifespan=lifespan,
    )

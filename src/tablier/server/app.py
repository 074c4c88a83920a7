"""The ASGI application: endpoints found in `routes/`, the socket, and the pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.errors import problem_response
from tablier.server.http.monitoring import monitoring_routes
from tablier.server.http.routes import endpoints
from tablier.server.http.routing import route
from tablier.server.http.security import SOCKET, SecurityHeaders
from tablier.server.http.static import documentation, pages
from tablier.server.lifecycle import close_services, find_trouble, open_services
from tablier.server.ops.logging import RequestLogging
from tablier.server.services import Services

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

    return Starlette(
        routes=[
            *(route(parts, endpoint) for endpoint in endpoints()),
            *monitoring_routes(partial(find_trouble, services), services.metrics.text, services.settings.metrics_token),
            WebSocketRoute(SOCKET, services.sockets),
            Route("/api/{rest:path}", missing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
            *documentation(),
            *pages(services.cookies),
        ],
        middleware=[
            Middleware(RequestLogging, requested=services.metrics.requested),
            Middleware(SecurityHeaders, public_url=services.settings.public_url, sockets=services.sockets),
        ],
        lifespan=lifespan,
    )

"""Typed endpoints: what goes in and comes out is declared once, checked on the way in, and told to the world as OpenAPI."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tablier.core.errors import TablierError
from tablier.core.text import Text
from tablier.server.http.errors import Problem, problem_of

if TYPE_CHECKING:
    from tablier.server.people.auth import Identity
    from tablier.server.services import Services


log = structlog.get_logger("tablier.http")
NO_NULL = Text("Le caractère nul n'a de place dans aucun texte.", "The null character has no place in any text.")
OUR_FAULT = Text("Une erreur de notre part ; elle est notée.", "An error of ours; it is noted.")


@dataclass(frozen=True)
class Call:
    """One request: the services it came to, who asks, and the words of its address."""

    services: "Services"
    who: "Identity"
    path: Mapping[str, str]
    query: Mapping[str, str]
    request: Request


@dataclass(frozen=True)
class Endpoint:
    """A thing that can be asked for. `scope` is what an API token must allow; None for what everybody may do."""

    method: str
    path: str
    summary: str
    handler: Callable[..., Awaitable[Any]]
    body: Any = None
    returns: Any = None
    """What comes back; for a stream of several kinds of lines, a tuple of them."""
    query: tuple[str, ...] = ()
    scope: str | None = None
    status: int = 200
    media: str = "application/json"
    cost: float = 1.0
    """How much of a visitor's rate this takes."""


async def body_of(request: Request, largest: int) -> bytes:
    """The whole body, refused as soon as it grows too large."""
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > largest:
            raise Problem(413, "too_long", Text(f"Au plus {largest} octets.", f"At most {largest} bytes."))
        chunks.append(chunk)
    return b"".join(chunks)


def decoded(kind: Any, data: bytes) -> Any:
    """A body as the type that was declared for it."""
    if b"\\u0000" in data:
        raise Problem(422, "bad_request", NO_NULL)  # PostgreSQL keeps all texts but these
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise Problem(422, "bad_request", Text(f"Corps inattendu : {error}.", f"Unexpected body: {error}.")) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, "bad_request", Text(f"Ce n'est pas du JSON : {error}.", f"This is not JSON: {error}.")) from error


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, dict(headers or {}), media_type="application/json")


def trouble(problem: Problem) -> Response:
    """A refusal as JSON."""
    body = problem.body
    return answer(body, problem.status, {"Retry-After": str(body.retry)} if body.retry else None)


def route(services: "Services", endpoint: Endpoint) -> Route:
    """The endpoint as Starlette serves it."""

    async def serve(request: Request) -> Response:
        try:
            who = await services.auth.identify(request)
            services.auth.admit(request, who, endpoint)
            if any("\0" in word for word in (*request.path_params.values(), *request.query_params.values())):
                raise Problem(400, "bad_request", NO_NULL)
            call = Call(services, who, request.path_params, request.query_params, request)
            if endpoint.body is None:
                value = await endpoint.handler(call)
            else:
                _must_be_json(request)
                value = await endpoint.handler(call, decoded(endpoint.body, await body_of(request, services.settings.quotas.body)))
            response = value if isinstance(value, Response) else answer(value, endpoint.status)
            services.auth.greet(request, who, response)
        except TablierError as error:
            return trouble(problem_of(error))
        except Problem as problem:
            return trouble(problem)
        except ClientDisconnect:
            raise
        except Exception:
            log.exception("request.failed", method=endpoint.method, path=request.url.path)
            return trouble(Problem(500, "our_fault", OUR_FAULT))
        return response

    return Route(f"/api{endpoint.path}", serve, methods=[endpoint.method], name=f"{endpoint.method} {endpoint.path}")


def _must_be_json(request: Request) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        expected = "Content-Type: application/json"
        raise Problem(415, "bad_request", Text(f"{expected} est attendu.", f"{expected} is expected."))

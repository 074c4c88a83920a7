"""Endpoints: what a request and its response hold is declared once, checked on the way in, and published as OpenAPI."""

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.http.errors import error_response, json_response
from tablier.server.people.auth import Authenticator
from tablier.server.people.cookies import COOKIE
from tablier.server.people.identity import WORKER, Identity
from tablier.server.people.login_limits import DEVICE_COOKIE
from tablier.server.rate_limits import ADDRESS, PLAYER, RateLimits, address_of
from tablier.server.settings import Settings

Part = TypeVar("Part")

LAST_PAGE = 500
"""Lists are not paged further than this."""
NO_NULL = Text("Le caractère nul n'a de place dans aucun texte.", "The null character has no place in any text.")


@dataclass(frozen=True)
class Call:
    """One request: who asks, the parameters of its path and query, and the request itself."""

    who: Identity
    path: Mapping[str, str]
    query: Mapping[str, str]
    request: Request

    @property
    def address(self) -> str:
        """The address that the request is counted for."""
        return address_of(self.request)

    @property
    def agent(self) -> str:
        """The name of the browser."""
        return self.request.headers.get("user-agent", "")

    def number(self, name: str, largest: int = 999_999_999) -> int:
        """A number of the query, from 0 to `largest`; 0 when it is not given."""
        text = self.query.get(name, "0")
        if not (text.isascii() and text.isdecimal() and len(text) <= 9 and int(text) <= largest):
            raise Problem(422, "bad_request", Text(f"{name} : de 0 à {largest}.", f"{name}: from 0 to {largest}."))
        return int(text)

    @property
    def device(self) -> str:
        """The cookie of a browser in which an account was logged in before; empty without one."""
        return self.request.cookies.get(DEVICE_COOKIE, "")

    def set_cookie(self, cookie: str, device: str | None = None) -> None:
        """Give the browser other cookies with the response: from then on it is another player's."""
        self.request.state.cookies = {COOKIE: cookie} | ({DEVICE_COOKIE: device} if device else {})


@dataclass(frozen=True)
class Endpoint:
    """One operation of the HTTP API.

    The handler is called with the `Call`, the decoded body if `body` declares one, and a service for each further parameter, found by
    its annotated type: `async def create(call: Call, plan: TablePlan, tables: TableRegistry) -> TableView`. It returns a value of the
    type `returns`, which is sent as JSON, or a `Response`; it raises `Problem` to refuse.
    """

    method: str
    path: str
    """Below /api; `{names}` in braces are parameters, found in `Call.path`."""
    summary: str
    handler: Callable[..., Awaitable[Any]]
    body: Any = None
    """The type of the JSON body; None when there is none."""
    returns: Any = None
    """The type of the response; for a stream with lines of several types, a tuple of them."""
    query: tuple[str, ...] = ()
    """Names of the query parameters; `http.openapi.QUERIES` describes them."""
    scope: str | None = None
    """What an API token must allow; None for what needs no permission."""
    status: int = 200
    media: str = "application/json"
    cost: float = 1.0
    """What a request takes from the client's rate limit."""


def route(parts: Iterable[object], endpoint: Endpoint) -> Route:
    """The endpoint as Starlette serves it, its handler's services taken from `parts`; TypeError when one is not there."""
    parts = tuple(parts)
    auth, limits, largest = find_part(parts, Authenticator), find_part(parts, RateLimits), find_part(parts, Settings).quotas.body
    services = services_for(endpoint, parts)

    async def serve(request: Request) -> Response:
        try:
            who = await auth.identify(request)
            _admit(limits, request, who, endpoint)
            call = Call(who, request.path_params, request.query_params, request)
            body = () if endpoint.body is None else (await _read_body(request, endpoint.body, largest),)
            value = await endpoint.handler(call, *body, **services)
            response = value if isinstance(value, Response) else json_response(value, endpoint.status)
            cookies = getattr(request.state, "cookies", {COOKIE: auth.cookies.sign(who.player.id)} if who.fresh else {})
            for name, cookie in cookies.items():
                response.headers.append("set-cookie", auth.cookies.header(cookie, name))
        except ClientDisconnect:
            raise
        except Exception as error:
            return error_response(error, request)
        return response

    return Route(f"/api{endpoint.path}", serve, methods=[endpoint.method], name=f"{endpoint.method} {endpoint.path}")


def services_for(endpoint: Endpoint, parts: tuple[object, ...]) -> dict[str, object]:
    """The services that a handler asks for: a part for each parameter after the call and its body."""
    types = get_type_hints(endpoint.handler)
    given = 1 if endpoint.body is None else 2
    names = list(inspect.signature(endpoint.handler).parameters)[given:]
    try:
        return {name: find_part(parts, types[name]) for name in names}
    except TypeError as error:
        raise TypeError(f"{endpoint.method} {endpoint.path}: {error}") from error


def find_part(parts: tuple[object, ...], kind: type[Part]) -> Part:
    """The one part of this type."""
    found = [part for part in parts if isinstance(part, kind)]
    if len(found) != 1:
        raise TypeError(f"{len(found)} services are a {kind.__name__}")
    return found[0]


def _admit(limits: RateLimits, request: Request, who: Identity, endpoint: Endpoint) -> None:
    """Refuse what exceeds a rate limit, or the scopes of a token."""
    if who.player.id != WORKER.id:  # workers ask as often as there are jobs
        limits.charge(ADDRESS, address_of(request), endpoint.cost)
        if not who.fresh:
            limits.charge(PLAYER, who.player.id, endpoint.cost)
    if endpoint.scope is not None and not who.may(endpoint.scope):
        why = Text(f"Il faut un jeton qui permette « {endpoint.scope} ».", f"This takes a token that allows “{endpoint.scope}”.")
        raise Problem(403, "forbidden", why)


async def _read_body(request: Request, kind: Any, largest: int) -> Any:
    expected = "Content-Type: application/json"
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem(415, "bad_request", Text(f"{expected} est attendu.", f"{expected} is expected."))
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > largest:
            raise Problem(413, "too_long", Text(f"Au plus {largest} octets.", f"At most {largest} bytes."))
        chunks.append(chunk)
    return _decode(kind, b"".join(chunks))


def _decode(kind: Any, data: bytes) -> Any:
    if b"\\u0000" in data:
        raise Problem(422, "bad_request", NO_NULL)  # PostgreSQL stores all texts but these
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise Problem(422, "bad_request", Text(f"Corps inattendu : {error}.", f"Unexpected body: {error}.")) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, "bad_request", Text(f"Ce n'est pas du JSON : {error}.", f"This is not JSON: {error}.")) from error

"""The HTTP API described as OpenAPI 3.1, from the declarations that also serve it and the types that also travel."""

import re
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from tablier import __version__
from tablier.api.http import ErrorBody

REFERENCE = "#/components/schemas/{name}"

QUERIES: dict[str, tuple[dict[str, Any], str]] = {
    "code": ({"type": "string"}, "The code of an invitation, which opens a private table"),
    "game": ({"type": "string"}, "Only this game"),
    "mine": ({"type": "string"}, "Only games that one has played oneself"),
    "options": ({"type": "object", "additionalProperties": {"type": "string"}}, "The options of the game, each under its own name"),
    "page": ({"type": "integer", "minimum": 0, "maximum": 500}, "Which page, from 0"),
    "player": ({"type": "string"}, "Only games of this player"),
    "state": ({"enum": ["open", "playing"]}, "Tables that wait for players, or are being played"),
    "v": ({"type": "integer", "minimum": 0, "maximum": 999999999}, "The last version known"),
    "wait": ({"type": "integer", "minimum": 0, "maximum": 999999999}, "Seconds to wait until something happens"),
}
"""What the words of a query mean; a word that is not here is a text. An object is written as its members, `?quiet=40&…`."""

LINES = "application/x-ndjson"

SECURITY = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": "tablier", "description": "Given to every browser at its first visit"},
    "token": {"type": "http", "scheme": "bearer", "description": "A personal token, or that of the workers"},
}


class Declared(Protocol):
    """What is read of an endpoint."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def handler(self) -> Any: ...
    @property
    def body(self) -> Any: ...
    @property
    def returns(self) -> Any: ...
    @property
    def query(self) -> tuple[str, ...]: ...
    @property
    def scope(self) -> str | None: ...
    @property
    def status(self) -> int: ...
    @property
    def media(self) -> str: ...


def openapi(endpoints: Iterable[Declared]) -> dict[str, Any]:
    """The whole description."""
    declared = list(endpoints)
    kinds = [kind for endpoint in declared for kind in (endpoint.body, *_several(endpoint.returns)) if kind is not None]
    told, components = msgspec.json.schema_components([*kinds, ErrorBody], ref_template=REFERENCE)
    schemas = iter(told)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in declared:
        body = next(schemas) if endpoint.body is not None else None
        returns = [next(schemas) for kind in _several(endpoint.returns) if kind is not None]
        shape = {"anyOf": returns} if len(returns) > 1 else returns[0] if returns else {}
        paths.setdefault(f"/api{endpoint.path}", {})[endpoint.method.lower()] = _operation(endpoint, body, shape)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tablier", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SECURITY},
    }


def _several(returns: Any) -> tuple[Any, ...]:
    """What an endpoint returns: one kind, or a tuple of the kinds that the lines of a stream may have."""
    return returns if isinstance(returns, tuple) else (returns,)


def _operation(endpoint: Declared, body: Any, returns: Any) -> dict[str, Any]:
    done = "Lines of JSON, each of this kind; an empty one is a sign of life" if endpoint.media == LINES else "Done"
    group = endpoint.handler.__module__.rpartition(".")[2]
    operation: dict[str, Any] = {
        "operationId": f"{group}.{endpoint.handler.__name__}",
        "tags": [group],
        "summary": endpoint.summary,
        "description": (endpoint.handler.__doc__ or "").strip(),
        "parameters": _parameters(endpoint),
        "responses": {
            str(endpoint.status): {"description": done, "content": {endpoint.media: {"schema": returns}}},
            "4XX": _error_response("Refused: nothing has changed, and the body says why"),
            "5XX": _error_response("Not now, or an error of ours"),
        },
        "security": _security(endpoint.scope),
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def _error_response(description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": {"$ref": REFERENCE.format(name=ErrorBody.__name__)}}}}


def _parameters(endpoint: Declared) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters: list[dict[str, Any]] = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    for name in endpoint.query:
        schema, description = QUERIES.get(name, ({"type": "string"}, ""))
        spread = {"style": "form", "explode": True} if schema.get("type") == "object" else {}
        parameters.append({"name": name, "in": "query", "schema": schema, "description": description, **spread})
    return parameters


def _security(scope: str | None) -> list[dict[str, list[str]]]:
    """Who may ask: workers show a token, accounts come by cookie, and what guests may do anybody may."""
    if scope == "work":
        return [{"token": [scope]}]
    if scope == "account":
        return [{"cookie": []}]
    return [{}, {"cookie": []}, {"token": [scope] if scope else []}]

"""The description of the HTTP API as OpenAPI 3.1, made from the endpoints and the wire types."""

import inspect
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from tablier import __version__
from tablier.api.http import ErrorBody
from tablier.server.http.routing import Endpoint
from tablier.server.people.cookies import COOKIE

REFERENCE = "#/components/schemas/{name}"

QUERIES: dict[str, tuple[dict[str, Any], str]] = {
    "after": ({"type": "string"}, "Not this puzzle again"),
    "code": ({"type": "string"}, "The code of an invitation, which opens a private table"),
    "game": ({"type": "string"}, "Only this game"),
    "level": ({"type": "integer", "minimum": 0, "maximum": 9999}, "Only games of engines of this level, or people of this rating, or more"),
    "mine": ({"type": "string"}, "With 1: only games that you played"),
    "moves": ({"type": "string"}, "Moves from the opening or the position, with blanks between them"),
    "options": ({"type": "object", "additionalProperties": {"type": "string"}}, "The options of the game, each under its own name"),
    "page": ({"type": "integer", "minimum": 0, "maximum": 500}, "Which page, from 0"),
    "player": ({"type": "string"}, "Only games of this player"),
    "players": ({"enum": ["people", "engines", "mixed"]}, "Only games of people alone, of engines alone, or of people with engines"),
    "position": ({"type": "string"}, "A position as the game writes it"),
    "since": ({"type": "integer", "minimum": 0, "maximum": 999912}, "Only games that ended in this month or later: 202611"),
    "state": ({"enum": ["open", "playing"]}, "Tables that wait for players, or are being played"),
    "theme": ({"type": "string"}, "Only puzzles of this theme"),
    "v": ({"type": "integer", "minimum": 0, "maximum": 999999999}, "The last version known"),
    "wait": ({"type": "integer", "minimum": 0, "maximum": 999999999}, "Seconds to wait for an event"),
}
"""The types and descriptions of query parameters; one that is not here is a string. An object is written as its members, `?quiet=40&…`."""

JSON_LINES = "application/x-ndjson"

SECURITY = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "Given to every browser at its first visit"},
    "token": {"type": "http", "scheme": "bearer", "description": "A personal token, or that of the workers"},
}


def openapi(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The OpenAPI document of these endpoints."""
    endpoints = list(endpoints)
    kinds = [kind for endpoint in endpoints for kind in (endpoint.body, *_kinds(endpoint.returns)) if kind is not None]
    found, components = msgspec.json.schema_components([*kinds, ErrorBody], ref_template=REFERENCE)
    schemas = iter(found)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        body = next(schemas) if endpoint.body is not None else None
        returns = [next(schemas) for kind in _kinds(endpoint.returns) if kind is not None]
        shape = {"anyOf": returns} if len(returns) > 1 else returns[0] if returns else {}
        paths.setdefault(f"/api{endpoint.path}", {})[endpoint.method.lower()] = _operation(endpoint, body, shape)
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Tablier", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SECURITY},
    }
    _drop_closed_items(document)
    return document


def _drop_closed_items(schema: Any) -> None:
    """Drop `items: false` after `prefixItems`: generators of clients do not read it, and `maxItems` says the same."""
    if isinstance(schema, dict) and schema.get("items") is False and "maxItems" in schema:
        del schema["items"]
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        _drop_closed_items(inner)


def _kinds(returns: Any) -> tuple[Any, ...]:
    """The types an endpoint returns: one, or those of the lines of a stream."""
    return returns if isinstance(returns, tuple) else (returns,)


def _operation(endpoint: Endpoint, body: Any, returns: Any) -> dict[str, Any]:
    done = "Lines of JSON, each of this type; an empty line keeps the connection alive" if endpoint.media == JSON_LINES else "Done"
    group = endpoint.handler.__module__.rpartition(".")[2]
    operation: dict[str, Any] = {
        "operationId": f"{group}.{endpoint.handler.__name__}",
        "tags": [group],
        "summary": endpoint.summary,
        "description": inspect.getdoc(endpoint.handler) or "",
        "parameters": _parameters(endpoint),
        "responses": {
            str(endpoint.status): {"description": done, "content": {endpoint.media: {"schema": returns}}},
            "4XX": _error_response("Refused: nothing has changed; the body says why"),
            "5XX": _error_response("Not available now, or an error of the server"),
        },
        "security": _security(endpoint.scope),
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def _error_response(description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": {"$ref": REFERENCE.format(name=ErrorBody.__name__)}}}}


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters: list[dict[str, Any]] = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    for name in endpoint.query:
        schema, description = QUERIES.get(name, ({"type": "string"}, ""))
        spread = {"style": "form", "explode": True} if schema.get("type") == "object" else {}
        parameters.append({"name": name, "in": "query", "schema": schema, "description": description, **spread})
    return parameters


def _security(scope: str | None) -> list[dict[str, list[str]]]:
    """Workers need a token, accounts a cookie; the rest needs neither."""
    if scope == "work":
        return [{"token": [scope]}]
    if scope == "account":
        return [{"cookie": []}]
    return [{}, {"cookie": []}, {"token": [scope] if scope else []}]

"""The pages of the reference that are made of docstrings and of the OpenAPI description."""

import re
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, NamedTuple

import msgspec

from tablier import games
from tablier.server.http.openapi import openapi
from tablier.server.http.routes import endpoints

Schema = dict[str, Any]


class Part(NamedTuple):
    """A page of the reference: its title, what it is about, and the modules and classes whose docstrings it shows."""

    title: str
    about: str
    shown: tuple[str, ...]


GAMES = tuple(sorted({cls.__module__.removeprefix("tablier.") for cls in games().values() if cls.__module__.startswith("tablier.")}))
PARTS = {
    "law": Part(
        "The law",
        "The vocabulary in which every game is written, and what a game answers. [The public API](../reference/api.md) shows it at work.",
        ("games", *(f"core.{name}" for name in "game play law board scene actors match record errors text grid".split())),
    ),
    "games": Part("The games", "The class of each game: its options and what it adds to the law.", GAMES),
    "kernels": Part(
        "Kernels",
        "Compiled twins of the laws, for counting, random games and engines. [Write a kernel](../guides/write-a-kernel.md)",
        ("kernels", "kernels.kernel.Kernel", "kernels.kernel.Playouts"),
    ),
    "engines": Part(
        "Engines",
        "What finds a good move. [The engines](../guides/engines.md) shows them at work.",
        tuple(f"search.{name}" for name in "levels engine analysis explanation kernel_engine tree_engine mcts_engine law_engine".split()),
    ),
    "arena": Part(
        "Arena",
        "Matches between engines. [Measure an engine](../guides/measure-an-engine.md) shows them at work.",
        tuple(f"arena.{name}" for name in "runner players score elo sequential_test executors ray journal ladders game".split()),
    ),
    "environments": Part(
        "Environments",
        "Games as numbers. [Train an agent](../guides/train-an-agent.md) shows them at work.",
        (
            "environments",
            "environments.arrays",
            "environments.batch.Batch",
            *(f"adapters.{name}" for name in "pettingzoo gymnasium openspiel".split()),
        ),
    ),
    "client": Part("Client", "A program at a server's tables. [Write a bot](../guides/write-a-bot.md)", ("client.*",)),
}
ABSENT = "This version has no such module."


def pages() -> dict[str, str]:
    """The text of each page, by its path in the site."""
    return {**{f"api/{name}.md": _page(part) for name, part in PARTS.items()}, "api/http.md": http_page(openapi(endpoints()))}


def _page(part: Part) -> str:
    found = [name for shown in part.shown for name in _names(f"tablier.{shown}")]
    blocks = [f"::: {name}" for name in found] or [ABSENT]
    return "\n\n".join([f"# {part.title}", part.about, *blocks]) + "\n"


def _names(pattern: str) -> list[str]:
    """A name, or for a star a package with its modules; nothing where the package is not there."""
    package, star, _ = pattern.partition(".*")
    if not star:
        return [pattern]
    found = find_spec(package)
    if found is None:
        return []
    return [package, *(f"{package}.{module.name}" for module in iter_modules(found.submodule_search_locations))]


# -- HTTP ------------------------------------------------------------------------------------------


def http_page(document: Schema) -> str:
    """Every operation, then every type."""
    operations: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            operations.setdefault(operation["tags"][0], []).append(_operation(method.upper(), path, operation))
    intro = (
        "What pages, bots and workers ask of a server, made from the description that each server gives of itself at "
        "`/api/openapi.json`. [Write a bot](../guides/write-a-bot.md) shows it at work; [who may what](../guides/identity.md). "
        "What is refused is answered with an [ErrorBody](#errorbody)."
    )
    parts = ["# HTTP", intro]
    for tag, texts in operations.items():
        parts += [f"## {tag.replace('_', ' ').capitalize()}", *texts]
    schemas = document["components"]["schemas"]
    return "\n\n".join([*parts, "## Types", *(_type(name, schemas[name]) for name in sorted(schemas))]) + "\n"


def _operation(method: str, path: str, operation: Schema) -> str:
    parts = [f"### `{method} {path}`", operation["description"] or operation["summary"]]
    rows = [f"| `{one['name']}` | {one['in']} | {_kind(one['schema'])} | {one.get('description', '')} |" for one in operation["parameters"]]
    if rows:
        parts.append("\n".join(["| parameter | in | type | |", "|---|---|---|---|", *rows]))
    facts = [f"Needs: {_needs(operation['security'])}"]
    if body := operation.get("requestBody"):
        facts.append(f"Body: {_kind(_schema(body))}")
    status, answer = next(iter(operation["responses"].items()))
    media = next(iter(answer["content"]))
    facts.append(f"Answers {status}: {_kind(_schema(answer))}" + ("" if media == "application/json" else f" (`{media}`)"))
    return "\n\n".join([*parts, "\n".join(f"- {fact}" for fact in facts)])


def _needs(security: list[dict[str, list[str]]]) -> str:
    """The ways to be allowed: none, a cookie, a token with its scope."""
    ways = [f"a {name}" + (f" with `{'`, `'.join(scopes)}`" if scopes else "") for way in security for name, scopes in way.items()]
    return " or ".join(ways) if {} not in security else "nothing" + "".join(f", or {way}" for way in ways)


def _schema(holder: Schema) -> Schema:
    return next(iter(holder["content"].values()))["schema"]  # type: ignore[no-any-return]


def _type(name: str, schema: Schema) -> str:
    parts = [f"### {name}", schema.get("description", "")]
    if fields := schema.get("properties"):
        required = schema.get("required", [])
        rows = [f"| `{field}` | {_kind(kind)} | {_default(kind, field in required)} |" for field, kind in fields.items()]
        parts.append("\n".join(["| field | type | |", "|---|---|---|", *rows]))
    else:
        parts.append(_kind({key: value for key, value in schema.items() if key != "title"}))
    return "\n\n".join(part for part in parts if part)


def _default(kind: Schema, required: bool) -> str:
    return "required" if required else f"{_json(kind['default'])} if left out" if "default" in kind else "optional"


def _json(value: object) -> str:
    return f"`{msgspec.json.encode(value).decode()}`"


def _kind(schema: Schema) -> str:
    """A type in words, with links to those that have a name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{re.sub(r'[^a-z0-9_-]', '', name.lower())})"
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(_kind(choice) for choice in choices)
    if "enum" in schema:
        return " or ".join(_json(value) for value in schema["enum"])
    if "prefixItems" in schema:
        return "[" + ", ".join(_kind(item) for item in schema["prefixItems"]) + "]"
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {_kind(schema['items'])}" if isinstance(schema.get("items"), dict) else "list"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"map to {_kind(schema['additionalProperties'])}"
    return str(kind)

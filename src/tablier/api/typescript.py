"""The wire's types in TypeScript, so that the browser is checked against what the server sends.

python -m tablier.api.typescript > web/src/net/wire.gen.ts
"""

import ast
import importlib
import inspect
import json
import pkgutil
import sys
import types
import typing
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct
from msgspec import inspect as wire

import tablier.api
from tablier.api.challenges import DECLINE_REASONS
from tablier.api.messages import PHRASES
from tablier.render.shapes import PAINTS, PLAIN, Paint

PAINT = "Record<string, { fill: string; edge: string; mark: string }>"
HEADER = "// Written by `make wire` from the types in src/tablier/api. Do not edit.\n"


def typescript() -> str:
    """All of the wire's types, what can be said in any language and the colours of players, as one module."""
    modules = _modules()
    structs = [cls for module in modules for cls in _structs(module)]
    parts = [HEADER]
    parts += [_interface(cls) for cls in structs if not set(structs) & set(cls.__subclasses__())]
    parts += [f"export type {name} = {_type(wire.type_info(alias))};\n" for name, alias in _aliases(modules).items()]
    phrases = json.dumps(msgspec.to_builtins(PHRASES), ensure_ascii=False, indent=2)
    parts.append(f"/** What can be said at a table in any language. */\nexport const PHRASES: Record<string, WireText> = {phrases};\n")
    reasons = json.dumps(msgspec.to_builtins(DECLINE_REASONS), ensure_ascii=False, indent=2)
    parts.append(f"/** Why challenges are declined. */\nexport const DECLINE_REASONS: Record<DeclineReason, WireText> = {reasons};\n")
    paints = json.dumps({colour: _tones(paint) for colour, paint in {**PAINTS, "": PLAIN}.items()}, indent=2)
    parts.append(
        f'/** Of each colour, "" for any other: body, outline, and the path of its mark. */\nexport const PAINTS: {PAINT} = {paints};\n'
    )
    return "\n".join(parts)


def _tones(paint: Paint) -> dict[str, str]:
    return {"fill": paint.fill, "edge": paint.edge, "mark": paint.mark}


def _modules() -> list[ModuleType]:
    names = sorted(found.name for found in pkgutil.iter_modules(tablier.api.__path__))
    return [importlib.import_module(f"tablier.api.{name}") for name in names if name != "typescript"]


def _structs(module: ModuleType) -> Iterator[type[Struct]]:
    for value in vars(module).values():
        if inspect.isclass(value) and issubclass(value, Struct) and value.__module__ == module.__name__:
            yield value


def _aliases(modules: list[ModuleType]) -> dict[str, Any]:
    """The names that the modules themselves give to unions and to lists of words."""
    found = {name: getattr(module, name) for module in modules for name in _assigned(module)}
    named = {
        name: value
        for name, value in found.items()
        if isinstance(value, types.UnionType) or typing.get_origin(value) in (typing.Literal, typing.Union)
    }
    return dict(sorted(named.items()))


def _assigned(module: ModuleType) -> Iterator[str]:
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.Assign):
            yield from (target.id for target in statement.targets if isinstance(target, ast.Name) and not target.id.startswith("_"))


def _interface(cls: type[Struct]) -> str:
    info = wire.type_info(cls)
    assert isinstance(info, wire.StructType)
    comment = f"/** {inspect.cleandoc(cls.__doc__ or '')} */\n"  # Python 3.13 takes the indentation away, earlier ones keep it
    if info.array_like:
        items = ", ".join(f"{field.encode_name}: {_type(field.type)}" for field in info.fields)
        return f"{comment}export type {cls.__name__} = [{items}];\n"
    lines = [f"  {info.tag_field}: {json.dumps(info.tag)};\n"] if info.tag_field else []
    for field in info.fields:
        # What has its default does not travel, or need not be sent.
        optional = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};\n")
    return f"{comment}export interface {cls.__name__} {{\n{''.join(lines)}}}\n"


def _type(info: wire.Type) -> str:
    match info:
        case wire.Metadata():
            return _type(info.type)
        case wire.StructType():
            return info.cls.__name__
        case wire.UnionType():
            return " | ".join(map(_type, info.types))
        case wire.LiteralType():
            return " | ".join(json.dumps(value) for value in info.values)
        case wire.VarTupleType() | wire.ListType() | wire.SetType() | wire.FrozenSetType():
            item = _type(info.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case wire.TupleType():
            return f"[{', '.join(map(_type, info.item_types))}]"
        case wire.DictType():
            return f"Record<{_type(info.key_type)}, {_type(info.value_type)}>"
    plain = {wire.StrType: "string", wire.IntType: "number", wire.FloatType: "number", wire.BoolType: "boolean", wire.NoneType: "null"}
    return plain.get(type(info), "unknown")


if __name__ == "__main__":
    sys.stdout.write(typescript())

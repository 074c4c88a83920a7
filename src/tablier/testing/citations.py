"""Where each clause is cited in the code, and which tests are marked with it, read from the sources."""

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablier.core.game import Game
from tablier.core.law import Clause


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """A function that names a clause."""

    module: str
    function: str


def citations(game: type[Game[Any, Any]]) -> dict[str, list[Citation]]:
    """For each clause of a game the functions that cite it, in the game's own modules."""
    found: dict[str, list[Citation]] = {clause.id: [] for clause in game.clauses}
    for name in _modules(game):
        module = sys.modules[name]
        names = {alias: value.id for alias, value in vars(module).items() if isinstance(value, Clause)}
        for function, used in _functions(ast.parse(inspect.getsource(module))):
            for clause in sorted({names[word] for word in used if word in names}):
                if clause in found:
                    found[clause].append(Citation(name, function))
    return found


def _modules(game: type[Game[Any, Any]]) -> list[str]:
    """The modules that the class and its ancestors are written in; all of a package that exports one of them."""
    tops: set[str] = set()
    for cls in game.__mro__:
        if issubclass(cls, Game) and not cls.__module__.startswith("tablier.core."):
            package, _, _ = cls.__module__.rpartition(".")
            exported = getattr(sys.modules.get(package), cls.__name__, None) is cls
            tops.add(package if exported else cls.__module__)
    return sorted(name for name in sys.modules if any(name == top or name.startswith(f"{top}.") for top in tops))


def _functions(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef):
                    yield f"{node.name}.{item.name}", _names(item)
                elif isinstance(item, ast.Assign | ast.AnnAssign):
                    yield node.name, _names(item)
    for item in tree.body:
        if isinstance(item, ast.FunctionDef):
            yield item.name, _names(item)


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def marked(folder: Path) -> dict[str, list[str]]:
    """For each clause id the tests below `folder` that are marked with it, as `path::test`."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for clause in _marks(node):
                    found.setdefault(clause, []).append(f"{path.relative_to(folder).as_posix()}::{node.name}")
    return found


def _marks(test: ast.FunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "clause":
            for argument in mark.args:
                yield ast.literal_eval(argument)

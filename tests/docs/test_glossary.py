"""The glossary gives each word one meaning, and names what there is in the code."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tablier"
ROWS = re.findall(
    r"^\| (.+?) \| (.+?) \| (.+?) \|$", (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE
)
WORDS = [word for first, _, _ in ROWS if first != "word" for word in first.split(", ")]
NAMES = sorted({name for _, _, last in ROWS for name in re.findall(r"`([^`]+)`", last)})


class Source:
    """The names that a module defines, and the members of its classes, those given in methods included."""

    def __init__(self, text: str) -> None:
        tree = ast.parse(text)
        self.names = {name for node in tree.body for name in _defined(node)}
        self.classes = {node.name: _members(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _defined(node: ast.AST) -> list[str]:
    match node:
        case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            return [node.name]
        case ast.Assign():
            return [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        case ast.AnnAssign(target=ast.Name(name)):
            return [name]
    return []


def _members(cls: ast.ClassDef) -> set[str]:
    own = {node.attr for node in ast.walk(cls) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"}
    return own | {name for node in cls.body for name in _defined(node)}


@cache
def sources() -> dict[str, Source]:
    """Every module by its dotted path below the package; a compiled one by its stub."""
    found: dict[str, Source] = {}
    for path in (path for suffix in (".py", ".pyi") for path in PACKAGE.rglob(f"*{suffix}")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = Source(path.read_text(encoding="utf-8"))
    return found


def exists(name: str) -> bool:
    """Whether a file, an address of the pages, a module, a name in one, or a member of a class is there."""
    if "/" in name:
        return name.startswith("/") or any((folder / name).exists() for folder in (ROOT, ROOT / "web" / "src"))
    name = name.removesuffix("()")
    module, _, last = name.rpartition(".")
    if name in sources():
        return True
    if module in sources():
        return last in sources()[module].names
    outer, _, cls = module.rpartition(".")
    places = [sources()[outer]] if outer else sources().values()
    return any(last in place.classes.get(cls, ()) for place in places if not outer or outer in sources())


def test_each_word_has_one_row():
    assert len(WORDS) > 100
    assert [word for word, times in Counter(WORDS).items() if times > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_the_glossary_names_exists(name):
    assert exists(name)


@pytest.mark.parametrize(
    "name", ["core.game.Gane", "core.gane.Game", "Game.strat()", "server.errors.Problem.no", "web/src/none.ts", "Gane"]
)
def test_a_name_that_is_not_there_is_found_out(name):
    assert not exists(name)

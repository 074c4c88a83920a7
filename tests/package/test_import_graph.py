"""No module imports itself by a detour: packages count as the modules that their `__init__` is, and Cython sources count too.

import-linter, whose contracts are in pyproject.toml, compares siblings and reads Python only. It sees neither a module that imports the
package around it, nor what the `.pyx` and `.pxd` files import.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"
SUFFIXES = (".py", ".pyi", ".pyx", ".pxd")
CYTHON_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n#]*)", re.MULTILINE)
CYTHON_IMPORT = re.compile(r"^[ \t]*c?import[ \t]+([^\n#]*)", re.MULTILINE)


def module_of(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, text: str) -> Iterator[tuple[str, str]]:
    """What a source imports, wherever in it: a module, and a name of it or nothing."""
    if path.suffix in (".pyx", ".pxd"):
        for source, names in CYTHON_FROM.findall(text):
            yield from ((source, name.split()[0]) for name in names.strip("()").split(",") if name.strip())
        for names in CYTHON_IMPORT.findall(text):
            yield from ((name.split()[0], "") for name in names.split(",") if name.strip())
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}: a relative import"
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def parents(module: str) -> set[str]:
    return {module[: dot.start()] for dot in re.finditer(r"\.", module)}


def import_graph(sources: Mapping[Path, str]) -> dict[str, set[str]]:
    """The modules that each module imports, with the packages that Python imports on the way and has not begun yet."""
    graph: dict[str, set[str]] = {module_of(path): set() for path in sources}
    for path, text in sources.items():
        importer = module_of(path)
        for source, name in imports(path, text):
            target = f"{source}.{name}" if f"{source}.{name}" in graph else source
            met = {target} | (parents(target) - parents(importer))
            graph[importer] |= met & graph.keys() - {importer}
    return graph


def find_cycle(sources: Mapping[Path, str]) -> list[str]:
    """The modules of a cycle, the first one again at its end; none where there is none."""
    try:
        TopologicalSorter(import_graph(sources)).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_the_package_has_no_cycle():
    sources = {path.relative_to(SOURCES): path.read_text(encoding="utf-8") for path in SOURCES.rglob("*") if path.suffix in SUFFIXES}
    graph = import_graph(sources)
    assert len(graph) > 300
    assert "tablier.kernels.kernel" in graph["tablier.kernels.makruk"] and "tablier.kernels.bits" in graph["tablier.kernels.makruk"]
    assert find_cycle(sources) == []


@pytest.mark.parametrize(
    "sources",
    [
        {"a/__init__.py": "from a.loop import run", "a/loop.py": "import a"},
        {"a/__init__.py": "from a.loop import run", "a/loop.py": "from a import stop"},
        {"a/__init__.py": "from a.loop import run", "a/loop.py": "from b import c", "b/__init__.py": "", "b/c.py": "from a.text import t"},
        {"a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from b import c", "b.py": "import a"},
        {"a.py": "def late():\n    import b", "b.py": "import a"},
        {"a.pyx": "from b cimport (\n    one,\n    two,\n)", "b.pyx": "", "b.pxd": "cimport a"},
        {"a.pyx": "from b import one", "b.py": "import c", "c.pyx": "cimport cython, a"},
    ],
    ids=["package", "name of the package", "package on the way", "type checking", "in a function", "cimport", "through Cython"],
)
def test_a_cycle_is_found(sources):
    assert find_cycle({Path(path): text for path, text in sources.items()})


@pytest.mark.parametrize(
    "sources",
    [
        {"a/__init__.py": "from a.loop import run", "a/loop.py": "from a import keys", "a/keys.py": ""},
        {"a/__init__.py": "", "a/loop.py": "import a\nfrom a.keys import k", "a/keys.py": "from a import b", "a/b.py": ""},
        {"a.pyx": "from libc.string cimport memset\nfrom b cimport one", "a.pxd": "from b cimport one", "b.pxd": "", "b.pyx": "import a2"},
    ],
    ids=["siblings", "an empty package", "Cython"],
)
def test_what_is_no_cycle_passes(sources):
    assert find_cycle({Path(path): text for path, text in sources.items()}) == []

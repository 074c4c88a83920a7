"""Every Python block of the README, the guides and the reference runs, in order, and gives what it says."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "guides").glob("*.md")), *sorted((ROOT / "docs" / "reference").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[int, str]]:
    """The Python blocks of a page, each with the line before its first one."""
    text = page.read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start(1)), found[1]) for found in BLOCK.finditer(text)]


def run(page: Path, line: int, block: str, names: dict[str, object]) -> None:
    """Run a block: a dialogue if it has prompts, otherwise a program whose assertions count."""
    if not re.search(r"^>>> ", block, re.MULTILINE):
        exec(compile("\n" * line + block, str(page), "exec"), names)
        return
    dialogue = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line)
    dialogue.globs = names  # a page is one story: what a block defines is there for the next
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(dialogue, out=report.append, clear_globs=False)
    assert not report, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_snippets_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "snippets"}
    for line, block in blocks(page):
        run(page, line, block, names)


def test_there_is_something_to_run():
    assert any(blocks(page) for page in PAGES)

"""Every block of code in the documentation runs, in the order of its page, and gives what it says."""

import doctest
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from tests.support.blocks import BLOCKS, SKIP, Block, running

RUN = {"python", "console", "sh"}
QUOTED = {"py", "toml"}
"""Parts of files: with a name they are compared with the template game (tests/guides), without one they are settings."""
NOT_PROGRAMS = {"", "ini", "json", "mermaid", "position", "text", "toml", "yaml"}
MOST_SKIPPED = 10


def by_page() -> Iterator[tuple[Path, list[Block]]]:
    return ((page, list(found)) for page, found in groupby(running("python"), key=lambda block: block.page))


def run(block: Block, names: dict[str, object]) -> None:
    """Run a block: a dialogue if it has prompts, otherwise a program whose assertions count."""
    if not re.search(r"^>>> ", block.text, re.MULTILINE):
        exec(compile("\n" * block.line + block.text, str(block.page), "exec"), names)
        return
    dialogue = doctest.DocTestParser().get_doctest(block.text, names, block.page.name, str(block.page), block.line)
    dialogue.globs = names  # a page is one story: what a block defines is there for the next
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(dialogue, out=report.append, clear_globs=False)
    assert not report, "".join(report)


@pytest.mark.parametrize("found", [pytest.param(found, id=page.name) for page, found in by_page()])
def test_the_python_blocks_of_a_page_run(found, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "snippets"}
    for block in found:
        run(block, names)


def test_every_block_is_of_a_kind_that_is_run_or_is_no_program():
    unknown = [block.name for block in BLOCKS if block.language not in RUN | QUOTED | NOT_PROGRAMS]
    quotes_nothing = [block.name for block in BLOCKS if block.language == "py" and not block.more.endswith(".py")]
    assert (unknown, quotes_nothing) == ([], [])


def test_no_command_hides_in_a_block_that_is_no_program():
    command = re.compile(r"^(?:[A-Z_]+=\S+ )*(?:tablier|python3?|pip|make|curl) \S", re.MULTILINE)
    assert [block.name for block in BLOCKS if block.language in {"", "text"} and command.search(block.text)] == []


def test_few_blocks_are_not_run_and_each_says_why():
    marked = [block for block in BLOCKS if block.more.startswith(SKIP.strip())]
    assert [block.name for block in marked if not block.skipped] == []
    assert len(marked) <= MOST_SKIPPED, [block.name for block in marked]

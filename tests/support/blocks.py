"""The fenced blocks of the documentation, as the tests run them."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.joinpath("docs").rglob("*.md")))
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)
SKIP = "skip: "


@dataclass(frozen=True)
class Block:
    """A block: where it stands, its language, what else its first line says, its text."""

    page: Path
    line: int
    language: str
    more: str
    text: str

    @property
    def skipped(self) -> bool:
        """Whether the page says why this block is not run."""
        return self.more.startswith(SKIP) and len(self.more) > len(SKIP) + 10

    @property
    def name(self) -> str:
        """Page and line."""
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        language, _, more = match["info"].strip().partition(" ")
        found.append(Block(page, text.count("\n", 0, match.start("text")), language, more, match["text"]))
    return found


BLOCKS = [block for page in PAGES for block in blocks(page)]


def running(language: str) -> list[Block]:
    """The blocks of a language that are run."""
    return [block for block in BLOCKS if block.language == language and not block.skipped]

"""No page of the documentation points to something that is not there, be it a file or a heading."""

import re
from functools import cache
from pathlib import Path

import pytest
from tests.support.blocks import FENCE, PAGES, ROOT
from tools import rule_pages, site_reference

DOCS = ROOT / "docs"


def prose(text: str) -> str:
    return FENCE.sub("", text)


@cache
def generated() -> dict[Path, str]:
    """The pages that the build of the site adds."""
    rules = {f"rules/{name}": text for name, text in rule_pages.pages().items()}
    return {DOCS / name: text for name, text in (rules | site_reference.pages()).items()}


def is_there(target: Path) -> bool:
    return target.exists() or target in generated()


@cache
def anchors(page: Path) -> frozenset[str]:
    """The headings of a page as browsers jump to them."""
    text = page.read_text(encoding="utf-8") if page.exists() else generated()[page]
    headings = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", prose(page.read_text(encoding="utf-8")))
    local = [link for pair in links for link in pair if link and not re.match(r"[a-z]+:", link)]
    for link in local:
        path, _, anchor = link.partition("#")
        target = Path(page.parent, path).resolve() if path else page
        assert is_there(target), link
        assert not anchor or anchor in anchors(target), link

"""No page of the documentation points to something that is not there, be it a file or a heading."""

import re
from functools import cache
from pathlib import Path

import pytest
from tests.support.blocks import FENCE, PAGES, ROOT
from tools import rule_pages

RULES = ROOT / "docs" / "rules"
"""Made by the build of the site."""


def prose(text: str) -> str:
    return FENCE.sub("", text)


@cache
def generated() -> dict[str, str]:
    return rule_pages.pages()


def is_there(target: Path) -> bool:
    return target.exists() or (target.parent == RULES and target.name in rule_pages.names())


@cache
def anchors(page: Path) -> frozenset[str]:
    """The headings of a page as browsers jump to them."""
    text = generated()[page.name] if page.parent == RULES else page.read_text(encoding="utf-8")
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

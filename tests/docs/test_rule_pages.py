"""The rule pages have every clause of every game, in both languages."""

import pytest
from tests.support.own_games import OWN_GAMES
from tools import rule_pages


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return rule_pages.pages()


def test_the_pages_are_those_that_the_navigation_names(pages):
    assert sorted(rule_pages.names()) == sorted(name for name in pages if name.endswith(".md"))


@pytest.mark.parametrize("name", list(OWN_GAMES))
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_page_has_every_clause_with_a_diagram_its_code_and_its_tests(pages, name, lang):
    page = pages[f"{name}.{lang}.md"]
    chapters = page.split("\n### ")[1:]
    clauses = OWN_GAMES[name].clauses
    assert len(chapters) == len(clauses)
    for chapter, clause in zip(chapters, clauses, strict=True):
        assert clause.text.say(lang) in chapter
        assert f"`{clause.id}`" in chapter
        assert "](diagrams/" in chapter, f"{clause.id} has no diagram"
        assert "](../../src/tablier/games/" in chapter, f"{clause.id} names no code"
        assert "](../../tests/" in chapter, f"{clause.id} names no test"
        assert clause.why is None or clause.why.say(lang) in chapter

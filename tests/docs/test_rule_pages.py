"""The rule pages in docs/rules are what the games say today."""

from pathlib import Path

import pytest
from tests.support.own_games import OWN_GAMES
from tools import rule_pages

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"


def files(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "stale.md").write_text("left from a game that is gone")
    rule_pages.write(folder)
    return files(folder)


def test_the_committed_pages_are_up_to_date(fresh):
    committed = files(RULES)
    stale = sorted(name for name in fresh.keys() | committed.keys() if fresh.get(name) != committed.get(name))
    assert not stale, f"run make docs: {stale[:10]}"


def test_files_that_no_game_asks_for_are_removed(fresh):
    assert "stale.md" not in fresh


@pytest.mark.parametrize("name", list(OWN_GAMES))
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_page_has_every_clause_with_a_diagram_its_code_and_its_tests(fresh, name, lang):
    page = fresh[f"{name}.{lang}.md"]
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

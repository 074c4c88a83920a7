"""No page shows an identifier: of a clause, an option or its value, a declaration, or a move as records write it."""

import re

import pytest
from playwright.sync_api import expect
from tests.support.browser_tables import board_is_there, cell, expect_plies, hotseat, set_table
from tests.support.walk import shown
from tests.web.conftest import NewPage, Server
from tests.web.test_pages import settled

from tablier import games
from tablier.games import AnyGame


@pytest.mark.parametrize(("locale", "name"), [("fr-FR", "mako"), ("en-GB", "turkish")])
def test_no_page_of_a_game_shows_an_identifier(new_page: NewPage, server: Server, locale: str, name: str):
    """The words of every rule and example of every game are looked at in tests/api/test_move_words.py, the other pages in test_pages.py."""
    page = new_page(1366, 768, locale=locale)
    for path in (f"/g/{name}", f"/learn/{name}/rules", f"/print/{name}", f"/analysis?game={name}&{unusual(games()[name])}"):
        page.goto(f"{server.address}{path}")
        settled(page)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert shown(page) == [], path


def unusual(rules: type[AnyGame]) -> str:
    """A query that moves every option with named values to its last one."""
    return "&".join(f"{option.id}={option.ids[-1]}" for option in rules.choices if option.values and option.only is None)


MOVES = {
    "achef": ("@a1", "@a2"),
    "apit": ("a3-a4", "h6-h5"),
    "makruk": ("e3-e4", "d6-d5", "e4-d5"),
    "makyek": ("a3-a4", "h6-h5"),
    "malawi": ("a1>b1c1", "a6-a4"),
    "turkish": ("d3-d4", "e6-e5", "e3-e4"),
}


@pytest.mark.parametrize(("locale", "names"), [("fr-FR", ["achef", "malawi", "turkish"]), ("en-GB", ["apit", "makruk", "makyek"])])
def test_no_table_shows_an_identifier(new_page: NewPage, server: Server, locale: str, names: list[str]):
    page = new_page(1366, 768, locale=locale)
    for name in names:
        moves = MOVES[name]
        rules = games()[name]()
        set_table(page, server.address, hotseat(name, len(rules.seats)))
        for number, text in enumerate(moves, 1):
            gesture = rules.gesture(rules.parse(text))
            for click in (*gesture.ordered, *sorted(gesture.unordered)):
                cell(page, click).click()
            expect_plies(page, number)
            assert shown(page) == [], f"{name} after {text}"
        cell(page, rules.board.names[0]).click()
        cell(page, rules.board.names[-1]).click()
        assert shown(page) == [], f"{name} after a wrong click"
        table = page.url.rsplit("/", 1)[1]
        page.get_by_role("button", name=re.compile("Abandonner|Resign")).first.click()
        page.get_by_role("alertdialog").get_by_role("button", name=re.compile("Abandonner|Resign")).click()
        expect(page.locator(".board .result")).to_be_visible()
        assert shown(page) == [], f"{name} at the end"
        page.goto(f"{server.address}/replay/{table}?ply=2")
        board_is_there(page)
        assert shown(page) == [], f"{name} in replay"


def test_a_turn_of_a_captain_is_listed_in_words(new_page: NewPage, server: Server):
    page = new_page(1366, 768)
    set_table(page, server.address, hotseat("mako", 4))
    expect(page.locator(".state")).to_contain_text("Avancez votre navire")
    cell(page, "g1").click()
    cell(page, "g2").click()
    expect_plies(page, 2)
    row = page.locator(".turns li").first
    expect(row).to_contain_text(re.compile(r"Sud\s:\s*g1→g2,\s*dé \d"))
    expect(page.locator(".state")).to_contain_text(re.compile("Mouillez une mine à \\d case"))
    assert shown(page) == []

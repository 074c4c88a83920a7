"""Rated games against the computer walked in the browser: chosen in the form, told at the table, and seen on the profile."""

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_tables import board_is_there
from tests.web.conftest import NewPage, Server
from tests.web.test_challenges import SIZES, fits, log_in

from tablier import game
from tablier.search.level_elo import elos_of

ELOS = elos_of(game("apit"))
WORDS = {
    "fr-FR": ("Partie classée", "Jouer contre l'ordinateur", "sans conseil ni reprise", "Face à l'ordinateur", "conseillé"),
    "en-GB": ("Rated game", "Play against the computer", "no hints, no takebacks", "Against the computer", "suggested"),
}


def resign(page: Page, address: str) -> None:
    """Resign at the table that is open: the pages ask for a move of each side first."""
    table = f"{address}/api/tables/{page.url.rpartition('/')[2]}"
    seen = page.request.get(table).json()["version"]
    answer = page.request.post(f"{table}/acts", data={"k": "gone", "v": seen, "do": {"type": "resign"}})
    assert answer.ok, answer.text()


@pytest.mark.parametrize(("width", "locale"), [(360, "fr-FR"), (1366, "en-GB")])
def test_a_rated_game_against_a_level_is_chosen_told_and_counted(new_page: NewPage, server: Server, width: int, locale: str):
    rated, play, told, against, suggested = WORDS[locale]
    page = new_page(width, SIZES[width], locale)
    log_in(page, server.address, f"Dora{width}")
    page.goto(f"{server.address}/g/apit")
    expect(page.locator("#play-level")).to_contain_text(f"({ELOS[4]})")
    page.locator("#play-level").select_option("4")
    expect(page.locator("#play-clock")).to_have_count(0)
    page.get_by_label(rated).check()
    expect(page.locator("#play-clock option")).to_have_count(7)
    assert fits(page)
    page.get_by_role("button", name=play).click()
    board_is_there(page)
    expect(page.locator("[data-seat='1']")).to_contain_text(f"· {ELOS[4]}")
    expect(page.get_by_text(told)).to_be_visible()
    assert fits(page)
    resign(page, server.address)
    expect(page.locator(".result")).to_contain_text("1500 → ")

    page.goto(f"{server.address}/me")
    expect(page.get_by_text(against)).to_be_visible()
    page.goto(f"{server.address}/g/apit")
    expect(page.locator("#play-level")).to_contain_text(suggested)


def test_a_guest_is_offered_no_rated_game_and_other_rules_have_no_elo(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(f"{server.address}/g/apit")
    expect(page.locator("#play-level")).to_contain_text(f"({ELOS[1]})")
    expect(page.get_by_label("Partie classée")).to_have_count(0)
    log_in(page, server.address, "Edmond")
    page.goto(f"{server.address}/g/apit?quiet=50")
    expect(page.get_by_text("Partie non classée")).to_be_visible()
    expect(page.locator("#play-level")).not_to_contain_text("(")


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_a_phone_shows_the_clock_and_the_elo_of_a_level_whole(new_page: NewPage, server: Server, locale: str):
    """Achef has two counts beside the clock, and a clause whose anchor is `level`."""
    rated, play, *_ = WORDS[locale]
    page = new_page(360, SIZES[360], locale)
    log_in(page, server.address, f"Flora{locale[:2]}")
    page.goto(f"{server.address}/g/achef")
    page.locator("#play-level").select_option("4")
    page.get_by_label(rated).check()
    assert page.locator("#play-clock").evaluate("select => select.clientWidth") >= 200  # beside its arrow, the longest needs as much
    ids: list[str] = page.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    assert sorted(ids) == sorted(set(ids))
    page.get_by_role("button", name=play).click()
    board_is_there(page)
    about = page.locator("[data-seat='1'] .place")
    expect(about).to_contain_text(str(elos_of(game("achef"))[4]))
    cut = "one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight"
    assert not about.evaluate(cut)

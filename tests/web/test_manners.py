"""The host's manners: what a player sees first, what is said at the board, and that a phone's bars hold."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_tables import board_is_there, cell, expect_plies, hotseat, set_table
from tests.web.conftest import NewPage, Server
from tests.web.test_pages import settled

import tablier

CUT = (
    "names => names.filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).map(one => one.textContent)"
)
IN_ENGLISH = """localStorage.setItem('tablier.settings', '{"immediate": true, "language": "en"}')"""


def in_first_view(page: Page, place: Locator) -> bool:
    box, size = place.bounding_box(), page.viewport_size
    assert box and size
    return bool(box["y"] + box["height"] + page.evaluate("scrollY") <= size["height"])


def test_the_sentence_at_the_board_answers_a_wrong_click_and_says_what_must_be_done(new_page: NewPage, server: Server):
    page = new_page(360, 740)
    set_table(page, server.address, hotseat("turkish", 2))
    cell(page, "a6").click()
    expect(page.locator(".status .refusal")).to_contain_text("C'est une pièce de Noir ; à vous de jouer avec les blancs.")
    assert in_first_view(page, page.locator(".status .refusal"))
    for number, (start, end) in enumerate((("d3", "d4"), ("e6", "e5"), ("e3", "e4")), 1):
        cell(page, start).click()
        expect(page.locator(".state")).to_contain_text("possible")
        cell(page, end).click()
        expect_plies(page, number)
    expect(page.locator(".state")).to_contain_text("Vous devez prendre")
    assert in_first_view(page, page.locator(".state"))
    # A clause, the way to the rules and the cross stand in one row, and the seat below stays in sight.
    cell(page, "a6").click()
    cell(page, "a5").click()
    expect(page.locator(".status .refusal")).to_contain_text("Qui peut prendre doit prendre")
    assert len({round(box["y"] + box["height"] / 2) for box in boxes(page, ".refusal > *")}) == 1
    assert in_first_view(page, page.locator("[data-seat='0']"))


def boxes(page: Page, places: str) -> list[FloatRect]:
    return [box for place in page.locator(places).all() if (box := place.bounding_box())]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1366, 768)])
def test_the_bars_of_two_seats_and_the_actions_are_a_row_each(new_page: NewPage, server: Server, width: int, height: int):
    page = new_page(width, height)
    engine = {"kind": "engine", "level": 1}
    clock = {"kind": "fischer", "base": 600, "increment": 5}
    set_table(page, server.address, {"game": "achef", "seats": [{"kind": "you"}, engine], "clock": clock, "private": True})
    expect(page.locator(".seat .gauge")).to_have_count(4)
    assert [box["height"] for box in boxes(page, ".seat")] == [58 if width == 360 else 52] * 2
    expect(page.locator(".actions button")).to_have_count(6)
    actions = boxes(page, ".actions button")
    assert len({box["y"] for box in actions}) == 1
    assert min(box["width"] for box in actions) >= 44
    assert misfits(page) == []
    # Crews of two boats have long names and two stocks.
    set_table(page, server.address, hotseat("mako", 2, mode="a"))
    expect(page.locator(".seat .gauge")).to_have_count(4)
    assert [box["height"] for box in boxes(page, ".seat")] == [58 if width == 360 else 52] * 2
    assert page.eval_on_selector_all(".seat .text", CUT) == []
    assert misfits(page) == []
    page.evaluate(IN_ENGLISH)
    page.reload()
    expect(page.locator(".seat .gauge").last).to_contain_text("Mines (North)")
    assert len({box["height"] for box in boxes(page, ".seat .gauge .label")}) == 1  # a line each
    # Four bars leave the actions and their names in sight.
    set_table(page, server.address, hotseat("mako", 4))
    expect(page.locator(".actions button")).to_have_count(7)
    actions = boxes(page, ".actions button")
    assert max(box["y"] + box["height"] for box in actions) <= height
    assert misfits(page) == []


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (360, 740)])
def test_the_first_page_shows_a_game_and_the_ways_in(new_page: NewPage, server: Server, width: int, height: int):
    page = new_page(width, height)
    page.goto(server.address)
    settled(page)
    board_is_there(page)
    words = page.locator(".welcome")
    for name in ("Jouer", "Inviter un ami", "Apprendre"):
        assert in_first_view(page, words.get_by_text(name, exact=True))
    tiles = [box for tile in page.locator("article").all() if (box := tile.bounding_box())]
    assert len(tiles) == len(tablier.games())
    assert tiles[0]["y"] == tiles[1]["y"]
    words.get_by_role("link", name="Inviter un ami").click()
    expect(page.get_by_label("Un ami que j'invite")).to_be_checked()

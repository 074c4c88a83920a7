"""The host's manners: what a player sees first, what is said at the board, how a game ends, how one is invited."""

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.support.browser_tables import board_is_there, cell, expect_plies, hotseat, set_table
from tests.web.conftest import NewPage, Server
from tests.web.test_pages import settled
from tests.web.test_table import axe

import tablier

OPEN = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}], "private": True}


def in_first_view(page: Page, place: Locator) -> bool:
    box, size = place.bounding_box(), page.viewport_size
    assert box and size
    return bool(box["y"] + box["height"] + page.evaluate("scrollY") <= size["height"])


def seated(new_page: NewPage, server: Server, **look: object) -> tuple[Page, Page]:
    """A host, and a guest on a phone who followed the invitation and sat down."""
    host, guest = new_page(), new_page(360, 740, **look)
    set_table(host, server.address, OPEN)
    guest.goto(host.get_by_label("Lien d'invitation").input_value())
    guest.get_by_role("button", name="S'asseoir").click()
    expect(host.locator(".state")).to_contain_text("À vous de jouer")
    return host, guest


def test_the_invited_see_who_invites_to_what_and_sit_down_with_one_tap(new_page: NewPage, server: Server):
    host, guest = new_page(), new_page(360, 740)
    set_table(host, server.address, OPEN | {"clock": {"kind": "fischer", "base": 600, "increment": 5}})
    guest.goto(host.get_by_label("Lien d'invitation").input_value())
    card = guest.locator(".invitation")
    for words in ("vous invite", tablier.game("makyek").info.name.fr, "Règles de la fiche", "10\u00a0min + 5\u00a0s par coup"):
        expect(card).to_contain_text(words)
    assert in_first_view(guest, card)
    assert axe(guest) == []
    card.get_by_role("button", name="S'asseoir").click()
    expect(card).to_have_count(0)
    expect(host.locator(".state")).to_contain_text("À vous de jouer")


def test_an_offer_is_answered_on_a_phone_without_scrolling(new_page: NewPage, server: Server):
    host, guest = seated(new_page, server)
    host.get_by_role("button", name="Arrêter et compter").click()
    host.get_by_role("alertdialog").get_by_role("button", name="Proposer").click()
    accept = guest.get_by_role("button", name="Accepter")
    expect(accept).to_be_visible()
    assert in_first_view(guest, accept)
    assert in_first_view(guest, guest.locator(".state"))
    assert axe(guest) == []


def test_each_player_is_told_the_result_on_the_board_and_aloud(new_page: NewPage, server: Server):
    host, guest = seated(new_page, server)
    for start, end, mover, count in (("a3", "a4", host, 1), ("h6", "h5", guest, 2)):
        cell(mover, start).click()
        cell(mover, end).click()
        expect_plies(mover, count)
    host.get_by_role("button", name="Abandonner").click()
    host.get_by_role("alertdialog").get_by_role("button", name="Abandonner").click()
    for page, title, why in ((host, "Vous avez perdu.", "Vous avez abandonné."), (guest, "Vous avez gagné\u00a0!", "a abandonné.")):
        panel = page.locator(".board .result")
        expect(panel.get_by_role("heading")).to_have_text(title)
        expect(panel.locator(".why")).to_contain_text(why)
        expect(page.locator("[role=status]").last).to_contain_text(title)
        for name in ("Revanche", "Revoir", "Analyser", "Partager"):
            expect(panel.get_by_text(name, exact=True)).to_be_visible()
        assert in_first_view(page, panel)
        assert axe(page) == []
        panel.get_by_role("button", name="Voir le plateau").click()
        expect(panel).to_have_count(0)
        expect(page.locator(".state[data-state=over] strong")).to_have_text(title)


def test_a_wrong_click_is_answered_at_the_board_in_words(new_page: NewPage, server: Server):
    page = new_page(360, 740)
    set_table(page, server.address, hotseat("makyek", 2))
    cell(page, "a8").click()
    expect(page.locator(".status .refusal")).to_contain_text("Cette pièce est à Noir")
    assert in_first_view(page, page.locator(".status .refusal"))


def test_the_sentence_at_the_board_says_what_must_be_done(new_page: NewPage, server: Server):
    page = new_page(360, 740)
    set_table(page, server.address, hotseat("turkish", 2))
    for number, (start, end) in enumerate((("d3", "d4"), ("e6", "e5"), ("e3", "e4")), 1):
        cell(page, start).click()
        expect(page.locator(".state")).to_contain_text("possible")
        cell(page, end).click()
        expect_plies(page, number)
    expect(page.locator(".state")).to_contain_text("Vous devez prendre")
    assert in_first_view(page, page.locator(".state"))


def test_a_touch_screen_is_not_asked_to_type(new_page: NewPage, server: Server):
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    set_table(page, server.address, hotseat("makyek", 2))
    expect(page.get_by_label("Coup au clavier")).to_be_hidden()


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

"""Names of guests, players who leave and come back, turns in lists, hints: walked in the browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_tables import board_is_there, set_table
from tests.web.conftest import SHOTS, NewPage, Server

INVITATION = {
    "game": "makruk",
    "seats": [{"kind": "you"}, {"kind": "open"}],
    "clock": {"kind": "fischer", "base": 600, "increment": 5},
    "private": True,
}
FOUR = {"game": "mako", "seats": [{"kind": "you"}, *[{"kind": "open"}] * 3], "private": True, "leavers": "engine", "leaver_level": 1}


class Brisk(Server):
    """A server at which a player who is gone is waited for during six seconds."""

    program = (
        "-c",
        "import sys; from tablier.server.tables import seating; from tablier.cli.main import main; seating.ABSENT = 6000; main(sys.argv[1:])",
    )


@pytest.fixture
def brisk(tmp_path: Path) -> Iterator[Server]:
    running = Brisk(tmp_path)
    running.start()
    yield running
    running.stop()


def code_of(page: Page) -> str:
    return page.locator(".code b").inner_text()


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return wide


@pytest.mark.parametrize(("host_width", "guest_width"), [(1366, 360), (360, 1366)])
def test_an_invitation_between_two_devices_with_names(new_page: NewPage, server: Server, host_width: int, guest_width: int):
    sizes = {360: 740, 1366: 768}
    host = new_page(host_width, sizes[host_width])
    guest = new_page(guest_width, sizes[guest_width], "en-GB")
    table = set_table(host, server.address, INVITATION)
    field = host.get_by_label("Votre nom")
    field.fill("Élodie\u202e")
    host.get_by_role("button", name="C'est moi").click()
    expect(host.get_by_role("alert")).to_contain_text("des lettres, des chiffres, des espaces")
    field.fill("  Élodie   M. ")
    host.get_by_role("button", name="C'est moi").click()
    expect(host.locator("[data-seat='0']")).to_contain_text("Élodie M.")

    guest.goto(f"{server.address}/j/{code_of(host)}")
    card = guest.locator(".invitation")
    expect(card.get_by_role("heading")).to_have_accessible_name("Élodie M. (visiting) invites you: Makruk")
    expect(card).to_contain_text("10 min + 5 s")
    guest.get_by_label("Your name").fill("Jean-Paul")
    guest.screenshot(path=SHOTS / f"invitation-named-{guest_width}.png")
    assert fits(guest) and fits(host)
    expect(guest.get_by_role("button", name="Sit down")).to_be_in_viewport()
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("[data-seat='1']")).to_contain_text("Jean-Paul")
    expect(host.locator("[data-seat='1'] [title='en visite']")).to_be_attached()
    expect(guest.locator("[data-seat='0']")).to_contain_text("Élodie M.")
    guest.get_by_role("button", name="Chat").click()
    guest.get_by_role("button", name="Hello!").click()
    host.get_by_role("button", name="Discussion").click()
    expect(host.locator("[role=log]")).to_contain_text("Jean-Paul")
    host.screenshot(path=SHOTS / f"named-{host_width}.png")

    # It is White's turn: lists, the header and the tab of another page say so.
    host.goto(f"{server.address}/me")
    expect(host.locator("li.card").filter(has_text="À vous")).to_be_visible()
    expect(host.locator("header .turns")).to_contain_text("À vous")
    expect(host).to_have_title("(1) Mon profil · Tablier")
    expect(host.get_by_label("Votre nom")).to_have_value("Élodie M.")
    host.screenshot(path=SHOTS / f"turns-{host_width}.png")
    host.locator("header .turns").click()
    expect(host).to_have_url(f"{server.address}/t/{table}")
    expect(host.locator("header .turns")).to_have_count(0)
    guest.goto(f"{server.address}/")
    expect(guest.locator("header .turns")).to_have_count(0)


def test_one_of_four_leaves_the_others_go_on_and_the_player_comes_back(new_page: NewPage, brisk: Server):
    host = new_page(1366, 768)
    set_table(host, brisk.address, FOUR)
    code = code_of(host)
    others = [new_page(360, 740) if number == 1 else new_page(1200, 800) for number in range(3)]
    for number, page in enumerate(others):
        page.goto(f"{brisk.address}/j/{code}")
        page.get_by_label("Votre nom").fill(("Bao", "Camille", "Dounia")[number])
        page.get_by_role("button", name="S'asseoir").last.click()
        expect(page.locator(".you")).to_be_visible()
    expect(host.locator(".state")).to_have_attribute("data-state", "playing")
    camille = others[1]
    address = camille.url
    camille.goto("about:blank")
    expect(host.locator("[data-seat='2']")).to_contain_text("hors ligne")
    expect(host.locator("[data-absent='2']")).to_contain_text("Camille est hors ligne. Dans 0:0")
    expect(host.locator("[role=status][aria-live]")).to_contain_text("Camille est hors ligne.")
    host.screenshot(path=SHOTS / "leaver-countdown.png")
    host.get_by_role("button", name="Faire jouer l'ordinateur").click()
    expect(others[0].locator(".status")).to_contain_text("Camille a quitté la table ; la partie continue. L'ordinateur joue à sa place.")
    expect(others[0].locator("[data-seat='2']")).to_contain_text("pour Camille")
    expect(others[0].locator("[data-absent]")).to_have_count(0)
    others[0].screenshot(path=SHOTS / "leaver-replaced.png")

    camille.goto(address)
    camille.get_by_role("button", name="Reprendre ma place").click()
    expect(camille.locator(".status")).to_contain_text("Bon retour")
    expect(host.locator(".status")).to_contain_text("Camille reprend sa place.")
    camille.screenshot(path=SHOTS / "leaver-back.png")
    assert fits(camille)


def test_a_resignation_among_four_is_told_to_all_and_to_its_author(new_page: NewPage, server: Server):
    host = new_page(1366, 768)
    seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "engine", "level": 1}, {"kind": "engine", "level": 1}]
    set_table(host, server.address, {"game": "mako", "seats": seats, "private": True})
    guest = new_page(360, 740)
    guest.goto(f"{server.address}/j/{code_of(host)}")
    guest.get_by_role("button", name="S'asseoir").last.click()
    expect(guest.locator(".you")).to_be_visible()
    act = {"k": "r", "v": 0, "do": {"type": "resign"}}
    answer = guest.context.request.post(f"{server.address}/api/tables/{host.url.rsplit('/', 1)[1]}/acts", data=act)
    assert answer.ok, answer.text()
    expect(guest.locator(".status")).to_contain_text("Vous avez abandonné ; la partie continue sans vous.")
    expect(host.locator(".status")).to_contain_text("a abandonné ; la partie continue.")
    expect(host.locator("[data-seat='1']")).to_contain_text("a quitté la partie")
    guest.screenshot(path=SHOTS / "resigned-of-four.png")


def test_a_hint_is_shown_on_the_board_and_said_where_nothing_is_at_stake(new_page: NewPage, server: Server):
    page = new_page(1366, 768)
    page.goto(f"{server.address}/g/makyek")
    page.get_by_role("button", name="Jouer contre l'ordinateur").click()
    board_is_there(page)
    assert page.evaluate("document.activeElement.closest('tablier-board') !== null"), "the way to a table ends on its board"
    page.get_by_role("button", name="Un conseil").click()
    expect(page.locator(".note").filter(has_text="Conseil :")).to_be_visible()
    expect(page.locator("tablier-board .drawn-head, tablier-board circle.drawn").first).to_be_attached()
    expect(page.locator("tablier-board .lit").first).to_be_attached()
    page.screenshot(path=SHOTS / "hint.png")
    set_table(page, server.address, INVITATION)
    expect(page.get_by_role("button", name="Un conseil")).to_have_count(0)

"""Names of guests, players who leave and come back, turns in lists, hints: walked in the browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_tables import board_is_there, cell, expect_plies, set_table
from tests.support.walk import Walk
from tests.web.conftest import SHOTS, NewPage, Server
from tests.web.test_table import axe

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


def invite(page: Page, server: Server) -> str:
    """A table for a friend, by way of the page of the game: White, with a clock."""
    page.goto(f"{server.address}/g/makruk")
    page.get_by_label("Un ami que j'invite").check()
    page.get_by_label("Votre place").select_option(label="Blanc")
    page.get_by_label("Pendule").select_option(label="10\u00a0min + 5\u00a0s par coup")
    page.get_by_role("button", name="Préparer la table et inviter").click()
    board_is_there(page)
    return page.url.rsplit("/", 1)[1]


def name_oneself(page: Page) -> None:
    """A name that cannot be one is refused in words, a person's is taken with its spaces and accents."""
    for name in ("Élodie\u202e", "  Élodie   M. "):
        page.get_by_label("Votre nom").fill(name)
        page.get_by_role("button", name="C'est moi").click()
        if name != name.strip("\u202e"):
            expect(page.get_by_role("alert")).to_contain_text("des lettres, des chiffres, des espaces")
    expect(page.locator("[data-seat='0']")).to_contain_text("Élodie M.")


def turns_are_told_elsewhere(page: Page, server: Server, table: str) -> None:
    """Lists, the header and the tab of another page say whose turn it is, at every width."""
    page.goto(f"{server.address}/me")
    expect(page.locator("li.card").filter(has_text="À vous")).to_be_visible()
    expect(page.locator("header .turns")).to_contain_text("À vous")
    expect(page).to_have_title("(1) Mon profil · Tablier")
    expect(page.get_by_label("Votre nom")).to_have_value("Élodie M.")
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": 1200, "height": 800})
    page.screenshot(path=SHOTS / "turns-1200.png")
    assert misfits(page) == []
    page.set_viewport_size(size)
    page.locator("header .turns").click()
    expect(page).to_have_url(f"{server.address}/t/{table}")
    expect(page.locator("header .turns")).to_have_count(0)


@pytest.mark.parametrize(("host_width", "guest_width"), [(1366, 360), pytest.param(360, 1366, marks=pytest.mark.slow)])
def test_an_invitation_between_two_devices_is_played_to_its_end(new_page: NewPage, server: Server, host_width: int, guest_width: int):
    sizes = {360: 740, 1366: 768}
    host, guest = new_page(host_width, sizes[host_width]), new_page(guest_width, sizes[guest_width], "en-GB")
    walk, visit = Walk(host, f"inviting-{host_width}", SHOTS), Walk(guest, f"invited-{guest_width}", SHOTS)
    table = invite(host, server)
    name_oneself(host)
    walk.state("waits")
    assert axe(host) == []

    guest.goto(f"{server.address}/j/{code_of(host)}")
    card = guest.locator(".invitation")
    expect(card.get_by_role("heading")).to_have_accessible_name("Élodie M. (visiting) invites you to a game of Makruk")
    for words in ("As on the rule sheet", "10\u00a0min + 5\u00a0s per move"):
        expect(card).to_contain_text(words)
    guest.get_by_label("Your name").fill("Jean-Paul")
    visit.unscrolled(guest.get_by_role("button", name="Sit down"))
    visit.state("card")
    assert axe(guest) == []
    guest.get_by_role("button", name="Sit down").click()
    expect(card).to_have_count(0)
    expect(host.locator("[data-seat='1']")).to_contain_text("Jean-Paul")
    expect(host.locator("[data-seat='1'] [title='en visite']")).to_be_attached()
    expect(guest.locator("[data-seat='0']")).to_contain_text("Élodie M.")
    turns_are_told_elsewhere(host, server, table)

    board_is_there(host)
    for number, (mover, start, end) in enumerate(((host, "e3", "e4"), (guest, "d6", "d5")), 1):
        cell(mover, start).click()
        cell(mover, end).click()
        expect_plies(mover, number)
    expect(host.locator("[data-seat='0'] .clock")).to_have_text(re.compile(r"^(?:9:|10:0)"))
    expect(guest.locator(".state")).to_contain_text("Élodie M. is thinking…")
    guest.get_by_role("button", name="Chat").click()
    guest.get_by_role("button", name="Hello!").click()
    host.get_by_role("button", name="Discussion").click()
    expect(host.get_by_role("log")).to_contain_text("Jean-Paul")
    expect(host.get_by_role("log")).to_contain_text("Bonjour")
    for page in (host, guest):
        page.evaluate("scrollTo(0, 0)")  # the chat lies below the board
    host.get_by_role("button", name="Proposer la nulle").click()
    host.get_by_role("alertdialog").get_by_role("button", name="Proposer").click()
    visit.unscrolled(guest.get_by_role("button", name="Accept"))
    visit.unscrolled(guest.locator(".state"))
    visit.state("offered")
    assert axe(guest) == []
    guest.get_by_role("button", name="Decline").click()
    expect(host.locator(".status .note")).to_contain_text("Jean-Paul refuse.")
    host.get_by_role("button", name="Abandonner").click()
    host.get_by_role("alertdialog").get_by_role("button", name="Abandonner").click()
    for one, title, why in ((walk, "Vous avez perdu.", "Vous avez abandonné."), (visit, "You won!", "Élodie M. resigned.")):
        panel = one.result(title)
        expect(panel.locator(".why")).to_have_text(why)
        expect(panel.get_by_role("button").or_(panel.get_by_role("link"))).to_have_count(5)
        one.unscrolled(panel)
        one.state("result")
        assert axe(one.page) == []
    walk.page.locator(".board .result").get_by_role("button", name="Voir le plateau").click()
    expect(host.locator(".board .result")).to_have_count(0)
    expect(host.locator(".state[data-state=over] strong")).to_have_text("Vous avez perdu.")
    guest.get_by_role("button", name="Rematch").click()
    host.get_by_role("button", name="Accepter").click()
    for page in (host, guest):
        page.wait_for_url(lambda url: "/t/" in url and table not in url)
        expect(page.locator("[data-ply]")).to_have_count(0)


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
    expect(host.locator("[data-seat='0']")).to_be_in_viewport(ratio=1)
    host.get_by_role("button", name="Faire jouer l'ordinateur").click()
    expect(others[0].locator(".status")).to_contain_text("Camille a quitté la table ; la partie continue. L'ordinateur joue à sa place.")
    expect(others[0].locator("[data-seat='2']")).to_contain_text("pour Camille")
    expect(others[0].locator("[data-absent]")).to_have_count(0)
    others[0].screenshot(path=SHOTS / "leaver-replaced.png")

    camille.goto(address)
    camille.get_by_role("button", name="Reprendre ma place").click()
    expect(camille.locator(".status")).to_contain_text("Bon retour")
    expect(host.locator(".status")).to_contain_text("Camille reprend sa place.")
    phone = Walk(camille, "four-back", SHOTS)
    phone.state("back")
    host.get_by_role("button", name="Arrêter et compter").click()
    host.get_by_role("alertdialog").get_by_role("button", name="Proposer").click()
    phone.unscrolled(camille.get_by_role("button", name="Accepter"))
    for page in others:
        page.get_by_role("button", name="Accepter").click()
    for one in (Walk(host, "four-host", SHOTS), phone):
        one.result("Partie nulle.")
        one.state("result")
    expect(host.locator("[data-ply='1']")).to_have_text("accord")
    expect(host.locator(".turns li")).not_to_contain_text("Dé")


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
    expect(host.locator("[data-seat='1']")).to_contain_text("hors jeu")
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

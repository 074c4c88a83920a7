"""The openings beside the analysis board, and a game from a position to which a friend is invited."""

import re

from playwright.sync_api import Page, expect
from tests.support.browser_tables import cell
from tests.web.conftest import SHOTS, Server, Watch
from tests.web.test_table import axe

MATE_IN_ONE = "3k4/7R/3K4/8/8/8/8/8 w"


def play_over_http(page: Page, server: Server, *moves: str) -> None:
    """A finished game of one visitor at one screen."""
    plan = {"game": "makruk", "seats": [{"kind": "you"}, {"kind": "you"}]}
    table = page.request.post(f"{server.address}/api/tables", data=plan).json()
    for number, do in enumerate([*({"type": "move", "text": move} for move in moves), {"type": "resign", "seat": 1}]):
        version = page.request.get(f"{server.address}/api/tables/{table['id']}").json()["version"]
        done = page.request.post(f"{server.address}/api/tables/{table['id']}/acts", data={"k": f"k{number}", "v": version, "do": do})
        assert done.ok, done.text()


def test_openings_are_looked_at_and_walked_through(server: Server, watched: Watch) -> None:
    page = watched(locale="en-GB", width=1366, height=768)
    play_over_http(page, server, "h3-h4", "a6-a5")
    asked = f"{server.address}/api/openings?game=makruk&moves="
    for _ in range(100):  # counted a few seconds after its end
        if any("library" in move for move in page.request.get(asked).json().get("moves", [])):
            break
        page.wait_for_timeout(200)
    page.goto(f"{server.address}/analysis?game=makruk")
    page.locator("summary", has_text="Openings").click()
    book = page.get_by_role("region", name="Openings")
    row = book.get_by_role("row").filter(has=page.get_by_role("button", name="h4"))
    expect(row).to_contain_text("100")
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / "openings-library.png", full_page=True)
    assert axe(page) == []
    row.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("moves=h3-h4"))
    expect(book.get_by_role("button", name="a5")).to_be_visible()
    book.get_by_label("Players").select_option("engines")
    expect(book).to_contain_text("No game has come this way yet")
    page.goto(f"{server.address}/analysis?game=makruk")
    page.locator("summary", has_text="Openings").click()
    book.get_by_role("button", name="Engine book").click()
    expect(book).to_contain_text("games of the engine against itself")
    assert book.get_by_role("row").count() > 2
    page.screenshot(path=SHOTS / "openings-book.png", full_page=True)


def test_a_friend_is_invited_to_a_game_from_a_position(server: Server, watched: Watch) -> None:
    host, friend = watched(locale="en-GB", width=360, height=740), watched(locale="fr-FR", width=1366, height=768)
    host.goto(f"{server.address}/g/makruk?position={MATE_IN_ONE}")
    expect(host.get_by_text("The game will begin in the position below")).to_be_visible()
    host.get_by_label("A friend I invite").check()
    host.screenshot(path=SHOTS / "position-form.png", full_page=True)
    host.get_by_role("button", name="Set up the table and invite").click()
    expect(host).to_have_url(re.compile("/t/"))
    expect(host.get_by_text("from a given position").first).to_be_visible()
    code = host.request.get(f"{server.address}/api/tables/{host.url.rsplit('/', 1)[1]}").json()["code"]
    friend.goto(f"{server.address}/j/{code}")
    card = friend.locator(".invitation")
    expect(card).to_contain_text("à partir d'une position donnée")
    friend.screenshot(path=SHOTS / "position-invitation.png")
    card.get_by_role("button").first.click()
    expect(card).to_be_hidden()
    cell(host, "h7").click()
    cell(host, "h8").click()
    expect(friend.locator(".result, [class*=result]").first).to_be_visible()
    table = host.url.rsplit("/", 1)[1]
    friend.goto(f"{server.address}/replay/{table}?code={code}")
    expect(friend.get_by_text("à partir d'une position donnée")).to_be_visible()

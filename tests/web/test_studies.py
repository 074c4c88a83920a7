"""A teacher's way: make a study, share it, print it; a pupil solves the homework."""

import re

from playwright.sync_api import Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_tables import cell
from tests.web.conftest import SHOTS, Server, Watch
from tests.web.test_table import axe

PASSWORD = "trois petits tokens"
MATE_IN_ONE = "3k4/7R/3K4/8/8/8/8/8 w"


def play(page: Page, *cells: str) -> None:
    for name in cells:
        cell(page, name).click()


def assert_board_in_first_view_of_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("scrollTo(0, 0)")
    board = page.locator("tablier-board").bounding_box()
    assert board and board["y"] + board["height"] <= 740
    assert misfits(page) == []
    page.set_viewport_size({"width": 1366, "height": 768})


def test_a_teacher_gives_homework_and_a_pupil_solves_it(server: Server, watched: Watch) -> None:
    teacher = watched(locale="en-GB", width=1366, height=768)
    made = teacher.request.post(f"{server.address}/api/accounts", data={"name": "Prof-Malee", "password": PASSWORD})
    assert made.ok, made.text()
    teacher.goto(f"{server.address}/studies")
    teacher.get_by_label("Title of the study").fill("Rook <i>endings</i>")
    teacher.get_by_role("button", name="New study").click()
    teacher.get_by_role("button", name="Add a chapter").click()
    teacher.get_by_label("Title of the chapter").fill("The last rank")
    teacher.get_by_role("main").get_by_role("combobox", name="Game").select_option("makruk")
    teacher.get_by_text("House rules").click()
    teacher.get_by_label("Double step of the Bia").select_option("on")
    teacher.get_by_label("Position").fill(MATE_IN_ONE)
    teacher.get_by_role("button", name="Set up this position").click()
    teacher.get_by_label("Text").last.fill("White mates at once. <b>How?</b>")
    teacher.get_by_label("An exercise").check()
    expect(cell(teacher, "h7")).to_have_attribute("aria-label", re.compile("Rua", re.I))
    play(teacher, "h7", "h8")
    tree = teacher.get_by_role("region", name="Moves and variations")
    expect(tree.locator("[data-entry='h7-h8']")).to_have_attribute("aria-current", "step")
    teacher.get_by_label("Comment").fill("Checkmate, before the count ends.")
    teacher.get_by_role("button", name="To the start").click()
    play(teacher, "h7", "h1")
    teacher.get_by_label("Comment").fill("Too slow.")
    teacher.get_by_role("button", name="? mistake", exact=True).click()
    expect(tree.get_by_role("button", name=re.compile(r"h1\?$"))).to_be_visible()
    teacher.screenshot(path=SHOTS / "study-editor.png", full_page=True)
    assert_board_in_first_view_of_a_phone(teacher)
    assert axe(teacher) == []
    teacher.get_by_role("button", name="Save").click()
    expect(teacher.get_by_role("button", name="Save")).to_be_disabled()
    stored = teacher.request.get(teacher.url.replace("/studies/", "/api/studies/")).json()["content"]["chapters"][0]
    assert stored["options"] == {"double_step": "on"}
    assert [(one["move"], one.get("mark"), one.get("after")) for one in stored["moves"]] == [("h7-h8", None, None), ("h7-h1", "?", None)]
    teacher.get_by_role("link", name="See the study").click()
    expect(teacher.get_by_role("heading", level=1)).to_have_text("Rook <i>endings</i>")
    expect(teacher.locator(".screen").get_by_text("White mates at once. <b>How?</b>")).to_be_visible()
    expect(teacher.locator(".screen").get_by_text("Checkmate, before the count ends.")).to_be_visible()
    teacher.get_by_role("button", name="Next move").click()
    expect(cell(teacher, "h8")).to_have_attribute("aria-label", re.compile("Rua", re.I))
    teacher.screenshot(path=SHOTS / "study-reader.png", full_page=True)
    assert_board_in_first_view_of_a_phone(teacher)
    address = teacher.url

    teacher.goto(f"{address}?homework=1")
    teacher.emulate_media(media="print")
    expect(teacher.locator(".paper svg").first).to_be_visible()
    expect(teacher.locator(".paper")).to_contain_text("Your answer")
    expect(teacher.locator(".paper")).not_to_contain_text("Checkmate")
    expect(teacher.locator(".screen")).to_be_hidden()
    assert teacher.pdf(path=SHOTS / "study.pdf").startswith(b"%PDF")

    pupil = watched(locale="fr-FR", width=360, height=740)
    pupil.goto(f"{address}?homework=1")
    expect(pupil.get_by_text("0 sur 1")).to_be_visible()
    play(pupil, "h7", "h1")
    expect(pupil.locator(".told")).to_contain_text("Too slow.")
    play(pupil, "h7", "h2")
    expect(pupil.locator(".told")).to_contain_text("Pas ce coup-là")
    play(pupil, "h7", "h8")
    expect(pupil.locator(".told")).to_contain_text("Trouvé")
    expect(pupil.get_by_text("1 sur 1")).to_be_visible()
    pupil.screenshot(path=SHOTS / "study-homework.png", full_page=True)
    assert axe(pupil) == []
    pupil.reload()
    expect(pupil.get_by_text("1 sur 1")).to_be_visible()

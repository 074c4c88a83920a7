"""What happened at a table is seen: check, mate, traces of turns, the pace of computers, the die, captures, the sound."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_tables import cell, expect_plies, hotseat, set_table
from tests.web.conftest import NewPage, Server
from tests.web.test_manners import in_first_view
from tests.web.test_table import axe

SCORES = json.loads((Path(__file__).parent / "scores.json").read_text(encoding="utf-8"))
MATE = next(one["moves"].split() for one in SCORES if one["game"] == "makruk")
PACE = 1000
"""Milliseconds; more than a computer's answer is held back."""
UNCOVERED = """() => [...document.querySelectorAll('tablier-board .lit')].every(cell => {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return [0.3, 0.7].every(x => [0.3, 0.7].every(y => !document.elementFromPoint(left + x * width, top + y * height)?.closest('.result')));
})"""
CHECK = MATE.index("a5-b6") + 1


def play(page: Page, server: Server, table: str, moves: list[str], done: int = 0) -> None:
    """Play moves for both seats over HTTP, as fast as the server takes them."""
    address = f"{server.address}/api/tables/{table}"
    for number, text in enumerate(moves, done):
        version = page.context.request.get(address).json()["version"]
        body = {"k": f"k{number}", "v": version, "do": {"type": "move", "text": text, "seat": number % 2}}
        answer = page.context.request.post(f"{address}/acts", data=json.dumps(body), headers={"Content-Type": "application/json"})
        assert answer.ok, answer.text()
    expect_plies(page, done + len(moves))


def test_check_glows_and_is_called_and_mate_is_marked(new_page: NewPage, server: Server):
    page = new_page(360, 740)
    table = set_table(page, server.address, hotseat("makruk", 2))
    play(page, server, table, MATE[:CHECK])
    expect(page.locator(".state strong")).to_have_text("Échec\u00a0!")
    expect(page.locator(".state")).to_contain_text("Déplacez le Khun")
    expect(page.locator("tablier-board .danger")).to_have_count(1)
    expect(page.locator("[role=status]").last).to_contain_text("Échec\u00a0!")
    assert in_first_view(page, page.locator(".state"))
    actions = [box for one in page.locator(".actions button").all() if (box := one.bounding_box())]
    assert len(actions) == 7 and len({box["y"] for box in actions}) == 1, "the actions at one screen are one row"
    assert misfits(page) == []
    moves = page.locator(".pairs li")
    expect(moves.first).to_have_text(re.compile(r"1\.\s*♗e2\s*♗c7"))
    expect(moves.last).to_contain_text("axb6=♕+")
    assert axe(page) == []
    play(page, server, table, MATE[CHECK:], CHECK)
    expect(page.locator(".pairs li").last).to_contain_text("♘a3#")
    expect(page.locator("tablier-board .danger")).to_have_count(0)
    assert page.locator("tablier-board .lit").count() >= 2  # the Khun and what attacks it
    expect(page.locator(".board .result")).to_be_in_viewport(ratio=1)
    assert page.evaluate(UNCOVERED), "the panel of the result leaves the decisive cells in sight"
    page.reload()
    expect_plies(page, len(MATE))
    expect(page.locator(".pairs li").last).to_contain_text("♘a3#")


def test_captures_stand_with_their_taker_also_after_a_reload_and_a_take_back(new_page: NewPage, server: Server):
    page = new_page()
    table = set_table(page, server.address, hotseat("makruk", 2))
    play(page, server, table, ["e3-e4", "d6-d5", "e4-d5"])
    white = page.locator('[data-seat="0"]')
    expect(white.locator(".captured")).to_have_count(1)
    expect(white).to_contain_text("Bia (pion) noir")
    page.reload()
    expect(white.locator(".captured")).to_have_count(1)
    page.get_by_role("button", name="Reprendre mon coup").click()
    expect_plies(page, 2)
    expect(white.locator(".captured")).to_have_count(0)


def test_the_turns_of_the_others_leave_their_trace(new_page: NewPage, server: Server):
    page = new_page(1366, 768)
    seats = [{"kind": "you"}, *([{"kind": "engine", "level": 1}] * 3)]
    set_table(page, server.address, {"game": "mako", "seats": seats, "private": True})
    cell(page, "g1").click()
    cell(page, "g2").click()
    expect(page.locator(".state")).to_contain_text("Mouillez une mine")
    page.locator("tablier-board .point").first.click()
    expect(page.locator(".state")).to_contain_text("Avancez votre navire")
    rows = page.locator(".turns .recent").all_text_contents()
    names = [name for row in rows for name in ("Ouest", "Nord", "Est") if re.search(rf"{name}\s:", row)]
    assert len(names) == len(rows) and list(dict.fromkeys(names)) == ["Ouest", "Nord", "Est"], "who hits a boat plays again"
    ways, traced = page.locator("tablier-board .way").count(), page.locator("tablier-board .put").count()
    assert ways <= len(rows) and ways + traced >= 1
    die = page.locator(".die svg").bounding_box()
    board = page.locator("tablier-board").bounding_box()
    assert die and board
    assert die["width"] >= 70 and die["x"] >= board["x"] + board["width"], "the die is large and beside the board"
    assert not page.get_by_role("button", name="passer").evaluate("one => one.classList.contains('main')")
    assert axe(page) == []


def test_a_computer_answers_at_a_human_pace(new_page: NewPage, server: Server):
    page = new_page(paced=True)
    page.clock.install()
    plan = {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "engine", "level": 1}], "private": True}
    table = set_table(page, server.address, plan)
    page.clock.pause_at(page.evaluate("Date.now() + 2000"))
    cell(page, "a3").click()
    cell(page, "a4").click()
    expect_plies(page, 1)
    while page.context.request.get(f"{server.address}/api/tables/{table}").json()["ply"] < 2:
        page.wait_for_timeout(100)  # not more often: requests are counted
    expect_plies(page, 1)
    page.clock.run_for(PACE)
    expect_plies(page, 2)


def test_the_sound_has_a_switch_at_the_table(new_page: NewPage, server: Server):
    page = new_page(360, 740)
    set_table(page, server.address, hotseat("makyek", 2))
    switch = page.get_by_role("button", name="Son", exact=True)
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")

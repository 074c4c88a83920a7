"""Puzzles on the pages: from the list to a solved one, a missed one, and the next, by mouse and keyboard."""

import re

from playwright.sync_api import Page, expect
from tests.support.browser_tables import cell
from tests.web.conftest import Server, Watch
from tests.web.test_table import axe

from tablier import Match
from tablier.puzzles import Puzzle, puzzles_of

GAME = "turkish"


def of_moves(count: int) -> Puzzle:
    """A puzzle whose moves, the second best one too, are two clicks each."""
    plain = re.compile(r"[a-h]\d[-x][a-h]\d")
    return next(
        one
        for one in puzzles_of(GAME)
        if len(one.solver_moves) == count and all(plain.fullmatch(move) for move in (*one.solver_moves, one.instead[0]))
    )


def play(page: Page, move: str) -> None:
    """Click a move of two cells."""
    for name in re.findall(r"[a-h]\d", move):
        cell(page, name).click()


def test_puzzles_are_solved_missed_and_followed_by_the_next(server: Server, watched: Watch) -> None:
    several, one = of_moves(2), of_moves(1)
    page = watched(locale="en-GB")
    page.goto(f"{server.address}/puzzles")
    page.get_by_role("link", name="Solve: Turkish draughts").click()
    expect(page).to_have_url(re.compile(rf"/puzzles/{GAME}/[0-9a-f]{{6}}$"))

    page.goto(f"{server.address}/puzzles/{GAME}/{several.id}")
    play(page, several.solver_moves[0])
    expect(page.locator(".answer")).to_contain_text("Your opponent has replied")
    play(page, several.solver_moves[1])
    expect(page.locator(".answer")).to_contain_text("Solved!")
    expect(page.get_by_role("heading", name="The solution")).to_be_visible()
    expect(page.locator("section.card li").first).to_be_visible()
    expect(page.get_by_text("Streak: 1")).to_be_visible()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    assert axe(page) == []

    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(several.id))

    page.goto(f"{server.address}/puzzles/{GAME}/{one.id}")
    play(page, one.instead[0])
    expect(page.locator(".answer")).to_contain_text("not the best move")
    expect(page.get_by_text("Streak: 0")).to_be_visible()
    expect(page.locator(".record li").first).to_have_text(re.compile(r"^✕ Missed"))
    expect(page.locator(".record")).not_to_contain_text(one.id)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("heading", name="The solution")).to_be_visible()
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("to play")


def test_the_data_has_puzzles_for_this_walk() -> None:
    for puzzle in (of_moves(1), of_moves(2)):
        rules = puzzles_of(GAME).rules()
        Match(rules, rules.load(puzzle.position)).play(puzzle.moves[0])

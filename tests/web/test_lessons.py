"""A beginner's way through the chapters of a game, solved by the moves that the tests of the lessons have proved."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_tables import cell
from tests.support.lessons import begun, exercises
from tests.support.walk import shown
from tests.web.conftest import SHOTS, NewPage, Server
from tests.web.test_account import log_in, register
from tests.web.test_table import axe

from tablier.core.lesson import MOST_STARS, Attempt, Exercise
from tablier.core.play import DONE
from tablier.games import chapters, game

FIRST = "malawi"
WALKED = "makruk"
OTHERS = ["achef", "apit", "makyek", "mako", "malawi", "turkish"]


def click_move(page: Page, attempt: Attempt, text: str) -> None:
    """Make a move by the clicks that the board would take for it."""
    rules, pos = attempt.game, attempt.position
    gesture = rules.gestures(pos)[rules.parse(text)]
    for target in (*gesture.ordered, *sorted(gesture.unordered)):
        if target == DONE:
            page.get_by_role("button", name=re.compile("^(terminé|done)$", re.IGNORECASE)).click()
        else:
            cell(page, target).click()


def solve(page: Page, name: str, exercise: Exercise) -> None:
    """Solve the exercise that is shown, its shortest way."""
    attempt = begun(name, exercise)
    expect(page.locator(".lesson[data-used='0'][data-state=going]")).to_be_visible()
    for used, text in enumerate(exercise.solution.split(), 1):
        click_move(page, attempt, text)
        attempt = attempt.play(text)
        expect(page.locator(f".lesson[data-used='{used}'][data-state={'solved' if attempt.solved else 'going'}]")).to_be_visible()
    expect(page.locator(".remark.good")).to_contain_text("Bravo")
    expect(page.locator(".remark [role=img]")).to_have_attribute("aria-label", f"{MOST_STARS} étoiles sur 3")


def walk(page: Page, server: Server, name: str) -> None:
    """From the list of chapters through all of them, the first game included, back to the list."""
    page.goto(f"{server.address}/learn/{name}")
    page.get_by_role("link", name="Commencer").click()
    total = 0
    for chapter in chapters(name):
        for number, exercise in enumerate(chapter.exercises):
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            solve(page, name, exercise)
            total += 1
            if not number:
                assert misfits(page) == []
                assert shown(page) == []
            expect(page.locator(".answer button.main")).to_be_focused()
            page.keyboard.press("Enter")
        if not chapter.exercises:
            total += 1
            following = page.url
            page.get_by_role("button", name="Jouer ma première partie").click()
            expect(page).to_have_url(re.compile(r"/t/.*advice"))
            expect(page.get_by_text(re.compile("^Conseil|Un conseil")).first).to_be_visible()
            page.goto(following)
            page.get_by_role("button", name=re.compile("^Chapitre suivant")).click()
    expect(page.get_by_text(f"{MOST_STARS * total} étoiles sur {MOST_STARS * total}")).to_be_visible()
    expect(page.get_by_role("link", name="Jouer maintenant")).to_be_visible()


def test_a_beginner_learns_a_game_from_nothing(new_page: NewPage, server: Server):
    page = new_page(360, 740)
    walk(page, server, WALKED)
    page.screenshot(path=SHOTS / "lessons-done-360.png")
    page.reload()
    expect(page.get_by_text(re.compile("Vous savez jouer"))).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_a_beginner_learns_every_game(new_page: NewPage, server: Server, name: str):
    walk(new_page(1366, 768), server, name)


def test_a_wrong_try_is_answered_gently_and_may_be_repeated(new_page: NewPage, server: Server):
    page = new_page(1366, 768)
    (_, _, first), (_, _, second), (_, _, third) = list(exercises(FIRST))[:3]
    page.goto(f"{server.address}/learn/{FIRST}/goal-1")
    for target in ("a4", "a5"):  # two rings are two squares
        cell(page, target).click()
    expect(page.locator(".remark.wrong")).to_contain_text("exactement autant de cases")
    expect(cell(page, "a6")).to_have_attribute("aria-label", re.compile("étoile"))
    for target in ("a4", "c4"):  # legal, and not what is asked
        cell(page, target).click()
    expect(page.locator(".remark.wrong")).to_contain_text("Essayez encore")
    assert axe(page) == []
    expect(page.get_by_role("button", name="Réessayer")).to_be_focused()
    page.keyboard.press("Enter")
    solve(page, FIRST, first)
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("/goal-2$"))
    page.get_by_role("button", name="Un indice").click()
    expect(page.locator(".remark")).to_contain_text("pièce éclairée")
    page.get_by_role("button", name="Montrez-moi").click()
    expect(page.locator(".remark")).to_contain_text("À vous, maintenant")
    solve(page, FIRST, second)
    page.keyboard.press("Enter")
    click_move(page, begun(FIRST, third), "b2-b3")
    expect(page.locator(".lesson[data-used='1'][data-state=going]")).to_be_visible()
    page.get_by_role("button", name="Reprendre un coup").click()
    solve(page, FIRST, third)
    assert axe(page) == []


def test_stars_follow_an_account_to_another_browser(new_page: NewPage, server: Server):
    page = new_page()
    (_, _, first), *_ = exercises(FIRST)
    page.goto(f"{server.address}/learn/{FIRST}/goal-1")
    solve(page, FIRST, first)
    register(page, server, "Apprentie")
    other = log_in(new_page(), server, "Apprentie")
    for one in (page, other):
        expect(one.get_by_role("button", name="Se déconnecter")).to_be_visible()
        one.goto(f"{server.address}/learn/{FIRST}")
        expect(one.get_by_text(re.compile("^3 étoiles sur "))).to_be_visible()
    other.goto(f"{server.address}/me")
    other.get_by_role("button", name="Se déconnecter").click()
    expect(other.get_by_role("form", name="Se connecter")).to_be_visible()
    other.goto(f"{server.address}/learn/{FIRST}")
    expect(other.get_by_text(re.compile("^0 étoile sur "))).to_be_visible()


def test_a_lesson_that_is_not_there_says_so(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(f"{server.address}/learn/{FIRST}/nothing-1")
    expect(page.get_by_text("Cette leçon n'existe pas")).to_be_visible()
    page.get_by_role("link", name="Les chapitres").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(game(FIRST).info.name.fr)

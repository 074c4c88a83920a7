"""Challenges walked in the browser: the bell, the panel, the profile and the list of bots online."""

import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_tables import board_is_there
from tests.web.conftest import SHOTS, NewPage, Server

SIZES = {360: 740, 1366: 768}
PASSWORD = "trois petits tokens"
WORDS = {
    "fr-FR": (
        "Défier",
        "Lancer le défi",
        "Relever le défi",
        "Décliner",
        "Que lui répondre ?",
        "Entendu",
        "décline votre défi",
        "vous défie",
    ),
    "en-GB": ("Challenge", "Send the challenge", "Accept", "Decline", "Your answer", "Got it", "declines your", "challenges you"),
}


def log_in(page: Page, address: str, name: str) -> None:
    """Make an account, as its browser remembers it."""
    page.goto(f"{address}/about")
    made = page.request.post(f"{address}/api/accounts", data={"name": name, "password": PASSWORD})
    assert made.status == 201, made.text()
    page.evaluate("localStorage.setItem('tablier.account', '1')")
    page.goto(f"{address}/")


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return wide


@pytest.mark.parametrize(("width", "locale"), [(360, "fr-FR"), (1366, "en-GB")])
def test_a_challenge_is_sent_seen_accepted_and_another_is_declined(new_page: NewPage, server: Server, width: int, locale: str):
    button, send, accept, decline, question, read, declined, challenges_you = WORDS[locale]
    ada, blaise, chloe = (new_page(width, SIZES[width], locale) for _ in range(3))
    names = [f"{name}{width}" for name in ("Ada", "Blaise", "Chloe")]
    for page, name in zip((ada, blaise, chloe), names, strict=True):
        log_in(page, server.address, name)

    # Ada asks Blaise for a game on the clock; Blaise is told wherever he is.
    ada.goto(f"{server.address}/players/{names[1]}")
    ada.get_by_role("button", name=button, exact=True).click()
    form = ada.locator("form", has=ada.get_by_role("button", name=send))
    form.get_by_role("combobox").first.select_option("makyek")
    form.get_by_role("combobox").last.select_option("2")
    ada.screenshot(path=SHOTS / f"challenge-form-{width}.png", full_page=True)
    assert fits(ada)
    form.get_by_role("button", name=send).click()
    expect(blaise.locator(".bell .count")).to_have_text("1")
    blaise.locator(".bell").click()
    panel = blaise.locator("#challenges")
    expect(panel.get_by_role("heading")).to_contain_text(f"{names[0]} {challenges_you}")
    expect(panel).to_contain_text("10 min + 5 s")
    blaise.screenshot(path=SHOTS / f"challenge-received-{width}.png")
    assert fits(blaise) and fits(ada)
    panel.get_by_role("button", name=accept).click()

    # Both are at the table.
    for page in (blaise, ada):
        page.wait_for_url("**/t/*")
        board_is_there(page)
        expect(page.locator("[data-seat]")).to_have_count(2)
    assert ada.url == blaise.url

    # Chloé declines, and says why.
    ada.goto(f"{server.address}/players/{names[2]}?challenge=apit")
    ada.get_by_role("button", name=send).click()
    expect(chloe.locator(".bell .count")).to_have_text("1")
    chloe.locator(".bell").click()
    panel = chloe.locator("#challenges")
    panel.get_by_role("button", name=decline).click()
    panel.get_by_label(question).select_option("later")
    chloe.screenshot(path=SHOTS / f"challenge-declining-{width}.png")
    panel.get_by_role("button", name=decline).click()
    expect(chloe.locator(".bell .count")).to_have_count(0)
    expect(ada.locator(".bell .count")).to_have_text("1")
    ada.locator(".bell").click()
    answer = ada.locator("#challenges")
    expect(answer).to_contain_text(declined)
    expect(answer.locator(".said")).to_be_visible()
    ada.screenshot(path=SHOTS / f"challenge-declined-{width}.png")
    answer.get_by_role("button", name=read).click()
    expect(ada.locator(".bell .count")).to_have_count(0)


def test_a_guest_challenges_a_bot_online_from_the_lobby(new_page: NewPage, server: Server):
    with httpx.Client(base_url=f"{server.address}/api") as browser:
        browser.post("/accounts", json={"name": "R2D2", "password": PASSWORD, "bot": True}).raise_for_status()
        secret = browser.post("/tokens", json={"name": "bot", "scopes": ["play", "read"]}).raise_for_status().json()["secret"]
    page = new_page(1366, 768)
    with httpx.Client(base_url=f"{server.address}/api", headers={"Authorization": f"Bearer {secret}"}, timeout=60) as bot:
        bot.put("/me/challenges", json={"games": ["makyek", "turkish"]}).raise_for_status()
        with bot.stream("GET", "/stream") as stream:
            page.goto(f"{server.address}/lobby")
            listed = page.locator("li", has_text="R2D2")
            expect(listed).to_contain_text("Mak-Yek")
            page.screenshot(path=SHOTS / "bots-online.png")
            listed.get_by_role("link", name="Défier R2D2").click()
            page.get_by_role("button", name="Lancer le défi").click()
            told = next(line for line in stream.iter_lines() if '"challenge"' in line)
            page.screenshot(path=SHOTS / "challenge-waiting.png")
            identifier = told.partition('"id":"challenge:')[2].partition(":")[0]
            bot.post(f"/challenges/{identifier}/accept").raise_for_status()
            page.wait_for_url("**/t/*")
            board_is_there(page)
            expect(page.locator("[data-seat]").filter(has_text="R2D2")).to_have_count(1)

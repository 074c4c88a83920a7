"""The analyst's way: a game comes in, is analysed whole, tried otherwise without being lost, corrected, edited and shared by link."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_tables import cell
from tests.web.conftest import SHOTS, NewPage, Server
from tests.web.test_table import axe

from tablier.api.tables import SeatPlan, TablePlan
from tablier.client import Client

POSITION = "8/8/8/8/1b1b4/8/8/2w3wb w 0"
"""White can take two at once."""

ENDING = "8/8/8/5R2/8/8/8/k5K1 w"
"""Won in 7."""


def bring(page: Page, server: Server) -> None:
    """A short game in which White misses that."""
    page.goto(f"{server.address}/analysis?game=makyek&position={POSITION.replace(' ', '+')}&moves=g1-g2+h1-h2+g2-g3&ply=0")
    expect(page.get_by_role("heading", name="Coup 0 sur 3")).to_be_visible()


def learn_from_mistakes(page: Page) -> None:
    page.get_by_role("button", name="Revoir les fautes : Blanc").click()
    for name in ("g1", "f1"):
        cell(page, name).click()
    expect(page.locator(".told")).to_contain_text("Essayez encore")
    page.get_by_role("button", name="Un indice").click()
    expect(page.locator(".told")).to_contain_text("c1")
    for name in ("c1", "c4"):
        cell(page, name).click()
    expect(page.locator(".told")).to_contain_text("Bien trouvé")
    page.get_by_role("button", name="Revenir à l'analyse").click()


def test_the_analysts_way(new_page: NewPage, server: Server):
    page = new_page(1366, 768)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bring(page, server)

    # the whole game is judged: White missed two pieces at once
    page.get_by_role("button", name="Analyser toute la partie").click()
    tree = page.get_by_role("region", name="Coups et variantes")
    expect(tree.get_by_role("button", name=re.compile(r"^g1-g2\s*\?"))).to_be_visible()
    page.get_by_role("button", name="Coup suivant").click()
    expect(page.locator(".fault")).to_contain_text("Mieux")
    expect(page.locator(".fault")).to_contain_text("c1-c4")
    expect(page.locator(".fault li").first).to_be_visible()
    expect(page.get_by_text(re.compile("^Blanc.*(erreur|gaffe)")).first).to_be_visible()
    page.screenshot(path=SHOTS / "analyst-judged.png", full_page=True)
    assert axe(page) == []

    # the better move is tried: the game is still there
    page.get_by_role("button", name="Montrer ce coup").click()
    expect(tree.get_by_role("button", name=re.compile("c1-c4"))).to_be_visible()
    expect(tree.locator("[data-entry='g2-g3']")).to_be_visible()
    page.get_by_role("button", name="!! excellent").click()
    page.get_by_label("Commentaire").fill("Deux prises d'un coup")
    page.get_by_label("Commentaire").blur()
    expect(tree.get_by_text("Deux prises d'un coup")).to_be_visible()
    page.get_by_role("button", name="En faire la suite principale").click()
    expect(tree.locator("[data-entry='c1-c4']")).to_contain_text("!!")
    page.reload()
    expect(tree.locator("[data-entry='c1-c4']")).to_contain_text("!!")
    expect(tree.get_by_role("button", name=re.compile("g1-g2"))).to_be_visible()
    page.get_by_role("button", name="Effacer à partir d'ici").click()
    expect(tree.locator("[data-entry='g1-g2']")).to_be_visible()
    page.get_by_role("button", name="Annuler l'effacement").click()
    expect(tree.locator("[data-entry='c1-c4']")).to_be_visible()
    page.screenshot(path=SHOTS / "analyst-tree.png", full_page=True)

    # the faults are gone through: a wrong try, a hint, the right move
    tree.get_by_role("button", name=re.compile("^1.*g1-g2")).first.click()
    learn_from_mistakes(page)

    # a line is shared by link
    page.get_by_role("button", name="Copier le lien").click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = new_page(360, 740, "en-GB")
    other.goto(link)
    expect(other.get_by_role("region", name="Moves and variations").locator("[data-entry='g1-g2']")).to_be_visible()
    other.screenshot(path=SHOTS / "analyst-link-360.png", full_page=True)

    # another position is set up: what is impossible is said
    page.get_by_role("button", name="Composer une position").click()
    page.get_by_role("button", name="Vider le plateau").click()
    expect(page.get_by_text("Cette position est possible.")).to_be_visible()
    for name in ("a1", "c1", "e1"):
        cell(page, name).click()
    page.get_by_role("radio").nth(1).check(force=True)
    for name in ("h8", "f8", "d8"):
        cell(page, name).click()
    quiet = page.get_by_label("Coups sans capture")
    quiet.fill("many")
    expect(page.get_by_text("Cette position n'est pas possible")).to_be_visible()
    quiet.fill("97")
    expect(page.get_by_text("Cette position est possible.")).to_be_visible()
    page.screenshot(path=SHOTS / "analyst-editor.png", full_page=True)
    assert axe(page) == []
    page.get_by_role("button", name="Analyser cette position").click()
    expect(page).to_have_url(re.compile(r"position=3b1b1b.*97"))
    expect(page.get_by_role("link", name="Jouer la suite contre l'ordinateur")).to_have_attribute(
        "href", re.compile(r"/g/makyek\?position=")
    )


def test_a_finished_table_keeps_its_analysis(new_page: NewPage, server: Server):
    with Client(server.address) as player:
        table = player.create_table(TablePlan("makyek", (SeatPlan("you"), SeatPlan("you")), position=POSITION)).id
        for seat, move in enumerate(("g1-g2", "h1-h2", "g2-g3")):
            player.move(table, move, player.table(table).version, seat % 2)
        player.resign(table, 1)
    page = new_page(1366, 768)
    page.goto(f"{server.address}/t/{table}")
    page.get_by_role("link", name="Analyser").first.click()
    expect(page).to_have_url(re.compile(rf"/analysis\?.*table={table}"))

    # judged whole, with marks, the better move and its reasons
    page.get_by_role("button", name="Analyser toute la partie").click()
    tree = page.get_by_role("region", name="Coups et variantes")
    expect(tree.get_by_role("button", name=re.compile(r"^g1-g2\s*\?"))).to_be_visible()
    expect(page.get_by_text("L'analyse reste avec la partie")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Analyser toute la partie|Reprendre"))).to_have_count(0)
    tree.locator("[data-ply='1']").click()
    expect(page.locator(".fault")).to_contain_text("Mieux : c1-c4")
    expect(page.locator(".fault li").first).to_be_visible()
    page.screenshot(path=SHOTS / "analyst-table.png", full_page=True)
    learn_from_mistakes(page)

    # another visitor finds it judged
    other = new_page(360, 740, "en-GB")
    other.goto(f"{server.address}/analysis?table={table}")
    kept = other.get_by_role("region", name="Moves and variations")
    expect(kept.get_by_role("button", name=re.compile(r"^g1-g2\s*\?"))).to_be_visible()
    expect(other.get_by_role("button", name="Learn from the mistakes: White")).to_be_visible()
    other.screenshot(path=SHOTS / "analyst-table-360.png", full_page=True)


@pytest.mark.parametrize(
    ("locale", "won", "drawn"),
    [
        (
            "fr-FR",
            "exact : gagné en 7 (le compte en laisse 13)",
            "exact : nulle par le compte (gagné en 7, mais le compte n'en laisse que 6)",
        ),
        ("en-GB", "exact: won in 7 (the count leaves 13)", "exact: drawn by the count (won in 7, but the count leaves only 6)"),
    ],
)
def test_an_ending_is_said_to_be_exact_with_what_the_count_leaves(new_page: NewPage, server: Server, locale: str, won: str, drawn: str):
    page = new_page(360, 740, locale)
    for counted, words in ((4, won), (18, drawn)):
        page.goto(f"{server.address}/analysis?game=makruk&position={ENDING.replace(' ', '+')}+-+30+{counted}+40")
        page.get_by_role("switch").check()
        expect(page.get_by_text(words).first).to_be_visible()
    assert axe(page) == []
    page.screenshot(path=SHOTS / f"analyst-exact-{locale}.png", full_page=True)

"""The ways of visitors, walked by their clicks, taps or keys from the first page to the end.

A walk fails on a scroll before *Jouer*, on text outside its box, on an identifier in a page, and on a result that is not shown.
An invitation between two devices and four at a table of whom one leaves are walked in test_people.py, the chapters of a game by a
beginner in test_lessons.py.
"""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.support.browser_moves import Player
from tests.support.browser_tables import board_is_there, cell, expect_plies
from tests.support.walk import Finger, Walk, spoken, words_shown
from tests.web.conftest import ROOT, SHOTS, NewPage, Server
from tests.web.test_table import axe

from tablier import Match, game
from tablier.core.law import Example
from tablier.games import AnyGame
from tablier.search.levels import LevelPlayer
from tablier.testing.examples import show

MOST = 40
"""Own moves after which a game against level 1 should be over."""
LONG = pytest.mark.slow
"""The whole of a walk of which a part is walked every time."""
SCORES = json.loads((ROOT / "tests/web/scores.json").read_text(encoding="utf-8"))
FRENCH = re.compile(r"\b(?:le|les|des|une|vous|est|sont|avec|coup|partie|joueur|Anonyme|Invité|Blanc|Noir)\b")


def score_of(name: str) -> list[str]:
    """A short game with a winner, under the rules of the sheet."""
    moves: str = next(one["moves"] for one in SCORES if one["game"] == name)
    return moves.split()


def open_game(walk: Walk, server: Server, name: str) -> None:
    """From the first page to the page of a game."""
    walk.page.goto(server.address)
    board_is_there(walk.page)
    walk.page.get_by_role("article").get_by_role("link", name=game(name).info.name.say(language(walk.page)), exact=True).click()
    expect(walk.page.get_by_role("heading", level=1)).to_have_text(game(name).info.name.say(language(walk.page)))


def language(page: Page) -> str:
    lang: str = page.evaluate("document.documentElement.lang")
    return lang


def resign(page: Page, words: str = "Abandonner") -> None:
    page.get_by_role("button", name=words).click()
    page.get_by_role("alertdialog").get_by_role("button", name=words).click()


@pytest.mark.parametrize("most", [2, pytest.param(MOST, marks=LONG)])
def test_a_first_game_on_a_phone(new_page: NewPage, server: Server, most: int):
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    walk = Walk(page, "phone", SHOTS)
    page.goto(server.address)
    board_is_there(page)
    walk.unscrolled(page.get_by_role("button", name="Jouer", exact=True))
    walk.state("home")
    page.get_by_role("link", name="Voir tous les jeux").tap()
    rules = game("malawi")
    page.get_by_role("article").get_by_role("link", name=rules.info.name.fr, exact=True).tap()
    page.get_by_label("Niveau").select_option("1")
    start = page.get_by_role("button", name="Jouer contre l'ordinateur")
    walk.unscrolled(start)
    walk.state("game")
    start.tap()
    board_is_there(page)
    walk.unscrolled(page.locator(".state"))
    walk.unscrolled(page.locator("[data-seat='0']"))
    expect(page.get_by_label("Coup au clavier")).to_be_hidden()
    walk.state("table")
    player, chooser = Finger(page, Match(rules)), LevelPlayer(rules, 3, seed=1)
    player.look(0)
    for number in range(most):
        if player.over:
            break
        player.play(chooser.choose(player.match))
        player.look(len(player.match.entries) + 1)
        if number == 1:
            walk.state("middle")
    if most < MOST:
        resign(page)
        player.look(len(player.match.entries) + 1)
    assert player.over and player.match.outcome
    panel = walk.result("Vous avez gagné\u00a0!" if player.match.outcome.ranks[0] == 1 else "Vous avez perdu.")
    for name in ("Revanche", "Partager"):
        walk.unscrolled(panel.get_by_role("button", name=name))
    walk.state("result")
    table = page.url
    panel.get_by_role("button", name="Revanche").tap()
    page.wait_for_url(lambda url: url != table)
    expect(page.locator(".state")).to_contain_text("À vous de jouer")


def solve(page: Page, rules: AnyGame, example: Example) -> None:
    """Answer the exercise that is shown as a learner who knows the rule."""
    right = show(rules, example)
    understood = page.get_by_role("button", name=re.compile("Compris|Montrer le coup"))
    yes, no = page.get_by_role("button", name="Oui, c'est permis"), page.get_by_role("button", name="Non, c'est interdit")
    find = page.get_by_role("button", name="Montrez-moi")
    expect(understood.or_(yes).or_(find).first).to_be_visible()
    if understood.count():
        understood.click()
    elif yes.count():
        (no if right.refusal else yes).click()
    else:
        for target in right.game.gesture(right.game.parse(right.move)).ordered:
            cell(page, target).click()
    expect(page.locator(".answer.good")).to_be_visible()


@pytest.mark.parametrize("count", [4, pytest.param(None, marks=LONG)])
def test_all_rules_of_a_game_are_learnt_one_by_one(new_page: NewPage, server: Server, count: int | None):
    page = new_page(1366, 768)
    walk = Walk(page, "learn", SHOTS)
    open_game(walk, server, "makruk")
    walk.unscrolled(page.get_by_role("button", name="Jouer contre l'ordinateur"))
    page.get_by_role("link", name="Apprendre").click()
    page.get_by_role("link", name="Toutes les règles").click()
    lessons = [clause for clause in game("makruk").clauses if clause.examples]
    expect(page.get_by_role("heading", level=1)).to_have_text("Toutes les règles\u00a0: Makruk")
    walk.state("first")
    for done, clause in enumerate(lessons[:count], 1):
        for number, example in enumerate(clause.examples):
            solve(page, game("makruk"), example)
            expect(spoken(page)).to_contain_text(page.locator(".answer").inner_text().lstrip("✓ ").strip())
            if done == 3:
                walk.state(f"solved-{number}")
            if done < len(lessons) or number < len(clause.examples) - 1:
                page.get_by_role("button", name="Continuer").click()
        expect(page.get_by_text(re.compile(rf"{done} leçons? apprises? sur {len(lessons)}"))).to_be_visible()
    walk.state("learnt")
    if count:
        page.reload()
        expect(page.get_by_text(f"Leçon {count + 1} sur {len(lessons)}")).to_be_visible()
        expect(page.get_by_text(f"{count} leçons apprises sur {len(lessons)}")).to_be_visible()
        return
    page.get_by_role("link", name="Jouer maintenant").click()
    walk.unscrolled(page.get_by_role("button", name="Jouer contre l'ordinateur"))


def host_table(walk: Walk, server: Server, name: str) -> None:
    """A table for the first comer, by way of the page of the game."""
    open_game(walk, server, name)
    walk.page.get_by_label("Le premier venu").check()
    start = walk.page.get_by_role("button", name="Ouvrir une table au salon")
    walk.unscrolled(start)
    start.click()
    board_is_there(walk.page)


def tables(page: Page, heading: str, host: str) -> Locator:
    """The tables of a host that a section of the lobby lists."""
    return page.locator("section").filter(has_text=heading).get_by_role("listitem").filter(has_text=host)


def test_an_evening_is_hosted(new_page: NewPage, server: Server):
    host, guest, watcher = new_page(1366, 768), new_page(360, 740, has_touch=True, is_mobile=True), new_page(1366, 768)
    walk, visit, watch = (Walk(page, name, SHOTS) for page, name in ((host, "host"), (guest, "guest"), (watcher, "watch")))
    for name in ("makyek", "malawi"):
        host_table(walk, server, name)
        if name == "makyek":
            host.get_by_label("Votre nom").fill("Hélène")
            host.get_by_role("button", name="C'est moi").click()
            expect(host.locator("[data-seat='0']")).to_contain_text("Hélène")
    walk.state("waits")
    table = host.url

    guest.goto(server.address)
    guest.get_by_role("button", name="Navigation").tap()
    guest.get_by_role("link", name="Salon", exact=True).tap()
    waiting = tables(guest, "Tables qui attendent", "Hélène")
    expect(waiting).to_have_count(2)
    visit.state("lobby")
    waiting.filter(has_text=game("malawi").info.name.fr).get_by_role("link").tap()
    expect(guest.locator(".invitation").get_by_role("heading")).to_contain_text("Hélène")
    guest.get_by_role("button", name="S'asseoir").tap()
    expect(host.locator(".state")).to_contain_text("À vous de jouer")

    watcher.goto(server.address)
    watcher.get_by_role("link", name="Salon", exact=True).click()
    expect(tables(watcher, "Tables qui attendent", "Hélène")).to_have_count(1)
    running = tables(watcher, "Parties en cours", "Hélène")
    expect(running).to_have_count(1)
    watch.state("lobby")
    running.get_by_role("link", name="Regarder").click()
    board_is_there(watcher)
    expect(host.get_by_text("1 spectateur")).to_be_visible()
    moves = score_of("malawi")[:2]
    seats = [Player(host, Match(game("malawi"))), Finger(guest, Match(game("malawi")))]
    for number, text in enumerate(moves):
        seats[number % 2].look(number)
        seats[number % 2].play(text)
        expect_plies(watcher, number + 1)
    expect(watcher.get_by_role("button", name="Abandonner")).to_have_count(0)
    watch.state("watching")
    visit.state("playing")
    resign(host)
    walk.result("Vous avez perdu.")
    visit.result("Vous avez gagné\u00a0!")
    expect(watcher.locator(".board .result .why")).to_contain_text(re.compile("Hélène.*a abandonné"))
    for one in (walk, visit, watch):
        one.state("result")
    # The other table still waits, and the host finds it and the finished game.
    host.get_by_role("link", name="Mon profil", exact=True).click()
    expect(host.locator("li.card").filter(has_text="Aller à la table")).to_have_count(1)
    walk.state("profile")
    host.get_by_role("link", name="Archives", exact=True).click()
    expect(host.locator(f"a[href='/replay/{table.rsplit('/', 1)[1]}']")).to_be_visible()
    walk.state("archive")


def test_keys_and_spoken_text_are_enough(new_page: NewPage, server: Server):
    page = new_page(1366, 768)
    walk = Walk(page, "keys", SHOTS)
    page.goto(server.address)
    board_is_there(page)
    rules = game("apit")
    tile = page.get_by_role("article").filter(has=page.get_by_role("link", name=rules.info.name.fr, exact=True))
    walk.press(tile.get_by_role("button", name="À 2 sur cet écran"))
    page.wait_for_url("**/t/*")
    expect(page.locator("tablier-board [data-cell]:focus")).to_be_visible()
    walk.state("table")
    player = Player(page, Match(rules), by_keys=True)
    player.look(0)
    for text in score_of("apit"):
        start, end = text.split("-")
        mover = rules.seats[int(str(player.match.actor))].name.fr
        player.play(text)
        player.look(len(player.match.entries) + 1)
        if not player.over:
            expect(spoken(page)).to_contain_text(f"{mover}\u00a0:")
            expect(spoken(page)).to_contain_text(f"va de {start} à {end}")
    panel = walk.result(re.compile("^Blanc"))
    walk.state("result")
    walk.press(panel.get_by_role("link", name="Revoir"))
    expect(page.get_by_role("heading", name=f"Coup 0 sur {len(player.match.entries)}")).to_be_visible()
    page.keyboard.press("End")
    expect(spoken(page)).to_contain_text(f"va de {start} à {end}")
    walk.state("replay")


def play_by_api(page: Page, server: Server, moves: list[str]) -> None:
    """Play moves at the table of the page, at which one visitor has both seats; clicking them all would take long."""
    table = f"{server.address}/api/tables/{page.url.rsplit('/', 1)[1]}"
    for number, text in enumerate(moves):
        version = page.context.request.get(table).json()["version"]
        act = {"k": f"ply-{number}", "v": version, "do": {"type": "move", "text": text, "seat": number % 2}}
        answer = page.context.request.post(f"{table}/acts", data=json.dumps(act), headers={"Content-Type": "application/json"})
        assert answer.ok, answer.text()


def test_a_finished_game_is_analysed(new_page: NewPage, server: Server):
    page = new_page(1366, 768)
    walk = Walk(page, "analysis", SHOTS)
    open_game(walk, server, "makruk")
    page.get_by_label("À 2 sur cet écran").check()
    start = page.get_by_role("button", name="Jouer sur cet écran")
    walk.unscrolled(start)
    start.click()
    board_is_there(page)
    moves = score_of("makruk")
    play_by_api(page, server, moves[:-2])
    player = Player(page, Match(game("makruk")))
    for number in (len(moves) - 2, len(moves) - 1):
        player.look(number)
        player.play(moves[number])
    player.look(len(moves))
    panel = walk.result(re.compile("^Blanc"))
    walk.state("result")
    panel.get_by_role("link", name="Analyser").click()
    expect(page.get_by_role("heading", name=f"Coup {len(moves)} sur {len(moves)}")).to_be_visible()
    walk.state("end")
    page.get_by_role("button", name="Coup précédent").click()
    expect(page.get_by_role("heading", name=f"Coup {len(moves) - 1} sur {len(moves)}")).to_be_visible()
    page.get_by_label("Réfléchir").check()
    expect(page.get_by_text("gagne en 1").first).to_be_visible()
    walk.state("thinks")
    page.get_by_label("Réfléchir").uncheck()
    page.get_by_role("button", name="Analyser toute la partie").click()
    expect(page.get_by_role("img", name=re.compile("Les chances au fil de la partie")).first).to_be_visible()
    walk.state("graph")
    page.get_by_role("button", name="Arrêter").click()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), pytest.param(360, 740, marks=LONG)])
def test_english_in_the_dark(new_page: NewPage, server: Server, width: int, height: int):
    page = new_page(width, height, "en-GB", color_scheme="dark")
    walk = Walk(page, f"dark-{width}", SHOTS)

    def state(name: str) -> None:
        walk.state(name)
        assert FRENCH.findall(words_shown(page).replace("Français", "")) == [], name
        if name in ("refused", "hint", "result"):
            assert axe(page) == [], name
        assert page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(one => one < 80)"), name

    page.goto(server.address)
    board_is_there(page)
    walk.unscrolled(page.get_by_role("button", name="Play", exact=True))
    state("home")
    open_game(walk, server, "turkish")
    page.get_by_label("Level").select_option("1")
    start = page.get_by_role("button", name="Play against the computer")
    walk.unscrolled(start)
    state("game")
    start.click()
    board_is_there(page)
    expect(page.locator(".state")).to_contain_text("Your turn")
    page.get_by_label("Typed move").focus()
    expect(page.get_by_label("Typed move")).to_have_attribute("placeholder", re.compile(r"^[a-h]3-[a-h]4$"))
    cell(page, "d6").click()
    expect(page.locator(".refusal")).to_be_visible()
    walk.unscrolled(page.locator("[data-seat='0']"))
    state("refused")
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".note").filter(has_text="Hint:")).to_be_visible()
    if width > height:
        walk.unscrolled(page.locator("[data-seat='0']"))
    state("hint")
    cell(page, "d3").click()
    cell(page, "d4").click()
    expect_plies(page, 2)
    state("played")
    resign(page, "Resign")
    walk.result("You lost.")
    state("result")
    page.get_by_role("link", name="Watch again").click()
    expect(page.get_by_role("heading", name="Move 0 of 3")).to_be_visible()
    friend = new_page().context.request  # the address opens this private game to others
    assert friend.get(page.url.replace("/replay/", "/api/tables/")).ok
    state("replay")

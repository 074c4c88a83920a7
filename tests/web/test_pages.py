"""The pages around the table, in a real browser against the real server."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_tables import board_is_there, cell
from tests.support.own_games import OWN_GAMES
from tests.support.pictures import picture
from tests.support.walk import shown
from tests.web.conftest import SHOTS, NewPage, Server, Watch
from tests.web.test_table import axe

import tablier

GAMES = list(OWN_GAMES)
DICED = next(name for name in GAMES if tablier.game(name).dice)
PLAIN = next(name for name in GAMES if name != DICED and len(tablier.game(name).seats) == 2)


def api(page: Page, server: Server, path: str, body: dict[str, Any] | None = None) -> Any:
    """Send a request as the visitor of this page; again later where the rate limit refuses it."""
    data = None if body is None else json.dumps(body)
    address, headers = f"{server.address}/api{path}", {"Content-Type": "application/json"}
    ask = page.context.request
    while (answer := ask.get(address) if data is None else ask.post(address, data=data, headers=headers)).status == 429:
        page.wait_for_timeout(1000 * answer.json()["retry"])
    assert answer.ok, answer.text()
    return answer.json()


def finished(page: Page, server: Server, plies: int = 4) -> str:
    """A game at one screen, played a little and given up."""
    table = api(page, server, "/tables", {"game": PLAIN, "seats": [{"kind": "you"}] * 2})["id"]
    moves: list[str] = []
    for number in range(plies):
        seen = api(page, server, "/positions", {"game": PLAIN, "moves": moves})
        moves.append(seen["legal"][0]["text"])
        do = {"type": "move", "text": moves[-1], "seat": seen["frame"]["actor"]}
        api(page, server, f"/tables/{table}/acts", {"k": f"move-{number}", "v": version(page, server, table), "do": do})
    api(page, server, f"/tables/{table}/acts", {"k": "end", "v": version(page, server, table), "do": {"type": "resign", "seat": 0}})
    return str(table)


def version(page: Page, server: Server, table: str) -> int:
    return int(api(page, server, f"/tables/{table}")["version"])


def settled(page: Page) -> None:
    """Wait until the page is loaded."""
    page.wait_for_load_state("networkidle")
    expect(page.locator("main h1").first).to_be_visible()


# The move that is shown lies wholly within the part of its list that is seen.
IN_SIGHT = """() => {
  const shown = document.querySelector('[data-ply][aria-current=step]').getBoundingClientRect();
  const list = document.querySelector('[data-ply]').closest('[role=region]').getBoundingClientRect();
  return shown.top >= list.top && shown.bottom <= list.bottom;
}"""
# Buttons and fields that a finger would miss.
SMALL = """() => [...document.querySelectorAll('main button, main a.button, main select, main summary')]
  .filter(one => one.offsetHeight && one.offsetHeight < 44).map(one => one.outerHTML.slice(0, 80))"""
LOOKS = [(1440, "fr", "light"), (360, "fr", "light"), (1366, "en", "dark")]
"""What a page is looked at in, one after the other; on the phone its colours are those of the first. Every other width, language and theme: test_page_visits.py."""

CONTRAST = ("color-contrast",)


def change_look(page: Page, width: int, language: str, theme: str) -> None:
    """Turn to another width, language and theme, as a visitor does."""
    page.set_viewport_size({"width": width, "height": 800})
    for label, value in ((re.compile("Langue|Language"), language), (re.compile("Thème|Theme"), theme)):
        choice = page.locator("header").get_by_label(label)
        if choice.input_value() != value:
            choice.select_option(value)


def problems(page: Page, without: tuple[str, ...]) -> list[str]:
    """What is wrong with a page: for those who see it, for those who do not, and with its details unfolded."""
    found = axe(page, without) + misfits(page)
    folded = page.evaluate_handle("[...document.querySelectorAll('details:not([open])')]")
    folded.evaluate("all => all.forEach(one => one.open = true)")
    found += shown(page) + page.evaluate(SMALL)
    folded.evaluate("all => all.forEach(one => one.open = false)")
    return found


def test_every_page_fits_and_is_accessible(watched: Watch, server: Server):
    page = watched()
    page.goto(f"{server.address}/about")
    name = "Visite"
    api(page, server, "/accounts", {"name": name, "password": "une phrase assez longue"})
    table = finished(page, server)
    paths = {
        "collection": "/",
        "lobby": "/lobby",
        "game": f"/g/{PLAIN}",
        "learn": f"/learn/{PLAIN}",
        "lesson": f"/learn/{PLAIN}/goal-1",
        "rules": f"/learn/{PLAIN}/rules",
        "replay": f"/replay/{table}?ply=2",
        "analysis": f"/analysis?game={DICED}",
        "analysis-none": "/analysis",
        "me": "/me",
        "player": f"/players/{name}",
        "archive": "/archive",
        "leaderboard": f"/leaderboards/{PLAIN}",
        "settings": "/settings",
        "verify-dice": "/verify-dice",
        "about": "/about",
        "print": f"/print/{DICED}",
        "nowhere": "/nowhere",
        "table": f"/t/{table}",
    }
    found = {}
    for name, path in paths.items():
        page.goto(server.address + path)
        settled(page)
        for look in LOOKS:
            change_look(page, *look)
            picture(page, SHOTS / f"page-{name}-{look[0]}-{look[2]}.png")
            found[name, look] = problems(page, CONTRAST if look[0] == 360 else ())
        page.set_viewport_size({"width": LOOKS[0][0], "height": 800})
        change_look(page, *LOOKS[0])
    assert {where: what for where, what in found.items() if what} == {}


# Where the button that begins a game ends on the page, for each kind of opponents.
ENDS_OF_BUTTON = """async partners => {
  const found = {};
  for (const partner of partners) {
    document.querySelector(`input[value=${partner}]`).click();
    await new Promise(requestAnimationFrame);
    found[partner] = document.querySelector('form button.main').getBoundingClientRect().bottom + scrollY;
  }
  return found;
}"""
PARTNERS = ("engine", "here", "friend", "anyone")


def test_every_game_page_has_its_play_button_in_the_first_view(new_page: NewPage, server: Server):
    page = new_page(1366, 768)
    for game in GAMES:
        page.set_viewport_size({"width": 1366, "height": 768})
        page.goto(f"{server.address}/g/{game}")
        settled(page)
        for language in ("fr", "en"):
            change_look(page, 1366, language, "light")
            for width, height in ((1366, 768), (1440, 900), (360, 740)):
                page.set_viewport_size({"width": width, "height": height})
                for partner, end in page.evaluate(ENDS_OF_BUTTON, PARTNERS).items():
                    assert end <= height, (game, language, partner, width)


def test_a_table_is_opened_with_house_rules_and_found_in_the_lobby(new_page: NewPage, server: Server):
    game, option = next((name, choice) for name in GAMES for choice in tablier.games()[name].choices if choice.values and not choice.only)
    other = next(value for value in option.ids if value != option.default)
    page, guest = new_page(), new_page(360, 740)
    page.goto(f"{server.address}/g/{game}")
    page.get_by_text("Règles de la fiche").click()
    page.get_by_label(option.name.fr).select_option(other)
    expect(page).to_have_url(f"{server.address}/g/{game}?{option.id}={other}")
    page.get_by_label("Le premier venu").check()
    page.get_by_label("Pendule").select_option(label="10 min + 5 s par coup")
    page.get_by_role("button", name="Ouvrir une table au salon").click()
    page.wait_for_url("**/t/*")
    table = page.url.rsplit("/", 1)[1]
    assert api(page, server, f"/tables/{table}")["plan"]["options"][option.id] == other
    guest.goto(f"{server.address}/lobby?game={game}")
    line = guest.get_by_role("listitem").filter(has=guest.locator(f'a[href="/t/{table}"]'))
    expect(line).to_contain_text("10 min + 5 s par coup")
    chosen = f"{option.name.fr}\u00a0: {next(value.name.fr for value in option.values if value.id == other)}"
    expect(line).to_contain_text(chosen)
    line.get_by_role("link").click()
    board_is_there(guest)
    expect(guest.locator(".invitation").get_by_text(f"Règles de la maison\u00a0: {chosen}")).to_be_visible()


def words(text: tablier.core.text.Text, language: str) -> str:
    """As the pages write it: in French the space before a sign of two parts does not break."""
    return re.sub(r" (?=[?!:;»])", "\u00a0", text.fr).replace("« ", "«\u00a0") if language == "fr" else text.en


def check_option(page: Page, option: tablier.core.game.Option, language: str) -> None:
    """An option and all its values are named and explained."""
    expect(page.get_by_label(words(option.name, language), exact=True)).to_be_visible()
    told = page.locator(f"#help-{option.id}")
    expect(told).to_contain_text(words(option.help, language))
    shown = page.locator(f"#option-{option.id} option").all_inner_texts()
    assert len(shown) == len(option.values)
    for value, text in zip(option.values, shown, strict=True):
        assert words(value.name, language).casefold() in text.casefold()
        if value.help:
            expect(told).to_contain_text(words(value.help, language))


def test_every_value_of_an_option_is_named_and_explained_before_one_sits_down(new_page: NewPage, server: Server):
    page = new_page()
    page.add_init_script("localStorage.setItem('tablier.settings', JSON.stringify({ twins: false }))")  # the words of the rules alone
    for game, rules in tablier.games().items():
        for only in sorted({option.only or () for option in rules.choices}):
            page.set_viewport_size({"width": 1440, "height": 740})
            page.goto(f"{server.address}/g/{game}" + ("?{}={}".format(*only) if only else ""))
            settled(page)
            page.locator("form summary").click()
            for language in ("fr", "en"):
                change_look(page, 1440, language, "light")
                page.set_viewport_size({"width": 360, "height": 740})
                for option in rules.choices:
                    if (option.only or ()) == only:
                        check_option(page, option, language)
                assert page.evaluate("document.documentElement.scrollWidth") <= 360
                picture(page.locator("form details"), SHOTS / f"options-{game}-{language}.png")


def test_ones_own_games_are_gone_on_with_from_the_collection(new_page: NewPage, server: Server):
    page = new_page(360, 740)
    page.goto(server.address)
    table = api(page, server, "/tables", {"game": PLAIN, "seats": [{"kind": "you"}] * 2})["id"]
    page.reload()
    line = page.get_by_role("listitem").filter(has=page.locator(f'a[href="/t/{table}"]'))
    expect(line).to_contain_text("à 2 sur un écran")
    line.get_by_role("link", name="Continuer").click()
    board_is_there(page)


def test_a_diagram_that_could_not_be_drawn_is_asked_for_again(new_page: NewPage, server: Server):
    page = new_page()
    problem = {"code": "too_hard", "why": {"fr": "Trop difficile.", "en": "Too hard."}}
    page.route("**/api/games/*/positions", lambda route: route.fulfill(status=503, json=problem))
    page.route(
        "**/api/positions",
        lambda route: route.fulfill(status=422, json=problem) if route.request.post_data_json.get("moves") else route.continue_(),
    )
    page.goto(f"{server.address}/g/{PLAIN}")
    page.locator("figure").last.scroll_into_view_if_needed()
    figure = page.locator("figure", has_text="n'a pas pu être dessiné").first.element_handle()
    page.unroute("**/api/games/*/positions")
    page.unroute("**/api/positions")
    figure.query_selector("button").click()
    page.wait_for_function("one => one.querySelector('svg')", arg=figure)


def test_the_first_page_the_rules_and_the_lessons_ask_for_no_position_of_their_own(new_page: NewPage, server: Server):
    page = new_page()
    page.route("**/api/positions", lambda route: route.abort())
    page.goto(server.address)
    board_is_there(page)
    expect(page.locator("article svg")).to_have_count(len(tablier.games()))
    page.goto(f"{server.address}/g/{PLAIN}")
    page.locator("figure").last.scroll_into_view_if_needed()
    expect(page.locator("figure").last.locator("svg").first).to_be_visible()
    page.goto(f"{server.address}/learn/{PLAIN}/rules")
    board_is_there(page)


def test_foreign_names_of_pieces_are_translated_until_a_player_turns_that_off(new_page: NewPage, server: Server):
    name, terms = next((name, terms) for name in GAMES if (terms := tablier.games()[name].terms))
    page = new_page(360, 740)
    for path in (f"/g/{name}", f"/learn/{name}", f"/analysis?game={name}"):
        page.goto(server.address + path)
        settled(page)
        table = page.locator("details", has_text="Les noms des pièces")
        for term in terms:
            for word in (term.word, term.meaning.fr, term.twin.fr):
                expect(table).to_contain_text(word)
    page.goto(f"{server.address}/g/{name}")
    translated = page.get_by_text(f"{terms[0].word} ({terms[0].twin.fr})").first
    expect(translated).to_be_visible()
    page.goto(f"{server.address}/settings")
    page.get_by_label("Traduire les noms étrangers des pièces").uncheck()
    page.goto(f"{server.address}/g/{name}")
    settled(page)
    expect(translated).to_have_count(0)


def test_a_replay_steps_by_keys_and_its_link_leads_to_the_ply(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(server.address)
    table = finished(page, server)
    page.goto(f"{server.address}/replay/{table}")
    expect(page.get_by_role("heading", name="Coup 0 sur 5")).to_be_visible()
    expect(page.locator("[data-ply='5']")).to_contain_text("abandon")  # not as a record writes it
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Coup 2 sur 5")).to_be_visible()
    assert page.url.endswith("?ply=2")
    other = new_page(360, 740, "en-GB")
    other.goto(page.url)
    expect(other.get_by_role("heading", name="Move 2 of 5")).to_be_visible()


def test_the_move_that_is_shown_is_in_sight_in_the_list(new_page: NewPage, server: Server):
    page = new_page(1440, 900)
    page.goto(server.address)
    table = finished(page, server, plies=40)
    for path, ply in ((f"/t/{table}", 41), (f"/replay/{table}?ply=30", 30)):
        page.goto(server.address + path)
        settled(page)
        shown = page.locator(f"[data-ply='{ply}'][aria-current=step]")
        expect(shown).to_be_visible()
        page.wait_for_function(IN_SIGHT)


def test_analysis_plays_explains_and_thinks(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(f"{server.address}/analysis?game={PLAIN}")
    seen = api(page, server, "/positions", {"game": PLAIN})
    move = next(one for one in seen["legal"] if not one.get("unordered"))
    for click in move["ordered"]:
        cell(page, click).click()
    expect(page.get_by_role("heading", name="Coup 1 sur 1")).to_be_visible()
    page.get_by_label("Coup au clavier").fill("a1-a1")
    page.get_by_role("button", name="Jouer", exact=True).click()
    expect(page.get_by_role("alert").first).to_be_visible()
    page.get_by_label("Réfléchir").check()
    expect(page.get_by_text("chances de gagner").first).to_be_visible()


def test_a_pasted_record_comes_on_the_board(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(server.address)
    table = finished(page, server)
    record = page.context.request.get(f"{server.address}/api/tables/{table}/record.txt").text()
    page.goto(f"{server.address}/analysis")
    page.get_by_label("Le texte d'une partie").fill(record)
    page.get_by_role("button", name="La mettre sur le plateau").click()
    expect(page.get_by_role("heading", name="Coup 0 sur 5")).to_be_visible()


def test_an_account_keeps_its_settings_from_browser_to_browser(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(f"{server.address}/me")
    form = page.get_by_role("form", name="Créer un compte")
    form.get_by_label("Nom").fill("Bérénice")
    form.get_by_label("Mot de passe").fill("une phrase assez longue")
    form.get_by_role("button").click()
    expect(page.get_by_text("Vous êtes Bérénice.")).to_be_visible()
    page.goto(f"{server.address}/settings")
    with page.expect_response("**/api/me/settings"):
        page.get_by_label("Occidentales").check()
    other = new_page()
    other.goto(f"{server.address}/me")
    form = other.get_by_role("form", name="Se connecter")
    form.get_by_label("Nom").fill("Bérénice")
    form.get_by_label("Mot de passe").fill("une phrase assez longue")
    form.get_by_role("button").click()
    expect(other.get_by_text("Vous êtes Bérénice.")).to_be_visible()
    other.goto(f"{server.address}/settings")
    expect(other.get_by_label("Occidentales")).to_be_checked()


def test_a_board_is_printed_at_true_size(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(f"{server.address}/print/{PLAIN}")
    page.get_by_label("Côté d'une case").fill("20")
    page.emulate_media(media="print")
    board = page.locator(".sheet > svg").first
    width = board.evaluate("one => one.getBoundingClientRect().width")
    units = board.evaluate("one => one.viewBox.baseVal.width")
    assert width / units * 48 == pytest.approx(20 / 25.4 * 96, rel=0.01)  # a cell is 48 units; an inch has 96 pixels and 25.4 mm


def test_a_new_guest_is_created_before_the_page_sends_further_requests(new_page: NewPage, server: Server):
    page = new_page()
    page.context.request.get(server.address)
    (before,) = page.context.cookies()
    api(page, server, "/me")
    assert page.context.cookies() == [before]

"""Every page in a real browser: both languages, phone and desktop, all themes, and what is done there."""

import json
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_moves import Player, sit_alone
from tests.support.browser_tables import board_is_there, cell
from tests.support.own_games import OWN_GAMES
from tests.web.conftest import Server, Watch
from tests.web.test_table import axe

from tablier import game
from tablier.search.levels import LevelPlayer

pytestmark = pytest.mark.slow  # minutes: `make test-slow`

GAMES = list(OWN_GAMES)
THEMES = ("light", "dark", "contrast")
LANGUAGES = {"fr-FR": "fr", "en-GB": "en"}

# Buttons and links that a finger would miss. A link within a sentence is as high as its line; one that stands alone is not excused.
SMALL = """() => [...document.querySelectorAll('button, a[href], select, input, textarea, summary')].filter(one => {
  if (!one.checkVisibility() || one.closest('.skip, .unseen')) return false;
  const target = one.matches('input[type=checkbox], input[type=radio]') ? one.closest('label') ?? one : one;
  const box = target.getBoundingClientRect();
  if (one.matches('a') && getComputedStyle(one).display === 'inline' && one.parentElement.textContent.trim() !== one.textContent.trim()) return false;
  return box.width < 43.5 || box.height < 43.5;
}).map(one => `${one.outerHTML.slice(0, 90)} ${Math.round(one.getBoundingClientRect().width)}x${Math.round(one.getBoundingClientRect().height)}`)"""


@dataclass(frozen=True)
class Played:
    """Finished games at this server, and their player."""

    table: str
    dice: str
    record: str
    name: str


def play_out(player: Player) -> None:
    chooser = LevelPlayer(player.match.game, 1, seed=1)
    player.look(0)
    while not player.over:
        player.play(chooser.choose(player.match))
        player.look(len(player.match.entries) + 1)


@pytest.fixture(scope="module")
def played(server: Server, browser) -> Played:
    """Two finished public games of a player with an account: one with dice, one without."""
    context = browser.new_context(locale="fr-FR", viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.address)
    made = context.request.post(f"{server.address}/api/accounts", data={"name": "Zélie", "password": "un mot de passe long"})
    assert made.ok, made.text()
    tables = []
    for rules in (game("makyek", quiet=2), game("mako", rounds=1)):
        player, table = sit_alone(page, server, rules, private=False)
        play_out(player)
        tables.append(table)
    record = context.request.get(f"{server.address}/api/tables/{tables[1]}/record.txt").text()
    context.close()
    return Played(tables[0], tables[1], record, "Zélie")


PAGES = (
    "/",
    "/g/makruk",
    "/lobby",
    "/learn/makruk",
    "/learn/makruk/rules",
    "/learn/makruk/goal-1",
    "/learn/makruk/play-1",
    "/replay/{table}?ply=1",
    "/analysis?game=makruk",
    "/me",
    "/players/{name}",
    "/archive",
    "/leaderboards/makruk",
    "/settings",
    "/verify-dice?table={dice}",
    "/about",
    "/print/makruk",
    "/t/{table}",
)
OTHERS = tuple(f"/{page}/{name}" for name in GAMES if name != "makruk" for page in ("g", "learn", "print"))


def go_to(page: Page, server: Server, path: str, played: Played) -> None:
    page.goto(server.address + path.format(table=played.table, dice=played.dice, name=played.name))
    expect(page.locator("h1").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text("Un instant…")).to_have_count(0)
    expect(page.get_by_text("One moment…")).to_have_count(0)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_fits_a_telephone(watched: Watch, server: Server, played: Played, path: str, locale: str):
    page = watched(360, 740, locale)
    go_to(page, server, path, played)
    assert page.evaluate("document.documentElement.lang") == LANGUAGES[locale]
    assert misfits(page) == []
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_on_any_page_in_any_theme(watched: Watch, server: Server, played: Played, path: str, locale: str):
    page = watched(1440, 900, locale)
    go_to(page, server, path, played)
    assert misfits(page) == []
    found = {}
    for theme in THEMES if locale == "fr-FR" else THEMES[:1]:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found[theme] = axe(page)
    assert not any(found.values()), found


@pytest.mark.parametrize("path", OTHERS)
def test_the_pages_of_every_game_fit_a_telephone_and_please_axe(watched: Watch, server: Server, played: Played, path: str):
    page = watched(360, 740)
    go_to(page, server, path, played)
    assert misfits(page) == []
    assert page.evaluate(SMALL) == []
    assert axe(page) == []


def test_another_theme_is_there_at_once_for_those_who_want_no_motion(watched: Watch, server: Server):
    page = watched()
    page.goto(f"{server.address}/settings")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    moving = page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; return document.getAnimations().length; }")
    assert moving == 0


def test_the_menu_of_a_telephone_leads_to_every_page(watched: Watch, server: Server):
    page = watched(360, 740)
    page.goto(server.address)
    for name in ("Salon", "Archives", "Mon profil", "Réglages", "À propos", "Jeux"):
        page.get_by_role("button", name="Navigation").click()
        assert page.evaluate(SMALL) == []
        page.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("navigation").get_by_role("link", name=name)).to_have_count(0)  # the menu is folded away again


def test_a_game_begins_in_two_clicks(watched: Watch, server: Server):
    page = watched()
    page.goto(server.address)
    page.get_by_role("button", name=re.compile("sur cet écran")).first.click()
    board_is_there(page)
    expect(page.locator(".state")).to_contain_text("joue")


def test_a_lesson_is_answered_right_and_wrong(watched: Watch, server: Server):
    page = watched()
    verdicts = []
    for answer in ("Oui, c'est permis", "Non, c'est interdit"):
        page.goto(f"{server.address}/learn/makyek/rules?clause=makyek.turn")
        page.get_by_role("button", name=answer).click()
        expect(page.locator(".answer")).to_be_visible()
        expect(page.locator("[role=status]").last).to_contain_text(re.compile("C'est juste|Pas tout à fait"))
        verdicts.append("good" in (page.locator(".answer").get_attribute("class") or ""))
        assert axe(page) == []
    assert sorted(verdicts) == [False, True]


def test_a_lesson_is_found_on_the_board(watched: Watch, server: Server):
    page = watched()
    page.goto(f"{server.address}/learn/makyek/rules?clause=makyek.aim")
    expect(page.locator(".exercise .ask")).to_contain_text("trouvez un coup")
    for target in ("d1", "d3"):
        cell(page, target).click()
    expect(page.locator(".answer.good")).to_contain_text("Oui !")
    expect(page.get_by_text(re.compile("^1 leçon apprise sur [0-9]+"))).to_be_visible()
    page.reload()
    expect(page.get_by_text(re.compile("^1 leçon apprise sur [0-9]+"))).to_be_visible()


def test_a_game_is_seen_again_from_a_link_to_a_ply(watched: Watch, server: Server, played: Played):
    page = watched()
    page.goto(f"{server.address}/replay/{played.table}?ply=1")
    expect(page.get_by_role("heading", name="Coup 1 sur 2")).to_be_visible()
    page.get_by_role("button", name="Coup suivant").click()
    expect(page.get_by_role("heading", name="Coup 2 sur 2")).to_be_visible()
    assert page.url.endswith("ply=2")


def test_the_engine_tells_its_lines(watched: Watch, server: Server):
    page = watched()
    page.goto(f"{server.address}/analysis?game=makyek")
    page.get_by_role("switch", name="Réfléchir").check()
    expect(page.locator(".lines li")).to_have_count(3)
    expect(page.locator(".lines li").first).to_contain_text("%")
    assert axe(page) == []
    page.locator(".lines button").first.click()
    expect(page.get_by_role("heading", name="Coup 1 sur 1")).to_be_visible()
    page.get_by_role("switch", name="Réfléchir").uncheck()


def test_an_account_from_its_first_day_to_its_last(watched: Watch, server: Server):
    page = watched()
    name, password = "Barnabé", "un secret bien long"

    def enter(form: str) -> None:
        inside = page.get_by_role("form", name=form)
        inside.get_by_label("Nom").fill(name)
        inside.get_by_label("Mot de passe").fill(password)
        inside.get_by_role("button", name=form).click()
        expect(page.get_by_text(f"Vous êtes {name}.")).to_be_visible()

    page.goto(f"{server.address}/me")
    enter("Créer un compte")
    page.get_by_role("button", name="Se déconnecter").click()
    enter("Se connecter")
    assert axe(page) == []

    page.get_by_text("Jetons pour vos programmes").click()
    page.get_by_label("À quoi il sert").fill("robot")
    page.get_by_role("button", name="Créer un jeton").click()
    secret = page.locator(".secret code").inner_text()
    stranger = page.context.browser.new_context()
    bearer = {"Authorization": f"Bearer {secret}"}
    assert stranger.request.get(f"{server.address}/api/me", headers=bearer).json()["player"]["name"] == name
    page.get_by_role("button", name="Révoquer robot").click()
    expect(page.get_by_text("Ce jeton ne fonctionne plus.")).to_be_visible()
    assert stranger.request.get(f"{server.address}/api/me", headers=bearer).status == 401
    stranger.close()

    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger mes données").click()
    exported = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert name in json.dumps(exported, ensure_ascii=False)

    page.get_by_text("Effacer mes données").click()
    page.locator("details").get_by_label("Mot de passe").fill(password)
    page.get_by_role("button", name="Tout effacer").click()
    page.wait_for_url(f"{server.address}/")
    page.goto(f"{server.address}/me")
    expect(page.get_by_text("Vous jouez sous le nom")).to_be_visible()


def test_every_setting_is_remembered(watched: Watch, server: Server):
    page = watched()
    page.goto(f"{server.address}/settings")
    form = page.locator("main form")
    for box in form.get_by_role("checkbox").all():
        box.click()
    form.get_by_role("radio", name="Occidentales").check()
    form.get_by_label("Demander avant de jouer un coup").select_option("always")
    form.get_by_label("Thème").select_option("dark")
    form.get_by_label("Langue").select_option("en")
    state = "() => [...document.querySelectorAll('main form :is(input, select)')].map(one => one.type === 'checkbox' || one.type === 'radio' ? one.checked : one.value)"
    chosen = page.evaluate(state)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    assert page.evaluate(state) == chosen
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == ["en", "dark"]


def test_genuine_dice_are_found_good_and_tampered_ones_are_not(watched: Watch, server: Server, played: Played):
    page = watched()
    page.goto(f"{server.address}/verify-dice?table={played.dice}")
    expect(page.locator(".verdict.good")).to_contain_text("Le dé est honnête")
    page.goto(f"{server.address}/verify-dice")
    for record, good in ((played.record, True), (_other_seed(played.record), False)):
        page.get_by_label("Le texte de la partie").fill(record)
        page.get_by_role("button", name="Relancer les dés").click()
        expect(page.locator(".verdict.good" if good else ".verdict:not(.good)")).to_be_visible()
        assert axe(page) == []


def _other_seed(record: str) -> str:
    """The same game, said to come of another secret."""
    return re.sub(r'(\[DiceSeed ")(.)', lambda found: found[1] + ("0" if found[2] != "0" else "1"), record)

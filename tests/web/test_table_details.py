"""Details of a table: previews of captures, sounds and vibration, offers, marks, absence."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.support.browser_tables import board_is_there, cell, expect_plies, hotseat, plies, set_table
from tests.web.conftest import SHOTS, NewPage, Server
from tests.web.test_pages import api, version

from tablier import Match, game
from tablier.core.play import Verb

CAPTURES = ["makyek", "turkish", "achef"]


def lead_to_capture(name: str) -> tuple[list[str], tuple[str, str], set[str]]:
    """Moves that lead to a capture made by two clicks, those clicks, and what it takes."""
    rules: Any = game(name)
    for seed in range(200):
        match, chance = Match(rules), random.Random(seed)
        while match.outcome is None and len(match.entries) < 24:
            for move, gesture in rules.gestures(match.position).items():
                taken = {event.cell for event in rules.apply(match.position, move).events if event.verb is Verb.REMOVE}
                if taken and len(gesture.ordered) == 2 and not gesture.unordered:
                    return list(match.moves), gesture.ordered, taken
            match.play(chance.choice(match.legal()))
    raise AssertionError(f"no capture was found in {name}")


def centre(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_over_http(page: Page, server: Server, table: str, moves: list[str]) -> None:
    """Play moves over HTTP as the only player of a table."""
    for number, text in enumerate(moves):
        deed = {"type": "move", "text": text, "seat": number % 2}
        api(page, server, f"/tables/{table}/acts", {"k": f"move-{number}", "v": version(page, server, table), "do": deed})
    expect_plies(page, len(moves))


def crossed(page: Page) -> set[str]:
    """The cells that are crossed out because their pieces would be taken."""
    return set(
        page.evaluate("""() => {
        const cells = [...document.querySelectorAll('tablier-board [data-cell]')];
        return [...document.querySelectorAll('tablier-board path.take')].map(path => {
            const box = path.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
            return cells.findLast(one => {
                const place = one.getBoundingClientRect();
                return x > place.left && x < place.right && y > place.top && y < place.bottom;
            }).dataset.cell;
        });
    }""")
    )


@pytest.mark.parametrize("name", CAPTURES)
def test_what_a_move_would_take_is_seen_before_it_is_released(new_page: NewPage, server: Server, name: str):
    moves, (start, end), taken = lead_to_capture(name)
    page = new_page()
    table = set_table(page, server.address, hotseat(name, 2))
    play_over_http(page, server, table, moves)
    page.mouse.move(*centre(cell(page, start)))
    page.mouse.down()
    page.mouse.move(*centre(cell(page, end)), steps=6)
    page.wait_for_function("() => document.querySelector('tablier-board path.take')")
    assert crossed(page) == taken
    page.screenshot(path=SHOTS / f"would-take-{name}.png")
    page.mouse.move(*centre(cell(page, start)), steps=6)
    assert crossed(page) == set()
    page.mouse.up()
    assert plies(page) == len(moves)
    # The same by keys: the target that is focused shows what it would take.
    page.keyboard.press("Escape")
    cell(page, start).press("Enter")
    cell(page, end).focus()
    page.wait_for_function("() => document.querySelector('tablier-board path.take')")
    assert crossed(page) == taken
    page.keyboard.press("Enter")
    expect_plies(page, len(moves) + 1)
    assert crossed(page) == set()


# -- sound and vibration ---------------------------------------------------------------------------------------

# Every sound and every vibration is recorded instead.
LISTEN = """
window.heard = [];
window.felt = [];
const setting = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
class Voice {
  frequency = setting();
  type = "sine";
  connect(next) { return next; }
  start() { window.heard.push(`${this.type} ${this.frequency.value}`); }
  stop() {}
}
class Loudness {
  gain = setting();
  connect(next) { return next; }
}
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  destination = {};
  createOscillator() { return new Voice(); }
  createGain() { return new Loudness(); }
  resume() { return Promise.resolve(); }
};
navigator.vibrate = (pattern) => { window.felt.push(JSON.stringify(pattern)); return true; };
"""


def listening(page: Page) -> Page:
    page.add_init_script(LISTEN)
    return page


def heard(page: Page) -> list[str]:
    """What was heard since this was last asked."""
    return list(page.evaluate("window.heard.splice(0)"))


def samples(page: Page, server: Server) -> dict[str, list[str]]:
    """The sounds, as the settings let one listen to them."""
    page.goto(f"{server.address}/settings")
    found = {}
    for name in ("un coup", "une prise", "la fin"):
        page.get_by_role("button", name=name).click()
        found[name] = heard(page)
    return found


def click_through(page: Page, clicks: tuple[str, ...], count: int) -> None:
    for target in clicks:
        cell(page, target).click()
    expect_plies(page, count)


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Abandonner").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Abandonner").click()
    expect(page.locator(".state[data-state=over] strong")).to_be_visible()


def test_a_move_a_capture_and_the_end_each_have_their_sound(new_page: NewPage, server: Server):
    page = listening(new_page())
    sounds = samples(page, server)
    assert all(sounds.values()) and len({tuple(sound) for sound in sounds.values()}) == 3
    moves, capture, _ = lead_to_capture("makyek")
    table = set_table(page, server.address, hotseat("makyek", 2))
    play_over_http(page, server, table, moves)
    assert heard(page) == sounds["un coup"] * len(moves)
    click_through(page, capture, len(moves) + 1)
    assert heard(page) == sounds["une prise"]
    give_up(page)
    assert heard(page) == sounds["la fin"]
    assert page.evaluate("window.felt") == ["12"] * (len(moves) + 2)


def test_a_refusal_is_felt_twice(new_page: NewPage, server: Server):
    page = listening(new_page())
    set_table(page, server.address, hotseat("makyek", 2))
    click_through(page, ("a3", "b4"), 0)
    expect(page.locator(".refusal")).to_be_visible()
    assert page.evaluate("window.felt") == ["[20,40,20]"]
    assert heard(page)


def test_sound_and_vibration_can_be_switched_off(new_page: NewPage, server: Server):
    page = listening(new_page())
    page.goto(f"{server.address}/settings")
    for switch in ("Sons", "Vibrations"):
        page.get_by_label(switch, exact=True).uncheck()
    set_table(page, server.address, hotseat("makyek", 2))
    click_through(page, ("a3", "a4"), 1)
    click_through(page, ("h6", "h5"), 2)
    give_up(page)
    assert page.evaluate("[...window.heard, ...window.felt]") == []


# -- two players -----------------------------------------------------------------------------------


def pair(new_page: NewPage, server: Server, **more: object) -> tuple[Page, Page]:
    """Two visitors at a table of their own."""
    host, guest = new_page(), new_page()
    table = set_table(host, server.address, {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}], **more})
    guest.goto(f"{server.address}/t/{table}")
    guest.get_by_role("button", name="S'asseoir").click()
    expect(host.locator(".state")).to_contain_text("À vous de jouer")
    board_is_there(guest)
    return host, guest


def offer(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name)


def spoken(page: Page) -> Locator:
    return page.locator("[role=status]").last


def test_what_one_offers_the_other_declines_or_accepts(new_page: NewPage, server: Server):
    host, guest = pair(new_page, server)
    host.get_by_role("button", name="Annuler la partie").click()
    expect(offer(host, "propose d'annuler la partie")).to_contain_text("Vous proposez d'annuler la partie. En attente de la réponse…")
    offer(guest, "propose d'annuler la partie").get_by_role("button", name="Refuser").click()
    expect(offer(host, "propose d'annuler la partie")).to_have_count(0)
    expect(spoken(host)).to_contain_text("refuse")

    click_through(host, ("a3", "a4"), 1)
    host.get_by_role("button", name="Reprendre").click()
    offer(guest, "demande à reprendre un coup").get_by_role("button", name="Accepter").click()
    expect_plies(host, 0)
    expect_plies(guest, 0)

    guest.get_by_role("button", name="Arrêter et compter").click()
    asking = guest.get_by_role("alertdialog", name="Arrêter et compter")
    expect(asking).to_contain_text("Le résultat serait")
    guest.screenshot(path=SHOTS / "offer-stop.png")
    asking.get_by_role("button", name="Proposer").click()
    waiting = offer(host, "propose d'arrêter et de compter")
    expect(waiting).to_contain_text("Le résultat serait")
    guest.get_by_role("button", name="Retirer la proposition").click()
    expect(waiting).to_have_count(0)

    guest.get_by_role("button", name="Arrêter et compter").click()
    expect(asking.locator("p")).to_contain_text("Partie nulle")
    asking.get_by_role("button", name="Proposer").click()
    waiting.get_by_role("button", name="Accepter").click()
    said = guest.locator(".state[data-state=over] strong")
    expect(said).to_be_visible()
    expect(said).to_have_text("Partie nulle.")


def test_a_game_is_called_off_before_it_counts(new_page: NewPage, server: Server):
    host, guest = pair(new_page, server)
    guest.get_by_role("button", name="Annuler la partie").click()
    offer(host, "propose d'annuler la partie").get_by_role("button", name="Accepter").click()
    for page in (host, guest):
        expect(page.locator(".state[data-state=over]")).to_contain_text("annulée d'un commun accord")


def test_a_premove_is_let_go_or_falls_away_when_it_cannot_be_played(new_page: NewPage, server: Server):
    host, guest = pair(new_page, server)
    for target in ("h6", "h5"):
        cell(guest, target).click()
    expect(guest.get_by_text("Coup prévu")).to_be_visible()
    guest.locator(".status").get_by_role("button", name="Annuler").click()
    expect(guest.get_by_text("Coup prévu")).to_have_count(0)
    for target in ("h6", "g5"):  # no piece goes that way
        cell(guest, target).click()
    expect(guest.get_by_text("Coup prévu")).to_be_visible()
    click_through(host, ("a3", "a4"), 1)
    expect(guest.locator(".state")).to_contain_text("À vous de jouer")
    expect(guest.get_by_text("Coup prévu")).to_have_count(0)
    assert plies(guest) == 1


# -- absence ----------------------------------------------------------------------------------------


class Impatient(Server):
    """A server at which an absent player may be claimed at once."""

    program = (
        "-c",
        "import sys; from tablier.server.tables import seating; from tablier.cli.main import main; seating.ABSENT = 0; main(sys.argv[1:])",
    )


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Server]:
    running = Impatient(tmp_path)
    running.start()
    yield running
    running.stop()


def test_the_game_of_one_who_does_not_come_back_is_claimed(new_page: NewPage, impatient: Server):
    host, guest = pair(new_page, impatient)
    guest.close()
    host.get_by_role("button", name="Réclamer la victoire").click()
    expect(host.locator(".state[data-state=over] strong")).to_be_visible()
    expect(host.locator("[data-seat='0'] .crown")).to_be_visible()
    expect(host.locator(".result .why")).to_contain_text("a quitté la table.")
    host.screenshot(path=SHOTS / "claimed.png")
    host.get_by_role("link", name="Analyser").click()
    expect(host.locator("[data-entry='!resign:1']").first).to_contain_text("départ")


def test_absence_is_not_claimed_where_days_are_counted(new_page: NewPage, impatient: Server):
    host, guest = pair(new_page, impatient, clock={"kind": "correspondence", "days": 3})
    cell(host, "a3").click()
    cell(host, "a4").click()
    expect(host.locator(".state")).to_contain_text("réfléchit")
    guest.close()
    expect(host.locator("[data-seat='1']")).to_contain_text("hors ligne")
    expect(host.locator(".state")).to_contain_text("de jouer.")  # a player who is gone does not think
    expect(host.locator("[data-absent]")).to_have_count(0)


# -- marks in analysis ---------------------------------------------------------------------------------------


def draw(page: Page, start: str, end: str) -> None:
    page.mouse.move(*centre(cell(page, start)))
    page.mouse.down(button="right")
    page.mouse.move(*centre(cell(page, end)), steps=3)
    page.mouse.up(button="right")


def test_marks_of_ones_own_stay_while_the_engine_shows_its_own(new_page: NewPage, server: Server):
    page = new_page()
    page.goto(f"{server.address}/analysis?game=makyek")
    board_is_there(page)
    heads, circles = page.locator("tablier-board .drawn-head"), page.locator("tablier-board circle.drawn")
    draw(page, "c4", "e5")
    draw(page, "d5", "d5")
    expect(heads).to_have_count(1)
    expect(circles).to_have_count(1)
    draw(page, "c4", "e5")
    expect(heads).to_have_count(0)
    draw(page, "c4", "e5")
    page.get_by_label("Réfléchir").check()
    expect(page.get_by_text("chances de gagner").first).to_be_visible()
    expect(heads).to_have_count(2)
    expect(circles).to_have_count(1)
    page.screenshot(path=SHOTS / "analysis-marks.png")
    cell(page, "d5").click()
    expect(circles).to_have_count(0)
    expect(heads).to_have_count(1)


# -- warnings ------------------------------------------------------------------------------------------

ALMOST_BARE = (
    "h3-h4 g6-g5 h4-g5 h6-h5 h1-h5 g8-h6 g5-f6 b6-b5 h5-h6 h8-h7 h6-h7 f8-f7 h7-f7 d8-e7 f7-e7 e8-f8 e7-e6 b5-b4 c3-b4 c6-c5 e6-d6 "
    "b8-d7 b4-c5 d7-e5 d6-a6 e5-g4 a6-a8 g4-e5 a8-c8 f8-f7"
)
"""Black's last Ma may be taken on e5, but White has so many pieces that the count would be over at once."""


def test_a_move_that_would_cost_a_won_game_is_asked_about_at_the_board(new_page: NewPage, server: Server):
    page = new_page()
    table = set_table(page, server.address, hotseat("makruk", 2))
    play_over_http(page, server, table, ALMOST_BARE.split())
    played = len(ALMOST_BARE.split())
    cell(page, "f6").click()
    cell(page, "e5").click()
    expect(page.get_by_role("alert").filter(has_text="Attention")).to_contain_text("la partie est nulle sur-le-champ")
    question = page.get_by_role("alertdialog", name="Jouer ce coup")
    question.get_by_role("button", name="Annuler").click()
    expect(question).to_have_count(0)
    expect_plies(page, played)
    cell(page, "f6").click()
    cell(page, "e5").click()
    question.get_by_role("button", name="Jouer").click()
    expect_plies(page, played + 1)

"""Tables in a real browser against the real server."""

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.support.browser_tables import board_is_there, cell, expect_plies, hotseat, my_turn, over, plies, set_table, settle, targets
from tests.support.pictures import picture
from tests.web.conftest import ROOT, SHOTS, NewPage, Server

import tablier

GAMES = [(name, len(tablier.game(name).seats)) for name in tablier.games()]
GESTURES = [(name, len(tablier.game(name).seats)) for name in ("achef", "mako", "makruk", "malawi")]
"""Games whose moves are made in different ways: placed, rolled for, moved, given away. All of them, in every mode and to their end: test_whole_games.py."""
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


# What axe finds, by all rules but some.
VIOLATIONS = """without => axe.run({ resultTypes: ['violations'], rules: Object.fromEntries(without.map(rule => [rule, { enabled: false }])) })
  .then(result => result.violations.map(one => `${one.id}: ${one.nodes.map(node => node.target).join(' ')}`))"""


def axe(page: Page, without: tuple[str, ...] = ()) -> list[str]:
    """What axe finds wrong with the page; `without` names rules that need not be looked at."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return list(page.evaluate(VIOLATIONS, without))


def play_by_clicks(page: Page, most: int) -> int:
    """Plays by clicking, always the middle one of what may be clicked; the number of entries played."""
    while my_turn(page) and plies(page) < most:
        before = plies(page)
        for _ in range(20):
            choices = targets(page)
            if choices:
                cell(page, choices[len(choices) // 2]).click()
            else:
                page.locator(".status button.word").first.click()
            if over(page) or settle(page, before):
                break
    return plies(page)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_game_is_played_by_clicking_and_ended_by_agreement(new_page: NewPage, server: Server, game: str, seats: int):
    page = new_page(1440, 900)
    set_table(page, server.address, hotseat(game, seats))
    assert play_by_clicks(page, 8) >= 8
    picture(page, SHOTS / f"{game}.png")
    assert axe(page) == []
    page.get_by_role("button", name=re.compile("Arrêter et compter|Proposer la nulle")).click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Proposer")
    page.get_by_role("button", name="Proposer", exact=True).click()
    expect(page.locator(".state[data-state=over] strong")).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_board_fits_a_telephone(new_page: NewPage, server: Server, game: str, seats: int):
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    set_table(page, server.address, hotseat(game, seats))
    box = page.locator("tablier-board").bounding_box()
    assert box and box["width"] <= 360 and box["width"] > 300
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, SHOTS / f"{game}-phone.png", full_page=True)
    for _ in range(8):
        cell(page, targets(page)[0]).tap()
        confirm = page.get_by_role("alertdialog").get_by_role("button", name="Jouer")
        page.wait_for_timeout(100)
        if confirm.count():
            confirm.tap()
        if settle(page, 0):
            break
    assert plies(page) >= 1


@pytest.mark.parametrize(("game", "seats"), GESTURES)
def test_every_kind_of_move_is_made_by_keyboard(new_page: NewPage, server: Server, game: str, seats: int):
    page = new_page()
    set_table(page, server.address, hotseat(game, seats))
    cell_focused = "document.activeElement.dataset.cell"
    while my_turn(page) and plies(page) < 4:
        before = plies(page)
        for _ in range(20):
            choices = targets(page)
            if not choices:
                page.locator(".status button.word").first.press("Enter")
            else:
                goal = choices[0]
                page.locator("tablier-board [tabindex='0']").focus()
                for _ in range(60):
                    at = page.evaluate(cell_focused)
                    if at == goal:
                        break
                    here, there = page.eval_on_selector_all(
                        f"[data-cell='{at}'], [data-cell='{goal}']",
                        f"cells => ['{at}', '{goal}'].map(name => {{ const box = cells.find(one => one.dataset.cell === name).getBoundingClientRect();"
                        " return [Math.round(box.left), Math.round(box.top + box.height)]; })",
                    )
                    if abs(here[0] - there[0]) > 3:
                        page.keyboard.press("ArrowRight" if here[0] < there[0] else "ArrowLeft")
                    else:
                        page.keyboard.press("ArrowDown" if here[1] < there[1] else "ArrowUp")
                assert page.evaluate(cell_focused) == goal
                page.keyboard.press("Enter")
            if settle(page, before):
                break
    assert plies(page) >= 4


def test_a_piece_is_dragged(new_page: NewPage, server: Server):
    page = new_page()
    set_table(page, server.address, hotseat("makyek", 2))
    cell(page, "a3").drag_to(cell(page, "a5"))
    expect_plies(page, 1)
    expect(page.locator("[role=status]").last).to_contain_text("la pièce blanche va de a3 à a5")


def test_a_refused_move_names_its_clause_and_shows_its_cells(new_page: NewPage, server: Server):
    page = new_page(1440, 900)
    set_table(page, server.address, hotseat("makyek", 2))
    cell(page, "a3").click()
    cell(page, "b4").click()
    expect(page.locator(".refusal")).to_be_visible()
    expect(page.locator(".sheet .cited")).to_be_visible()
    assert axe(page) == []
    assert plies(page) == 0


def test_typed_moves_are_played_and_refused_in_words(new_page: NewPage, server: Server):
    page = new_page()
    set_table(page, server.address, hotseat("makruk", 2))
    typed = page.get_by_label("Coup au clavier")
    typed.fill("e3-e4")
    typed.press("Enter")
    expect_plies(page, 1)
    typed.fill("e6-e3")
    typed.press("Enter")
    expect(page.locator(".refusal")).to_be_visible()
    expect(page.locator("[role=status]").last).to_contain_text("Bia")


@pytest.mark.parametrize("game", [name for name, _ in GESTURES])
def test_two_clicks_begin_a_game_against_the_computer_which_answers(new_page: NewPage, server: Server, game: str):
    page = new_page()
    page.goto(server.address)
    tile = page.locator("article").filter(has=page.locator(f'a[href="/g/{game}"]'))
    tile.get_by_role("button", name="Contre l'ordinateur").click()
    tile.get_by_role("button", name="1 Découverte").click()
    page.wait_for_url("**/t/*")
    board_is_there(page)
    assert play_by_clicks(page, 3) >= 3


def test_a_move_waits_for_a_yes_when_asked_to(new_page: NewPage, server: Server):
    page = new_page()
    page.add_init_script("localStorage.setItem('tablier.settings', JSON.stringify({confirm: 'always'}))")
    set_table(page, server.address, hotseat("makyek", 2))
    for answer, count in (("Annuler", 0), ("Jouer", 1)):
        cell(page, "a3").click()
        cell(page, "a4").click()
        page.get_by_role("alertdialog").get_by_role("button", name=answer).click()
        expect_plies(page, count)


def test_a_move_is_taken_back_and_an_earlier_one_looked_at(new_page: NewPage, server: Server):
    page = new_page()
    set_table(page, server.address, hotseat("makyek", 2))
    for start, end in (("a3", "a4"), ("h6", "h5"), ("b3", "b4")):
        cell(page, start).click()
        cell(page, end).click()
        expect(cell(page, end)).to_have_attribute("aria-label", re.compile("pion|tour|pièce", re.IGNORECASE))
    page.locator("[data-ply='1']").click()
    expect(cell(page, "h6")).not_to_have_attribute("aria-label", re.compile("vide"))
    expect(page.locator(".state")).to_contain_text("coup passé")
    page.get_by_role("button", name="Revenir à la partie").click()
    expect(cell(page, "h6")).to_have_attribute("aria-label", re.compile("vide"))
    page.get_by_role("button", name="Reprendre").click()
    expect_plies(page, 2)
    expect(cell(page, "b3")).not_to_have_attribute("aria-label", re.compile("vide"))


def test_the_clock_of_the_seat_to_move_runs(new_page: NewPage, server: Server):
    page = new_page()
    clock = {"kind": "fischer", "base": 300, "increment": 5}
    set_table(page, server.address, hotseat("makyek", 2) | {"clock": clock})
    expect(page.locator("[data-seat='0'] .clock")).not_to_have_text("5:00")
    expect(page.locator("[data-seat='1'] .clock")).to_have_text("5:00")


def test_a_premove_is_played_when_its_turn_comes(new_page: NewPage, server: Server):
    host, guest = new_page(), new_page()
    table = set_table(host, server.address, {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}]})
    guest.goto(f"{server.address}/t/{table}")
    guest.get_by_role("button", name="S'asseoir").click()
    expect(host.locator(".state")).to_contain_text("À vous de jouer")
    cell(guest, "h6").click()
    cell(guest, "h5").click()
    expect(guest.get_by_text("Coup prévu")).to_be_visible()
    cell(host, "a3").click()
    cell(host, "a4").click()
    expect_plies(host, 2)


def test_a_move_made_while_the_server_is_dead_is_played_when_it_comes_back(new_page: NewPage, own_server: Server):
    page = new_page()
    set_table(page, own_server.address, hotseat("makyek", 2))
    cell(page, "a3").click()
    cell(page, "a4").click()
    expect_plies(page, 1)
    own_server.kill()
    expect(page.get_by_text("rien n'est perdu")).to_be_visible()
    cell(page, "h6").click()
    cell(page, "h5").click()
    expect(page.get_by_text("attend")).to_be_visible()
    assert plies(page) == 1
    own_server.start()
    expect_plies(page, 2)
    expect(page.get_by_text("rien n'est perdu")).to_have_count(0)


def test_a_move_that_meets_an_outage_of_the_database_is_kept_and_sent_again(new_page: NewPage, server: Server):
    page, away = new_page(), [True]

    def answer(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()

        def pass_on(sent: str | bytes) -> None:
            asked = json.loads(sent)
            if asked["type"] == "act" and away[0]:
                why = {"fr": "plus tard", "en": "later"}
                socket.send(json.dumps({"type": "nak", "table": asked["table"], "k": asked["k"], "code": "unavailable", "why": why}))
            else:
                there.send(sent)

        socket.on_message(pass_on)

    page.route_web_socket("**/ws", answer)
    set_table(page, server.address, hotseat("makyek", 2))
    cell(page, "a3").click()
    cell(page, "a4").click()
    expect(page.get_by_text("sera renvoyée automatiquement")).to_be_visible()
    assert plies(page) == 0
    away[0] = False
    expect_plies(page, 1)
    expect(page.get_by_text("sera renvoyée automatiquement")).to_have_count(0)


def test_a_cut_network_is_mended_without_a_reload(new_page: NewPage, server: Server):
    page, other = new_page(), new_page()
    table = set_table(page, server.address, {"game": "makyek", "seats": [{"kind": "you"}, {"kind": "open"}]})
    other.goto(f"{server.address}/t/{table}")
    other.get_by_role("button", name="S'asseoir").click()
    expect(page.locator(".state")).to_contain_text("À vous de jouer")
    page.evaluate("window.untouched = true")
    cell(page, "a3").click()
    cell(page, "a4").click()
    expect_plies(other, 1)
    page.context.set_offline(True)
    cell(other, "h6").click()
    cell(other, "h5").click()
    expect_plies(other, 2)
    page.context.set_offline(False)
    expect_plies(page, 2)
    assert page.evaluate("window.untouched") is True


def test_axe_finds_nothing_in_any_theme(new_page: NewPage, server: Server):
    page = new_page(1440, 900)
    set_table(page, server.address, hotseat("malawi", 2))
    cell(page, targets(page)[0]).click()
    for theme in ("light", "dark", "contrast"):
        page.get_by_label("Thème").select_option(theme)
        picture(page, SHOTS / f"theme-{theme}.png")
        assert axe(page) == [], theme


def test_the_board_turns_and_is_read_aloud_in_the_language_chosen(new_page: NewPage, server: Server):
    page = new_page()
    set_table(page, server.address, hotseat("malawi", 2))
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, pion blanc, anneaux\u00a0: 2")
    top = cell(page, "a1").bounding_box()
    page.get_by_role("button", name="Tourner").click()
    turned = cell(page, "a1").bounding_box()
    assert top and turned and turned["y"] < top["y"]
    page.get_by_label("Langue").select_option("en")
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, white pawn, rings: 2")
    board_is_there(page)


def test_the_table_page_is_light(new_page: NewPage, server: Server):
    page = new_page()
    set_table(page, server.address, hotseat("makruk", 2))
    loaded = page.evaluate("performance.getEntriesByType('resource').map(one => [one.name, one.encodedBodySize])")
    assert 10_000 < sum(size for name, size in loaded if name.endswith(".js")) < 150_000


@pytest.mark.parametrize("game", ["makyek", "malawi", "achef"])
def test_after_the_animation_every_piece_stands_where_the_server_says(new_page: NewPage, server: Server, game: str):
    page = new_page(reduced_motion="no-preference")
    set_table(page, server.address, hotseat(game, 2))
    play_by_clicks(page, 12)
    page.wait_for_function("() => !document.getAnimations().length && !document.querySelector('tablier-board .leaving')")
    standing = page.evaluate("""() => {
        const cells = [...document.querySelectorAll('tablier-board [data-cell]')];
        const inside = (box, x, y) => x > box.left && x < box.right && y > box.top && y < box.bottom;
        return [...document.querySelectorAll('tablier-board .token')].map(token => {
            const at = new DOMPoint(0, 0).matrixTransform(token.getScreenCTM());
            return cells.find(cell => inside(cell.getBoundingClientRect(), at.x, at.y))?.dataset.cell;
        }).sort();
    }""")
    told = page.eval_on_selector_all(
        "tablier-board [data-cell]", "cells => cells.filter(cell => !cell.ariaLabel.includes('vide')).map(cell => cell.dataset.cell).sort()"
    )
    assert standing == told


def test_a_board_that_turns_keeps_the_focus_and_says_where_a_piece_may_go(new_page: NewPage, server: Server):
    page = new_page()
    page.add_init_script("localStorage.setItem('tablier.settings', JSON.stringify({rotate: true}))")
    set_table(page, server.address, hotseat("makyek", 2))
    top = cell(page, "a8").bounding_box()
    cell(page, "a3").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[role=status]").last).to_contain_text("a3 : 3 cibles, a4, a5, a2")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect_plies(page, 1)
    expect(cell(page, "a4")).to_be_focused()
    turned = cell(page, "a8").bounding_box()
    assert top and turned and turned["y"] > top["y"]


def test_a_press_that_ends_outside_the_board_leaves_it_usable(new_page: NewPage, server: Server):
    page = new_page()
    set_table(page, server.address, hotseat("makyek", 2))
    for start in ("d5", "a3"):
        box = cell(page, start).bounding_box()
        assert box
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(5, 5, steps=4)
        page.mouse.up()
    page.keyboard.press("Escape")
    cell(page, "b3").click()
    cell(page, "b4").click()
    expect_plies(page, 1)


def test_arrows_are_drawn_with_the_right_button_and_gone_with_a_click(new_page: NewPage, server: Server):
    page = new_page()
    set_table(page, server.address, hotseat("makyek", 2))
    start, end = cell(page, "c4").bounding_box(), cell(page, "e5").bounding_box()
    assert start and end
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down(button="right")
    page.mouse.move(end["x"] + 9, end["y"] + 9)
    page.mouse.up(button="right")
    expect(page.locator("tablier-board .drawn-head")).to_have_count(1)
    cell(page, "d5").click()
    expect(page.locator("tablier-board .drawn-head")).to_have_count(0)


def test_a_clause_pointed_at_shows_where_it_is_at_work(new_page: NewPage, server: Server):
    page = new_page(1440, 900)
    set_table(page, server.address, hotseat("makyek", 2))
    page.locator(".sheet").hover()
    page.locator(".sheet li.working").first.hover()
    expect(page.locator("tablier-board .lit").first).to_be_attached()
    page.mouse.move(1300, 780)
    expect(page.locator("tablier-board .lit")).to_have_count(0)

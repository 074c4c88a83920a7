"""Three and four at a table: the bars of the seats hold their names, stocks and clocks at every width, also when a player has left."""

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_tables import board_is_there, set_table
from tests.web.conftest import SHOTS, NewPage, Server
from tests.web.test_table import axe

CLOCK = {"kind": "fischer", "base": 600, "increment": 5}
WIDTHS = ((360, 740), (1200, 800), (1440, 900))


def looks(page: Page, name: str) -> dict[str, list[str]]:
    """What does not fit, by width."""
    found = {}
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "width => innerWidth === width && document.querySelector('tablier-board').getBoundingClientRect().width <= width", arg=width
        )
        page.screenshot(path=SHOTS / f"four-{name}-{width}.png")
        found[f"{name} {width}"] = misfits(page)
    return {where: problems for where, problems in found.items() if problems}


def own_seat_is_seen(page: Page) -> bool:
    """The own bar with its mark lies in the first view."""
    box, size = page.locator(".seat", has=page.locator(".you")).bounding_box(), page.viewport_size
    assert box and size
    return bool(box["y"] + box["height"] <= size["height"])


@pytest.mark.parametrize(("mode", "seats"), [("race", 3), ("teams", 4)])
def test_the_bars_of_a_table_hold_with_clocks_and_when_a_player_leaves(new_page: NewPage, server: Server, mode: str, seats: int):
    engines = [{"kind": "engine", "level": 1}] * (seats - 2)
    host, guest = new_page(360, 740), new_page()
    options = {"mode": mode, **({"seats": seats} if mode == "race" else {})}
    plan = {"game": "mako", "options": options, "seats": [{"kind": "you"}, {"kind": "open"}, *engines], "clock": CLOCK, "private": True}
    set_table(host, server.address, plan)
    guest.goto(host.get_by_label("Lien d'invitation").input_value())
    board_is_there(guest)
    guest.locator(".invitation").get_by_role("button").first.click()
    expect(host.locator(".state[data-state=playing]")).to_be_visible()
    expect(host.locator(".seat .clock")).to_have_count(seats)
    assert own_seat_is_seen(host)
    troubles = looks(host, f"{mode}-playing")
    guest.context.close()
    expect(host.locator(".seat", has_text="hors ligne")).to_be_visible()
    troubles |= looks(host, f"{mode}-left")
    host.set_viewport_size({"width": 360, "height": 740})
    assert own_seat_is_seen(host)
    assert axe(host) == []
    assert troubles == {}

"""The board does not move while the page loads, and touch works on cells smaller than a finger."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_tables import board_is_there, cell, hotseat, my_turn, plies, set_table, settle, targets
from tests.web.conftest import NewPage, Server
from tests.web.test_table import play_by_clicks

import tablier

SLOW = 4
"""How many times slower than this machine the page is made: what moves late is seen to move."""
SMALL = max(tablier.games(), key=lambda name: len(tablier.game(name).board.cells))
SEATS = len(tablier.game(SMALL).seats)

# Where the board has been since it was first drawn, on the page and not on the screen; and how much everything else has moved.
WATCH = """
window.places = new Set();
window.shifts = [];
new PerformanceObserver(list => shifts.push(...list.getEntries().map(one => one.value))).observe({ type: 'layout-shift', buffered: true });
(function look() {
  const board = document.querySelector('tablier-board');
  if (board?.querySelector('[data-cell]')) {
    const { x, y, width, height } = board.getBoundingClientRect();
    places.add([x + scrollX, y + scrollY, width, height].map(Math.round).join(' '));
  }
  requestAnimationFrame(look);
})();
"""


@contextmanager
def slowed(page: Page) -> Iterator[None]:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    yield
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


@pytest.mark.parametrize("width", [1440, 360])
def test_the_board_of_a_table_does_not_move_once_it_is_drawn(new_page: NewPage, server: Server, width: int):
    page = new_page(width, 900)
    page.add_init_script(WATCH)
    with slowed(page):
        set_table(page, server.address, hotseat(SMALL, SEATS))
        assert play_by_clicks(page, 6) >= 6
    assert len(page.evaluate("[...places]")) == 1
    assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.1


@pytest.mark.parametrize("width", [1440, 360])
def test_the_board_of_a_lesson_does_not_move_once_it_is_drawn(new_page: NewPage, server: Server, width: int):
    page = new_page(width, 900)
    page.add_init_script(WATCH)
    with slowed(page):
        page.goto(f"{server.address}/learn/makyek/rules?clause=makyek.aim")
        board_is_there(page)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.02
        cell(page, "d1").click()
        cell(page, "d3").click()
        expect(page.locator(".answer.good")).to_be_visible()
    assert len(page.evaluate("[...places]")) == 1


# A point beside a cell that may be pressed, in one that may not, nearer to the first than half a finger.
BESIDE = """() => {
  const cellAt = (x, y) => document.elementFromPoint(x, y)?.closest('[data-cell]');
  for (const cell of document.querySelectorAll('tablier-board .point:not([aria-selected=true])')) {
    const { x, y, width, height } = cell.getBoundingClientRect();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const [there, away] = [[x + width / 2 + 0.8 * width * dx, y + height / 2 + 0.8 * height * dy], [x + width / 2 + 1.6 * width * dx, y + height / 2 + 1.6 * height * dy]];
      const around = [cellAt(...there), cellAt(...away)];
      if (around.every(one => one && !one.matches('.point, .grab'))) return { cell: cell.dataset.cell, there, away };
    }
  }
}"""


@pytest.fixture
def telephone(new_page: NewPage, server: Server) -> Page:
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    set_table(page, server.address, hotseat(SMALL, SEATS))
    assert my_turn(page)
    box = cell(page, targets(page)[0]).bounding_box()
    assert box and box["width"] < 24  # far less than a finger
    return page


def test_a_tap_beside_a_small_cell_means_that_cell(telephone: Page):
    before, beside = plies(telephone), telephone.evaluate(BESIDE)
    telephone.touchscreen.tap(*beside["there"])
    if not settle(telephone, before):
        expect(cell(telephone, beside["cell"])).to_have_attribute("aria-selected", "true")


def test_a_finger_that_came_down_elsewhere_slides_to_its_target_under_a_loupe(telephone: Page):
    finger = telephone.context.new_cdp_session(telephone)

    def touch(kind: str, *at: list[float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    before = plies(telephone)
    telephone.touchscreen.tap(*telephone.evaluate(BESIDE)["there"])
    while not settle(telephone, before):
        beside = telephone.evaluate(BESIDE)
        touch("touchStart", beside["away"])
        touch("touchMove", beside["there"])
        expect(telephone.locator(".loupe .meant")).to_be_visible()
        touch("touchEnd")
        expect(telephone.locator(".loupe")).to_have_count(0)

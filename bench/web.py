"""The pages in a real browser: what the table page weighs, how soon it can be played on, how smoothly a piece is dragged.

python bench/web.py          (after `make web`; best on an idle machine)
"""

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.conftest import chromium
from tests.support.browser_tables import board_is_there, cell, hotseat, targets
from tests.web.conftest import Server

import tablier

GOALS = {"script, kB compressed": 150.0, "playable after, ms": 1000.0, "frames a second": 60.0}


def largest() -> tuple[str, int]:
    """The game with the most cells, and its seats."""
    return max(((name, len(tablier.game(name).seats)) for name in tablier.games()), key=lambda one: len(tablier.game(one[0]).board.cells))


def weigh(page: Page, address: str) -> float:
    """Kilobytes of script that a first visit of the table page loads."""
    page.goto(address, wait_until="networkidle")
    board_is_there(page)
    loaded = page.evaluate("performance.getEntriesByType('resource').map(one => [one.name, one.encodedBodySize])")
    return sum(size for name, size in loaded if name.endswith(".js")) / 1000


def open_again(page: Page, address: str) -> float:
    """Milliseconds from going to the table to a board that can be played on, files already kept; the best of five."""
    best = float("inf")
    for _ in range(5):
        page.goto("about:blank")
        page.goto(address, wait_until="commit")
        page.wait_for_selector("tablier-board .point")
        best = min(best, page.evaluate("performance.now()"))
    return best


def drag(page: Page) -> float:
    """Frames a second while a piece is dragged about for two seconds."""
    box = cell(page, targets(page)[0]).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("""() => {
        window.painted = [];
        const note = (now) => { window.painted.push(now); requestAnimationFrame(note); };
        requestAnimationFrame(note);
    }""")
    for step in range(120):
        page.mouse.move(x + 3 * (step % 40), y - 2 * (step % 60))
        page.wait_for_timeout(16)
    painted = page.evaluate("window.painted")
    page.mouse.up()
    return 1000 * (len(painted) - 1) / (painted[-1] - painted[0])


def main() -> None:
    """Measure and tell."""
    game, seats = largest()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        plan = json.dumps(hotseat(game, seats))
        made = page.context.request.post(f"{server.address}/api/tables", data=plan, headers={"Content-Type": "application/json"})
        address = f"{server.address}/t/{made.json()['id']}"
        found = dict(zip(GOALS, (weigh(page, address), open_again(page, address), drag(page)), strict=True))
        browser.close()
        server.stop()
    for name, value in found.items():
        print(f"{name:24} {value:8.1f}   (goal {GOALS[name]:.0f})")


if __name__ == "__main__":
    main()

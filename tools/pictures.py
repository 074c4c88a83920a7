"""Take `docs/pictures`: the pages as a visitor sees them, for the README and the guides.

Run by `make pictures`: a real server, real games and Debian's chromium, which writes WebP itself. Engines with a fixed seed choose the
moves, so that the pictures change only when the pages do; the die falls as it likes.
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tablier import Match, game
from tablier.search.levels import LevelPlayer

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
DESK, PHONE = (1280, 760), (360, 740)
PATIENCE = 60_000
"""Milliseconds; long, for busy machines."""
QUALITY = 62
"""Of WebP: below 80 kB each, and still sharp."""


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server with an empty folder."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tablier", "serve", "--folder", folder, "--port", str(port), "--engines", "1"]
        process = subprocess.Popen(
            command, env=os.environ | {"PYTHONPATH": str(ROOT / "src")}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait_for(port)
            yield f"http://localhost:{port}"
        finally:
            process.terminate()
            process.wait(20)


def _wait_for(port: int, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("localhost", port), 1).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


class Visitor:
    """A page, and games at one screen that are played through the API."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def ask(self, path: str, body: object = None) -> Any:
        """An answer of the API."""
        ask, headers = self.page.context.request, {"Content-Type": "application/json"}
        where = f"{self.address}/api{path}"
        answer = ask.get(where) if body is None else ask.post(where, data=json.dumps(body), headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def play(self, name: str, plies: int, moves: tuple[str, ...] = (), **options: object) -> None:
        """Show a game after some plies: the moves that are given, then those of an engine."""
        rules = game(name, **options)
        plan = {"game": name, "seats": [{"kind": "you"}] * len(rules.seats), "options": options, "private": True}
        table = self.ask("/tables", plan)["id"]
        self.page.goto(f"{self.address}/t/{table}")
        expect(self.page.locator("tablier-board [data-cell]").first).to_be_visible()
        engine = LevelPlayer(rules, 3, seed=7)
        while True:
            view = self.ask(f"/tables/{table}")
            match = Match(rules)
            for text in view.get("moves", ()):
                match.enter(text)
            done = len(match.entries)
            if done >= plies and isinstance(match.actor, int):
                break
            if not isinstance(match.actor, int):
                time.sleep(0.05)  # the server rolls
                continue
            text = moves[done] if done < len(moves) else engine.choose(match)
            act = {"type": "move", "text": text, "seat": match.actor}
            self.ask(f"/tables/{table}/acts", {"k": f"ply-{done}", "v": view["version"], "do": act})
        expect(self.page.locator("[data-ply]").last).to_have_attribute("data-ply", str(done))

    def click(self, *cells: str) -> None:
        """Click on cells of the board."""
        for cell in cells:
            self.page.locator(f'tablier-board [data-cell="{cell}"]').click()

    def take(self, name: str) -> None:
        """A picture of what is on the screen."""
        self.page.mouse.move(2, 2)
        self.page.wait_for_load_state("networkidle")
        session = self.page.context.new_cdp_session(self.page)
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        path = FOLDER / f"{name}.webp"
        path.write_bytes(base64.b64decode(shot["data"]))
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} kB")


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))

        def visitor(size: tuple[int, int], scale: float = 1) -> Visitor:
            viewport = {"width": size[0], "height": size[1]}
            context = browser.new_context(
                viewport=viewport, locale="en-GB", reduced_motion="reduce", device_scale_factor=scale, has_touch=size == PHONE
            )
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.goto(address)
            return Visitor(page, address)

        first = visitor(DESK)
        expect(first.page.locator("tablier-board [data-cell]").first).to_be_visible()
        first.take("home")
        desk = visitor(DESK)
        desk.play("makruk", 30, game("makruk").showcase.moves)
        desk.take("table")
        phone = visitor(PHONE, 1.5)
        phone.play("malawi", 14)
        phone.take("phone")
        refused = visitor(DESK)
        refused.play("turkish", 3, ("d3-d4", "e6-e5", "e3-e4"))
        refused.click("a6", "a5")
        expect(refused.page.locator(".status .refusal")).to_be_visible()
        refused.take("refusal")
        four = visitor(DESK)
        four.play("mako", 60, seats=4)
        four.take("four")
        browser.close()


if __name__ == "__main__":
    main()

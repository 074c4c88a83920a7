"""The pages offline: what was read can be read again, new builds replace old ones, the app can be installed."""

import json
import re
import shutil
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.support.browser_tables import board_is_there
from tests.web.conftest import ROOT, SHOTS, NewPage, Server
from tests.web.test_pages import GAMES, PLAIN, settled

import tablier

FILES = ROOT / "src/tablier/server/web_files"
OTHER = next(name for name in GAMES if name != PLAIN)
# Every cache of the browser with the paths in it.
SHELVES = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map(request => new URL(request.url).pathname);
  return found;
}"""


# Whether a question that takes its time is answered by yes before long; `wait_for_function` would take the promise for a yes.
COMES_TRUE = """async question => {
  const ask = eval(question);
  for (const deadline = performance.now() + 40_000; performance.now() < deadline; await new Promise(requestAnimationFrame))
    if (await ask()) return true;
  return false;
}"""


def comes_true(page: Page, question: str) -> bool:
    return bool(page.evaluate(COMES_TRUE, question))


def is_kept(page: Page, address: str) -> None:
    """Visit, and wait until the service worker is active."""
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller")


def test_rules_and_lessons_are_read_in_the_other_language_without_a_network(new_page: NewPage, server: Server):
    page = new_page(offline=True)
    is_kept(page, server.address)
    for path in (f"/g/{PLAIN}", f"/learn/{PLAIN}", f"/learn/{PLAIN}/rules"):
        page.goto(server.address + path)
        settled(page)
    page.context.set_offline(True)
    page.goto(server.address)
    expect(page.locator("article")).to_have_count(len(tablier.games()))
    page.locator(f'article a[href="/g/{PLAIN}"]').first.click()
    rules = tablier.games()[PLAIN]
    expect(page.get_by_role("heading", level=1)).to_have_text(rules.info.name.fr)
    expect(page.locator("main svg[role=img]").first).to_be_visible()
    page.get_by_label("Langue").select_option("en")
    expect(page.get_by_text(rules.clauses[0].text.en).first).to_be_visible()
    page.screenshot(path=SHOTS / "offline-rules.png")
    page.get_by_role("link", name="Learn", exact=True).first.click()
    page.get_by_role("link", name="All the rules", exact=True).click()
    board_is_there(page)


def test_what_was_never_read_says_so_without_a_network(new_page: NewPage, server: Server):
    page = new_page(offline=True)
    is_kept(page, server.address)
    page.context.set_offline(True)
    page.goto(f"{server.address}/g/{OTHER}")
    expect(page.get_by_role("alert")).to_contain_text("Le serveur ne répond pas")
    page.context.set_offline(False)
    page.get_by_role("alert").get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(tablier.games()[OTHER].info.name.fr)


class Rebuilt(Server):
    """A server with its own copy of the pages, which a test may replace."""

    program = (
        "-c",
        "import sys, pathlib; from tablier.server.http import static; from tablier.cli.main import main;"
        "static.FILES = pathlib.Path(sys.argv.pop(1)); main(sys.argv[1:])",
    )

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.files = folder / "web_files"
        shutil.copytree(FILES, self.files)
        self.program = (*type(self).program, str(self.files))

    def build_anew(self) -> str:
        """Turn the pages into another build without one of the files; its name is returned."""
        worker = self.files / "sw.js"
        text = worker.read_text(encoding="utf-8")
        gone = re.search(r"/assets/About-[^\"'`]+\.js", text)
        assert gone
        text = text.replace(f'"{gone[0]}",', "")
        build = re.search(r"tablier-shell-([0-9a-f]{12})", text)
        assert build
        worker.write_text(text.replace(build[1], "0" * 12), encoding="utf-8")
        (self.files / gone[0].removeprefix("/")).unlink()
        return gone[0]


@pytest.fixture
def rebuilt(tmp_path: Path) -> Iterator[Rebuilt]:
    running = Rebuilt(tmp_path)
    running.start()
    yield running
    running.stop()


class Workers:
    """The workers that a browser has, as it tells of them to a page that belongs to none: their states, the oldest first."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._states: dict[int, str] = {}
        session = page.context.new_cdp_session(page)
        session.on("ServiceWorker.workerVersionUpdated", self._hear)
        session.send("ServiceWorker.enable")

    def _hear(self, news: dict[str, list[dict[str, str]]]) -> None:
        self._states |= {int(one["versionId"]): one["status"] for one in news["versions"]}

    def become(self, *states: str) -> bool:
        """Whether they come to be in these states before long."""
        deadline = time.monotonic() + 40
        while self._now() != states and time.monotonic() < deadline:
            self.page.evaluate("() => new Promise(requestAnimationFrame)")  # news are heard while something is asked
        return self._now() == states

    def _now(self) -> tuple[str, ...]:
        return tuple(state for _, state in sorted(self._states.items()))


def test_the_files_of_an_old_build_stay_while_its_page_is_open_and_go_with_it(new_page: NewPage, rebuilt: Rebuilt):
    page = new_page(offline=True)
    is_kept(page, rebuilt.address)
    (old,) = [name for name in page.evaluate(SHELVES) if name.startswith("tablier-shell-")]
    gone = rebuilt.build_anew()
    page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.update()).then(() => undefined)")
    assert comes_true(page, "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    # The old page opens a part of itself that the server no longer has.
    page.locator('a[href="/about"]').first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("À propos")
    assert gone in page.evaluate(SHELVES)[old]
    later = page.context.new_page()
    workers = Workers(later)
    assert workers.become("activated", "installed")
    page.close()
    assert workers.become("redundant", "activated")
    later.goto(f"{rebuilt.address}/lobby")
    shelves = later.evaluate(SHELVES)
    assert [name for name in shelves if name.startswith("tablier-shell-")] == ["tablier-shell-" + "0" * 12]
    assert gone not in shelves["tablier-shell-" + "0" * 12]
    assert "/api/games" in shelves["tablier-rules"]


def size_of(picture: Path) -> tuple[int, int]:
    """Width and height, as a PNG's header tells them."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


def test_the_library_can_be_installed(new_page: NewPage, server: Server):
    page = new_page(offline=True)
    is_kept(page, server.address)
    manifest = page.context.request.get(server.address + page.locator("link[rel=manifest]").get_attribute("href")).json()
    pictures = [one for one in manifest["icons"] if one["type"] == "image/png"]
    assert {(one["sizes"], one["purpose"]) for one in pictures} == {
        (size, use) for size in ("192x192", "512x512") for use in ("any", "maskable")
    }
    for one in pictures:
        assert "{}x{}".format(*size_of(ROOT / "web/public" / one["src"].removeprefix("/"))) == one["sizes"]
        assert page.context.request.get(server.address + one["src"]).headers["content-type"] == "image/png"
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Incognito contexts cannot install apps.
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == [], json.dumps(errors)

"""The site of the documentation builds without a warning, loads nothing from elsewhere, and can be searched with a server and without."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, expect, sync_playwright
from starlette.applications import Starlette
from tests.conftest import chromium
from tests.support.own_games import OWN_GAMES
from tests.support.services import free_port, wait_for_port
from tools import rule_pages, site_links

from tablier.server.http.security import SecurityHeaders
from tablier.server.http.static import documentation

ROOT = Path(__file__).parents[2]
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src"}


def build(folder: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "--quiet", "build", "--strict", "--site-dir", str(folder)]
    paths = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    environment = os.environ | {"PYTHONPATH": paths, "NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert (run.returncode, run.stderr) == (0, "")


class Loads(HTMLParser):
    """The addresses that a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if value and name == LOADING.get(tag)]


def loads(page: Path) -> list[str]:
    parser = Loads()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser.found


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of the site under a server with our headers."""
    port = free_port()
    app = SecurityHeaders(Starlette(routes=documentation(site)), "")
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_for_port(port, 30)
        yield f"http://localhost:{port}"
    finally:
        server.should_exit = True
        thread.join()


def search(browser: Browser, home: str) -> None:
    """Search in English and in French, and open what is found; nothing may fail or be refused on the way."""
    context = browser.new_context()
    page, troubles = context.new_page(), list[str]()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
    page.on("requestfailed", lambda request: troubles.append(request.url) if request.failure != "net::ERR_ABORTED" else None)
    page.goto(home)
    for word, title in (("intervention", "Mak-Yek"), ("décompte", "Makruk")):
        box = page.get_by_role("textbox", name="Search")
        box.fill(word)
        box.press("End")  # the field listens to keys
        expect(page.locator(".md-search-result__item h1", has_text=title).first).to_be_visible(timeout=40_000)
    page.locator(".md-search-result__link", has=page.locator("h1", has_text=re.compile("^Makruk$"))).first.click()
    expect(page.locator("article h1")).to_contain_text("Makruk", timeout=40_000)
    context.close()
    assert not troubles


def test_the_site_builds_and_is_whole_with_a_server_and_without(tmp_path: Path, need: Callable[[str], None]) -> None:
    site = tmp_path / "site"
    build(site)
    pages = list(site.rglob("*.html"))
    assert {f"{name}.{lang}.html" for name in OWN_GAMES for lang in ("fr", "en")} <= {page.name for page in pages}
    assert len(list((site / "rules" / "diagrams").glob("*.svg"))) == sum(name.endswith(".svg") for name in rule_pages.pages())
    boards = [there for there in loads(site / "reference" / "endings-drawn.html") if there.startswith("boards/")]
    assert boards and all((site / "reference" / there).is_file() for there in boards)
    assert [(page.name, there) for page in pages for there in loads(page) if re.match(r"(https?:)?//", there)] == []
    assert '<article lang="fr"' in (site / "rules" / "makruk.fr.html").read_text(encoding="utf-8")
    assert "tablier.core.game.Game" in (site / "api" / "law.html").read_text(encoding="utf-8")
    assert "Kernel.perft" in (site / "api" / "kernels.html").read_text(encoding="utf-8")
    need("Chromium")
    with sync_playwright() as playwright, served(site) as address:
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        search(browser, f"{address}/docs/")
        search(browser, (site / "index.html").as_uri())
        browser.close()


# -- served ----------------------------------------------------------------------------------------


def test_the_server_shows_the_site_and_allows_its_scripts_only(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Home</h1>")
    (tmp_path / "inline_scripts.txt").write_text("abc=\n")
    with served(tmp_path) as address, httpx.Client(base_url=address, follow_redirects=True) as client:
        home = client.get("/docs")
        missing = client.get("/docs/no-such-page.html")
        outside = client.get("/docs/%2e%2e/%2e%2e/pyproject.toml")
    assert (home.url.path, home.text) == ("/docs/", "<h1>Home</h1>")
    policy = home.headers["content-security-policy"]
    assert "script-src 'self' 'sha256-abc=';" in policy and "frame-ancestors 'none'" in policy
    assert home.headers["x-content-type-options"] == "nosniff"
    assert (missing.status_code, "no such page" in missing.text) == (404, True)
    assert outside.status_code == 404


def test_where_it_is_not_built_the_server_says_how_to(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        answers = [httpx.get(f"{address}{path}") for path in ("/docs", "/docs/", "/docs/guides/host.html")]
    assert [(answer.status_code, "make docs" in answer.text) for answer in answers] == [(404, True)] * 3


# -- links -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "text", "expected"),
    [
        ("guides/host.md", "[a](../reference/load.md#x)", "[a](../reference/load.md#x)"),
        ("guides/host.md", "[a](https://example.org/b)", "[a](https://example.org/b)"),
        ("guides/host.md", "[a](#backups)", "[a](#backups)"),
        ("rules/makyek.fr.md", "[a](../../tests/games/test_makyek.py)", "[a](../source/tests/games/test_makyek.py.md)"),
        ("for/hosts.md", "[a](../../SECURITY.md)", "[a](../project/SECURITY.md)"),
        ("project/ARCHITECTURE.md", "[a](docs/adr/0005-identity.md) [b](docs/adr)", "[a](../adr/0005-identity.md) [b](../adr/README.md)"),
        ("guides/host.md", "```\n[a](../../SECURITY.md)\n```", "```\n[a](../../SECURITY.md)\n```"),
    ],
)
def test_links_lead_to_pages_of_the_site(page, text, expected):
    assert site_links.with_site_links(page, text) == expected

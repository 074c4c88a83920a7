"""A real server with the built pages, and Debian's chromium to look at them with."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, expect, sync_playwright
from tests.conftest import chromium as chromium_path
from tests.support import pictures
from tests.support.services import free_port, wait_for_port

ROOT = Path(__file__).parents[2]
SHOTS = Path(os.environ.get(pictures.FOLDER, ROOT / "build" / "screenshots"))
PATIENCE = 40_000
"""Milliseconds until an expectation fails; long, for busy machines."""
IMMEDIATE = """try {
  localStorage.getItem('tablier.settings') ?? localStorage.setItem('tablier.settings', '{\"immediate\": true}');
} catch {}  // a page without an address has no storage"""
"""Shows the moves of computers at once, unless a test has chosen settings."""
expect.set_options(timeout=PATIENCE)


class Server:
    """`tablier serve` in a process of its own, which can be killed and started again."""

    program: tuple[str, ...] = ("-m", "tablier")

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program, "serve", "--folder", str(self.folder), "--port", str(self.port), "--engines", "1"],
                stdout=log,
                stderr=log,
            )
        try:
            wait_for_port(self.port, 60)
        except TimeoutError:
            self.kill()  # it has no other owner yet
            raise

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (ROOT / "src/tablier/server/web_files/index.html").exists(), "run `make web`"
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


LOOP = pytest.StashKey[asyncio.AbstractEventLoop]()
"""The event loop of Playwright, which runs from the first test with a browser to the last."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Playwright's loop counts as running during the tests of this folder only: others of the process may run loops of their own."""
    asyncio._set_running_loop(item.config.stash.get(LOOP, None))
    yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None]:
    try:
        yield
    finally:
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def browser(need: Callable[[str], None], pytestconfig: pytest.Config) -> Iterator[Browser]:
    need("Chromium")
    with sync_playwright() as playwright:
        pytestconfig.stash[LOOP] = asyncio.get_running_loop()
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=flags)
        yield chromium
        asyncio._set_running_loop(pytestconfig.stash[LOOP])  # the last test may be of another folder
        chromium.close()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Pages in contexts of their own. A JavaScript error in any of them fails the test."""
    contexts, errors = [], []

    def make(
        width: int = 1280,
        height: int = 800,
        locale: str = "fr-FR",
        reduced_motion: Literal["no-preference", "reduce"] = "reduce",
        paced: bool = False,
        offline: bool = False,
        **more: Any,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            reduced_motion=reduced_motion,
            service_workers="allow" if offline else "block",  # a worker fetches all files of the library in every context
            **more,
        )
        context.set_default_timeout(PATIENCE)
        if not paced:
            context.add_init_script(IMMEDIATE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors


Watch = Callable[..., Page]
NO_WORKER = "Service Worker registration blocked by Playwright"


@pytest.fixture
def watched(new_page: NewPage) -> Iterator[Watch]:
    """Pages on which a console error or warning, or a failed request, fails the test."""
    troubles: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != NO_WORKER:
            troubles.append(f"console: {message.text}")

    def failed(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # requests of a page that was left are aborted
            troubles.append(f"failed: {request.url} {request.failure}")

    def answered(response: Response) -> None:
        if response.status >= 400:
            troubles.append(f"{response.status}: {response.url}")

    def make(width: int = 1440, height: int = 900, locale: str = "fr-FR", **more: Any) -> Page:
        page = new_page(width, height, locale, **more)
        page.on("console", said)
        page.on("requestfailed", failed)
        page.on("response", answered)
        return page

    yield make
    assert not troubles

"""A visitor who walks through the site: each state is looked at, by finger or by keys alone."""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from tests.support.browser_layout import misfits
from tests.support.browser_moves import Player
from tests.support.browser_tables import cell, plies
from tests.support.identifiers import identifiers
from tests.support.pictures import picture

# Text, titles, labels and placeholders; not what is typed into fields, and no code to copy.
SHOWN = """() => {
  const parts = [document.title, document.body.innerText];
  for (const one of document.querySelectorAll('[title], [aria-label], [alt]'))
    for (const name of ['title', 'aria-label', 'alt']) parts.push(one.getAttribute(name) ?? '');
  for (const one of document.querySelectorAll('code, .mono')) parts[1] = parts[1].replaceAll(one.innerText || '\\u0000', ' ');
  return parts.join('\\n');
}"""


def words_shown(page: Page) -> str:
    """All text that a page shows or says."""
    text: str = page.evaluate(SHOWN)
    return text


def shown(page: Page) -> list[str]:
    """The identifiers that a page shows."""
    return identifiers(words_shown(page))


def spoken(page: Page) -> Locator:
    """What a screen reader was told last."""
    return page.locator("[role=status]").last


@dataclass
class Walk:
    """A way through the site; `state` looks at where it has led."""

    page: Page
    name: str
    pictures: Path
    steps: int = 0

    def state(self, name: str) -> None:
        """Take a picture if they are wanted; text outside its box or an identifier fails the walk."""
        self.steps += 1
        picture(self.page, self.pictures / f"way-{self.name}-{self.steps}-{name}.png")
        assert misfits(self.page) == [], name
        assert shown(self.page) == [], name

    def unscrolled(self, place: Locator) -> None:
        """A place is wholly seen on a page that was not scrolled."""
        expect(place).to_be_in_viewport(ratio=1)
        assert self.page.evaluate("scrollY") == 0

    def tab_to(self, place: Locator, key: str = "Tab") -> None:
        """Reach a place by the keyboard."""
        expect(place).to_be_visible()
        for _ in range(80):
            if place.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError("the keyboard does not get there")

    def press(self, place: Locator, key: str = "Tab") -> None:
        """Reach a button or a link by the keyboard, and press it."""
        self.tab_to(place, key)
        self.page.keyboard.press("Enter")

    def result(self, title: str | re.Pattern[str]) -> Locator:
        """The result is shown on the board within sight, with its reason, and is said in the same words."""
        panel = self.page.locator(".board .result")
        expect(panel.locator("h2")).to_have_text(title)
        expect(panel.locator("h2")).to_be_in_viewport(ratio=1)
        expect(panel.locator(".why")).not_to_be_empty()
        expect(spoken(self.page)).to_contain_text(panel.locator("h2").inner_text())
        return panel


class Finger(Player):
    """A player on a touch screen, who confirms moves of several taps."""

    def play(self, text: str) -> None:
        """Make a move by the taps that the law gives."""
        before = plies(self.page)
        super().play(text)
        self.page.wait_for_function(
            "before => document.querySelectorAll('[data-ply]').length > before || document.querySelector('[role=alertdialog]')", arg=before
        )
        if plies(self.page) == before:
            self.page.get_by_role("alertdialog").get_by_role("button", name="Jouer").tap()

    def _press(self, target: str) -> None:
        if cell(self.page, target).count():
            cell(self.page, target).tap()
        else:
            super()._press(target)

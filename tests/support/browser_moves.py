"""Whole games played on a page, by mouse or by keyboard; the moves come from the law, not from the page."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from tests.support.browser_tables import cell, set_table
from tests.support.own_games import OWN_GAMES
from tests.web.conftest import Server

from tablier import Game, Match, read_record
from tablier.core.law import RESIGNED
from tablier.core.play import DONE
from tablier.testing import variants
from tablier.testing.playthrough import RULE

AnyGame = Game[Any, Any]
AnyMatch = Match[Any, Any]
ROOT = Path(__file__).parents[2]
LONGEST = 25
"""Golden games longer than this are replaced by a short game with a winner (tools/short_games.py)."""
TEXT_OF_DONE = "Terminer le coup"

# Null until the game is over or this page may move; then the entries that it lists.
ENTERED = """known => {
  const over = document.querySelector('.state')?.dataset.state === 'over';
  const entries = [...document.querySelectorAll('[data-ply]')].map(one => one.dataset.entry);
  const open = document.querySelector('tablier-board .point, .status button.word');
  return entries.length >= known && (over || open) ? { over, entries } : null;
}"""
FOCUSED = "() => document.activeElement?.dataset?.cell ?? ''"
GRID = """() => {
  const rows = [...document.querySelectorAll('tablier-board [role=row]')];
  return Object.fromEntries(rows.flatMap((row, y) => [...row.children].map((cell, x) => [cell.dataset.cell, [x, y]])));
}"""


@dataclass(frozen=True)
class Score:
    """A game to be played to its end: the rules, the moves, and the clause that ends it."""

    name: str
    game: AnyGame
    moves: tuple[str, ...]


def changed_options(game: AnyGame) -> dict[str, object]:
    """The options that are not defaults."""
    usual = type(game)().options
    return {option: value for option, value in game.options.items() if value != usual[option]}


def name_of(game: AnyGame) -> str:
    return "-".join([game.info.id, *(f"{option}_{value}" for option, value in changed_options(game).items())])


def scores() -> list[Score]:
    """For every game without dice and every value of its options, its golden game, or a short one where that is long."""
    short = {
        (one["game"], json.dumps(one["options"])): one["moves"]
        for one in json.loads((ROOT / "tests/web/scores.json").read_text(encoding="utf-8"))
    }
    found = []
    for name, rules in OWN_GAMES.items():
        for game in [] if rules.dice else variants(rules):
            golden = read_record(
                (ROOT / f"tests/playthroughs/{name_of(game)}.txt").read_text(encoding="utf-8").split(f"\n{RULE}\n")[0]
            ).moves
            moves = golden if len(golden) <= LONGEST else tuple(short[name, json.dumps(dict(game.options))].split())
            found.append(Score(name_of(game), game, moves))
    return found


def shortest(found: Iterable[Score]) -> list[Score]:
    """The shortest decisive score of each game that is more than two moves."""
    best: dict[str, Score] = {}
    for score in found:
        known = best.get(score.game.info.id)
        if len(score.moves) > 2 and (known is None or len(score.moves) < len(known.moves)):
            best[score.game.info.id] = score
    return list(best.values())


def plan(game: AnyGame, seats: list[dict[str, object]]) -> dict[str, object]:
    return {"game": game.info.id, "options": changed_options(game), "seats": seats, "private": True}


@dataclass
class Player:
    """A player at the page of a table; `match` is the same game by the law."""

    page: Page
    match: AnyMatch
    by_keys: bool = False
    over: bool = False
    _places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def look(self, known: int) -> None:
        """Wait until `known` entries are shown and a seat of this page is to move; append the new ones to `match`."""
        seen = self.page.wait_for_function(ENTERED, arg=known).json_value()
        for text in seen["entries"][len(self.match.entries) :]:
            self.match.enter(text)
        self.over = seen["over"]

    def play(self, text: str) -> None:
        """Make a move by the clicks that the law gives."""
        game, position = self.match.game, self.match.position
        by_text = {game.write(position, move): game.gesture(move) for move in self.match.legal()}
        gesture = by_text[text]
        *before, last = (*gesture.ordered, *sorted(gesture.unordered))
        for target in before:
            self._press(target)
            self._is_taken_up(target)
        self._press(last)
        if sum(other == gesture for other in by_text.values()) > 1:
            self.page.locator(".status .note").get_by_role("button", name=text, exact=True).click()

    def _press(self, target: str) -> None:
        game = self.match.game
        names = {button.id: button.name.fr for button in game.buttons} | {DONE: TEXT_OF_DONE}
        if target in names:
            self._button(names[target])
        elif self.by_keys:
            self._go_to(target)
            self.page.keyboard.press("Enter")
        else:
            cell(self.page, target).click()

    def _is_taken_up(self, target: str) -> None:
        """A click on a cell that does not yet make a move is seen there: one that is lost fails here, by name."""
        if cell(self.page, target).count():
            expect(cell(self.page, target)).to_have_attribute("aria-selected", "true")

    def _button(self, name: str) -> None:
        button = self.page.locator(".status").get_by_role("button", name=name)
        if not self.by_keys:
            button.click()
            return
        self._tab_to("Tab", lambda: bool(button.evaluate("one => one === document.activeElement")))
        self.page.keyboard.press("Enter")

    def _go_to(self, target: str) -> None:
        """Move the focus to a cell with the arrow keys."""
        if not self._places:
            self._places = {name: (x, y) for name, (x, y) in self.page.evaluate(GRID).items()}
            self._tab_to("Tab", lambda: bool(self.page.evaluate(FOCUSED)))
        if not self.page.evaluate(FOCUSED):
            self._tab_to("Shift+Tab", lambda: bool(self.page.evaluate(FOCUSED)))
        at = self._places[self.page.evaluate(FOCUSED)]
        to = self._places[target]
        for ways, distance in ((("ArrowLeft", "ArrowRight"), to[0] - at[0]), (("ArrowUp", "ArrowDown"), to[1] - at[1])):
            for _ in range(abs(distance)):
                self.page.keyboard.press(ways[distance > 0])

    def _tab_to(self, key: str, reached: Callable[[], bool]) -> None:
        for _ in range(60):
            if reached():
                return
            self.page.keyboard.press(key)
        raise AssertionError("the keyboard does not get there")

    def check_ending(self, server: Server, table: str) -> None:
        """The page says how it ended, and by which clause, to see and to hear; and the server has recorded just that."""
        outcome = self.match.outcome
        assert self.over and outcome is not None
        why = "abandonné." if outcome.because == RESIGNED else outcome.because.text.fr
        panel, spoken = self.page.locator(".board .result"), self.page.locator("[role=status]").last
        title = panel.locator("h2").inner_text()
        expect(self.page.locator(".state[data-state=over] strong")).to_have_text(title)
        for place in (panel.locator(".why"), self.page.locator(".state[data-state=over]"), spoken):
            expect(place).to_contain_text(why)
        expect(spoken).to_contain_text(title)
        record = self.page.context.request.get(f"{server.address}/api/tables/{table}/record.txt")
        recorded = read_record(record.text())
        assert recorded.moves == self.match.moves
        assert recorded.outcome == outcome


def sit_alone(page: Page, server: Server, game: AnyGame, *, by_keys: bool = False, private: bool = True) -> tuple[Player, str]:
    """A table at one screen."""
    table = set_table(page, server.address, plan(game, [{"kind": "you"}] * len(game.seats)) | {"private": private})
    return Player(page, Match(game), by_keys), table

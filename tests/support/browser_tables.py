"""What a visitor does at a table, as the tests need it."""

import json

from playwright.sync_api import Locator, Page, expect

Plan = dict[str, object]


def set_table(page: Page, address: str, plan: Plan) -> str:
    """A table set by this visitor; the page shows it."""
    answer = page.context.request.post(f"{address}/api/tables", data=json.dumps(plan), headers={"Content-Type": "application/json"})
    assert answer.ok, answer.text()
    table = answer.json()["id"]
    page.goto(f"{address}/t/{table}")
    board_is_there(page)
    return str(table)


def hotseat(game: str, seats: int, **options: object) -> Plan:
    """A game at one screen."""
    return {"game": game, "seats": [{"kind": "you"}] * seats, "options": options, "private": True}


def board_is_there(page: Page) -> None:
    expect(page.locator("tablier-board [data-cell]").first).to_be_visible()


def plies(page: Page) -> int:
    return page.locator("[data-ply]").count()


def expect_plies(page: Page, count: int) -> None:
    expect(page.locator("[data-ply]")).to_have_count(count)


def my_turn(page: Page) -> bool:
    """Waits until this visitor may move, or the game is over."""
    page.wait_for_function(
        "() => document.querySelector('tablier-board .point, tablier-board .grab, .status button.word')"
        " || document.querySelector('.state')?.dataset.state === 'over'"
    )
    return page.locator(".state").get_attribute("data-state") != "over"


def targets(page: Page) -> list[str]:
    """The cells that may be clicked now."""
    cells: list[str] = page.eval_on_selector_all(
        "tablier-board .point:not([aria-selected=true])", "cells => cells.map(cell => cell.dataset.cell)"
    )
    return cells


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'tablier-board [data-cell="{name}"]')


def settle(page: Page, before: int) -> bool:
    """Waits until the last click has made a move or leaves something else to click; True for a move."""
    page.wait_for_function(
        "before => document.querySelectorAll('[data-ply]').length > before || document.querySelector('tablier-board [aria-selected=true]')",
        arg=before,
    )
    return plies(page) > before


def over(page: Page) -> bool:
    return page.locator(".state").get_attribute("data-state") == "over"

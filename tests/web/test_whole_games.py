"""Whole games by clicking, each until its rules end it: minutes."""

import random

import pytest
from tests.web.conftest import NewPage, Server
from tests.web.tables import cell, hotseat, my_turn, over, plies, set_table, settle, targets

import tablier

MODES = [(name, {}) for name in tablier.games()] + [
    (name, {option.id: value})
    for name in tablier.games()
    for option in tablier.game(name).choices
    for value in option.values
    if value != option.default and option.only is None
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), MODES, ids=lambda value: str(value))
def test_a_game_is_clicked_to_its_end(new_page: NewPage, server: Server, game: str, options: dict[str, str]):
    page, dice = new_page(), random.Random(game)
    set_table(page, server.address, hotseat(game, len(tablier.game(game, **options).seats), **options))
    while my_turn(page):
        assert plies(page) < 3000
        before = plies(page)
        for _ in range(60):
            choices = targets(page)
            if choices:
                cell(page, dice.choice(choices)).click()
            else:
                page.locator(".status button.main").first.click()
            if over(page) or settle(page, before):
                break
    assert page.locator(".state strong").inner_text()

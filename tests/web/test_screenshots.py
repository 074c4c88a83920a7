"""Screenshots of every game at a table, phone and desktop, light and dark, kept as artefacts."""

import pytest
from tests.support.browser_moves import sit_alone
from tests.web.conftest import SHOTS, NewPage, Server

from tablier import game, games
from tablier.search.levels import LevelPlayer

pytestmark = pytest.mark.slow  # minutes: `make test-slow`

SIZES = {"phone": (360, 740), "desk": (1440, 900)}
PLIES = 12


@pytest.mark.parametrize("name", list(games()))
def test_every_game_is_pictured(new_page: NewPage, server: Server, name: str):
    page = new_page(1440, 900)
    player, _ = sit_alone(page, server, game(name))
    chooser = LevelPlayer(player.match.game, 2, seed=1)
    player.look(0)
    while not player.over and len(player.match.entries) < PLIES:
        player.play(chooser.choose(player.match))
        player.look(len(player.match.entries) + 1)
    SHOTS.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            page.screenshot(path=SHOTS / f"{name}-{size}-{theme}.png", full_page=size == "phone")
        board = page.locator("tablier-board").bounding_box()
        assert board and board["x"] >= 0 and board["x"] + board["width"] <= width
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width

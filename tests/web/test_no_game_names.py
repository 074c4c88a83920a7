"""The browser draws and plays any game from its manifest, so no game may be named in its source."""

import re
from pathlib import Path

import pytest
from tests.support.own_games import OWN_GAMES

import tablier

SOURCE = Path(__file__).parents[2] / "web"
FILES = [
    path
    for path in sorted(SOURCE.glob("*.*")) + sorted(SOURCE.glob("src/**/*.*")) + sorted(SOURCE.glob("public/**/*.*"))
    if path.suffix in {".ts", ".svelte", ".css", ".html", ".json", ".webmanifest", ".js"} and path.name != "package-lock.json"
]


@pytest.mark.parametrize("game", list(OWN_GAMES))
def test_no_game_is_named_in_the_source_of_the_pages(game):
    rules = tablier.games()[game]
    names = {game, rules.info.name.fr, rules.info.name.en}
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names), re.IGNORECASE)
    named = [path.relative_to(SOURCE).as_posix() for path in FILES if pattern.search(path.read_text(encoding="utf-8"))]
    assert not named


def test_there_is_source_to_look_at():
    assert len(FILES) > 5

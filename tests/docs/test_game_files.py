"""The guide names the files that a game of the collection has; every game has them, and they mention it."""

import inspect
import re
from pathlib import Path

import pytest
from tests.support.own_games import OWN_GAMES

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "guides" / "write-a-game.md").read_text(encoding="utf-8").partition("## 12. The files of a game")[2]
NAMED = [path for row in re.findall(r"^\| (`[^|]+) \|", GUIDE, re.MULTILINE) for path in re.findall(r"`([^`]+)`", row)]
OF_ONE_GAME = [path for path in NAMED if "ID" in path or "PACKAGE" in path]
OF_ALL_GAMES = [path for path in NAMED if path not in OF_ONE_GAME]


def package(cls) -> str:
    return cls.__module__.removeprefix("tablier.games.").partition(".")[0]


def parts(folder: str) -> set[str]:
    return {path.name for path in (ROOT / folder).glob("*.py")}


def test_the_guide_names_files():
    assert len(OF_ONE_GAME) >= 14
    assert len(OF_ALL_GAMES) >= 5


@pytest.mark.parametrize("cls", OWN_GAMES.values(), ids=list(OWN_GAMES))
@pytest.mark.parametrize("path", OF_ONE_GAME)
def test_every_game_has_the_file(cls, path):
    assert (ROOT / path.replace("PACKAGE", package(cls)).replace("ID", cls.info.id)).is_file()


MENTIONS = [(path, cls) for path in OF_ALL_GAMES for cls in OWN_GAMES.values() if not (path == "tests/web/scores.json" and cls.dice)]


@pytest.mark.parametrize(("path", "cls"), MENTIONS, ids=[f"{path}-{cls.info.id}" for path, cls in MENTIONS])
def test_every_game_is_mentioned_where_the_guide_says(path, cls):
    text = (ROOT / path).read_text(encoding="utf-8")
    assert cls.info.id in text or cls.info.name.fr in text or cls.info.name.en in text


@pytest.mark.parametrize("cls", OWN_GAMES.values(), ids=list(OWN_GAMES))
def test_a_package_has_the_four_files_and_at_most_two_more(cls):
    found = parts(f"src/tablier/games/{package(cls)}")
    expected = {path.rpartition("/")[2] for path in OF_ONE_GAME if path.startswith("src/tablier/games/")}
    assert expected <= found
    assert len(found - expected) <= 2
    assert inspect.getfile(cls).endswith("rules.py")

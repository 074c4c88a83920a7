"""The guide names the files that a game of the collection has: every game has them, they mention it, and there are no others."""

import inspect
import re
import subprocess
from pathlib import Path

import pytest
from tests.support.own_games import OWN_GAMES

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "guides" / "write-a-game.md").read_text(encoding="utf-8").partition("## 12. The files of a game")[2]


def named(section: str) -> list[str]:
    return [path for row in re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE) for path in re.findall(r"`([^`]+)`", row)]


OF_EVERY_GAME, _, OF_SOME = GUIDE.partition("Where a game has more to keep")
NAMED, MORE = named(OF_EVERY_GAME), named(OF_SOME)
OF_ONE_GAME = [path for path in NAMED if "ID" in path or "PACKAGE" in path]
OF_ALL_GAMES = [path for path in NAMED if path not in OF_ONE_GAME]


def package(cls) -> str:
    return cls.__module__.removeprefix("tablier.games.").partition(".")[0]


def path_for(path: str, cls) -> str:
    return path.replace("PACKAGE", package(cls)).replace("ID", cls.info.id)


OWN_NAMES = {name for cls in OWN_GAMES.values() for name in (cls.info.id, package(cls))}
KNOWN = [re.compile(re.escape(path_for(path, cls)).replace(r"\*", "[^/]+")) for path in (*OF_ONE_GAME, *MORE) for cls in OWN_GAMES.values()]


def bears_a_name(path: str) -> bool:
    """Whether a folder of a path, or its file up to the first dot, hyphen or ending of a test's name, is called after a game."""
    *folders, file = path.split("/")
    stem = re.split(r"[-.]", file.removeprefix("test_"))[0]
    return stem in OWN_NAMES or not OWN_NAMES.isdisjoint(folders)


def parts(folder: str) -> set[str]:
    return {path.name for path in (ROOT / folder).glob("*.py")}


def test_the_guide_names_files():
    assert len(OF_ONE_GAME) >= 16
    assert len(OF_ALL_GAMES) >= 9
    assert len(MORE) >= 9


def tracked() -> list[str]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a checkout of git")
    return done.stdout.splitlines()


def test_the_guide_names_every_file_that_bears_the_name_of_a_game():
    files = [path for path in tracked() if bears_a_name(path)]
    assert len(files) > 100
    assert [path for path in files if not any(known.fullmatch(path) for known in KNOWN)] == []


@pytest.mark.parametrize("path", MORE)
def test_some_games_have_the_file(path):
    found = [cls for cls in OWN_GAMES.values() if any(ROOT.glob(path_for(path, cls)))]
    assert found


@pytest.mark.parametrize("path", ["src/a/makruk.py", "a/apit-1.txt", "a/makyek/b.c", "tests/test_turkish.py", "a/mako.json.gz"])
def test_a_file_of_a_game_is_known_by_its_name(path):
    assert bears_a_name(path)
    assert not bears_a_name(
        path.replace("makruk", "script").replace("apit", "some").replace("makyek", "x").replace("turkish", "y").replace("mako", "z")
    )


@pytest.mark.parametrize("cls", OWN_GAMES.values(), ids=list(OWN_GAMES))
@pytest.mark.parametrize("path", OF_ONE_GAME)
def test_every_game_has_the_file(cls, path):
    assert (ROOT / path_for(path, cls)).is_file()


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

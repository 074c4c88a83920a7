"""The template game is a package of its own that Tablier finds, and the guide quotes it word for word."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import tablier

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
TEMPLATE = GUIDES / "template-game"
QUOTES = re.findall(
    r"^```(?:py|toml) (\S+)\n(.*?)^```$", (GUIDES / "write-a-game.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The folder with a copy of the template in `package` and its installation in `site`."""
    folder = tmp_path_factory.mktemp("template")
    shutil.copytree(TEMPLATE, folder / "package", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info", ".*"))
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    offline = ("--no-deps", "--no-build-isolation", "--no-index")
    run(folder, "-m", "pip", "install", *quiet, *offline, "--target", str(folder / "site"), str(folder / "package"))
    return folder


def run(folder: Path, *arguments: str) -> str:
    """What Python prints, with the installed template and the Tablier under test on its path."""
    path = os.pathsep.join((str(folder / "site"), str(Path(tablier.__file__).parents[1])))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_installed_game_is_found_without_editing_anything(installed):
    asked = "from tablier import game, games; print(*games()); print(game('tapatan', fly='on').start().side)"
    names, side = run(installed, "-c", asked).splitlines()
    assert {"tapatan", *tablier.games()} == set(names.split())
    assert side == "0"


def test_a_game_in_one_module_may_have_no_lessons(installed):
    assert run(installed, "-c", "from tablier.games import chapters; print(chapters('tapatan'))").strip() == "()"


def test_the_installed_game_passes_the_kit(installed):
    run(installed, "-c", "from tablier import game; from tablier.testing import check_game; check_game(game('tapatan'))")


def test_the_tests_of_the_template_pass(installed):
    out = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "--rootdir", "package", "package/tests")
    assert " passed" in out


@pytest.mark.parametrize(("name", "quote"), QUOTES, ids=[f"{i}-{name}" for i, (name, _) in enumerate(QUOTES, 1)])
def test_the_guide_quotes_the_template_word_for_word(name, quote):
    source = (TEMPLATE / name).read_text(encoding="utf-8")
    assert quote in source, f"not in {name}:\n{dedent(quote)}"


def test_the_guide_shows_every_part_of_a_game():
    shown = "".join(quote for _, quote in QUOTES)
    hooks = ("candidates", "refuse", "apply", "outcome", "repeated", "parse", "write", "gesture", "build", "gauge_values", "worth")
    assert [hook for hook in hooks if f"def {hook}(" not in shown] == []

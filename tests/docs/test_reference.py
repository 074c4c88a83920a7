"""The texts that the reference shows for each game are what that game reads and writes."""

import re
from pathlib import Path

import pytest
from tests.support.own_games import OWN_GAMES

from tablier import game

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "api.md").read_text(encoding="utf-8").partition("## Texts of each game")[2]
OPENINGS = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE))
MOVES = re.findall(r"^\| `(\w+)` \| `([^`]+)` \| [^|]+ \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("name", list(OWN_GAMES))
def test_the_opening_shown_is_the_opening(name):
    rules = game(name)
    assert rules.load(OPENINGS[name]) == rules.start()
    assert rules.dump(rules.start()).startswith(OPENINGS[name])


@pytest.mark.parametrize("name", list(OWN_GAMES))
def test_every_kind_of_move_shown_is_read_as_it_is_written(name):
    rules = game(name)
    shown = [move for known, move in MOVES if known == name]
    assert shown
    assert [rules.write(rules.start(), rules.parse(move)) for move in shown] == shown

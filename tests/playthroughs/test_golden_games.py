"""A golden game for every game and every value of every option: a rule that changes shows here, move by move."""

from pathlib import Path

import pytest
from tests.support.own_games import OWN_GAMES

from tablier import read_record
from tablier.testing import narrate
from tablier.testing.playthrough import RULE

FILES = sorted(Path(__file__).parent.glob("*.txt"))
GOLDEN = {path.stem: path.read_text(encoding="utf-8") for path in FILES}


@pytest.mark.parametrize("name", list(GOLDEN))
def test_a_golden_game_is_played_as_it_was(name):
    match = read_record(GOLDEN[name].split(f"\n{RULE}\n")[0])
    assert match.outcome is not None, "a golden game is played to its end"
    assert narrate(match) == GOLDEN[name]


@pytest.mark.parametrize("name", list(OWN_GAMES))
def test_every_value_of_every_option_has_its_golden_game(name):
    played = {
        (option, str(value))
        for match in (read_record(text.split(f"\n{RULE}\n")[0]) for text in GOLDEN.values())
        if match.game.info.id == name
        for option, value in match.game.options.items()
    }
    wanted = {(option.id, value) for option in OWN_GAMES[name].choices for value in option.ids}
    assert wanted <= played
    assert any(stem.split("-")[0] == name for stem in GOLDEN)

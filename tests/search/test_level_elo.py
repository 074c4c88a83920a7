"""The Elo of the levels: measured under the rules of the sheet, and nowhere else."""

import pytest

from tablier import game
from tablier.games import games
from tablier.search.level_elo import elos_of, nearest_level
from tablier.search.levels import levels_of


@pytest.mark.parametrize("name", games())
def test_every_level_of_every_game_has_an_elo_that_grows_with_it(name):
    elos = elos_of(game(name))
    assert tuple(elos) == levels_of(game(name))
    assert list(elos.values()) == sorted(set(elos.values()))


def test_other_options_and_engines_over_the_law_have_none(monkeypatch):
    assert elos_of(game("makyek", quiet=50)) == {}
    monkeypatch.setenv("TABLIER_PURE", "1")
    assert elos_of(game("makyek")) == {}


def test_the_nearest_level_is_the_weaker_of_two_that_are_equally_near():
    elos = {1: 500, 2: 700, 3: 900}
    assert [nearest_level(elos, wanted) for wanted in (0, 600, 601, 9999)] == [1, 1, 2, 3]

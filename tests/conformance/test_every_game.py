"""Every game found, with every value of every option, goes through the kit; every clause is proven by a test."""

from pathlib import Path

import pytest
from tests.support.own_games import OWN_GAMES

from tablier.testing import check_game, marked, variants

VARIANTS = [variant for cls in OWN_GAMES.values() for variant in variants(cls)]


@pytest.fixture(scope="module")
def tests():
    """The tests that are marked with each clause; all of them are parsed, so once is enough."""
    return marked(Path(__file__).parents[1])


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_a_game_keeps_every_promise_of_the_kit(game):
    check_game(game, walks=4 if game == type(game)() else 2)


@pytest.mark.parametrize("name", list(OWN_GAMES))
def test_every_clause_has_a_test_marked_with_it(name, tests):
    unproven = [clause.id for clause in OWN_GAMES[name].clauses if clause.id not in tests]
    assert not unproven


def test_every_mark_names_a_clause(tests):
    known = {clause.id for cls in OWN_GAMES.values() for clause in cls.clauses} | {
        "tablier.over",
        "tablier.resigned",
        "tablier.flagged",
        "tablier.agreed",
    }
    assert set(tests) <= known

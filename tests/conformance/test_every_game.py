"""Every game found, with every value of every option, goes through the kit; every clause is proven by a test."""

from pathlib import Path

import pytest

from tablier import games
from tablier.testing import check_game, marked, variants

VARIANTS = [variant for cls in games().values() for variant in variants(cls)]


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_a_game_keeps_every_promise_of_the_kit(game):
    check_game(game)


@pytest.mark.parametrize("name", list(games()))
def test_every_clause_has_a_test_marked_with_it(name):
    tests = marked(Path(__file__).parents[1])
    unproven = [clause.id for clause in games()[name].clauses if clause.id not in tests]
    assert not unproven


def test_every_mark_names_a_clause():
    known = {clause.id for cls in games().values() for clause in cls.clauses} | {
        "tablier.over",
        "tablier.resigned",
        "tablier.flagged",
        "tablier.agreed",
    }
    assert set(marked(Path(__file__).parents[1])) <= known

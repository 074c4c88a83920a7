"""Plans and openings: seating, balance, repeatability."""

import pytest

from tablier import Match, TablierError, games
from tablier.arena.openings import BALANCED, opening
from tablier.arena.plan import Plan, scores
from tablier.core.law import AGREED
from tablier.core.play import Outcome
from tablier.search.analysis import Limits
from tablier.search.levels import engine_for

PLAN = Plan("apit", ("random", "random"), plies=6)


def openings(plan: Plan, count: int) -> list[tuple[str, ...]]:
    rules = plan.rules()
    engine = engine_for(rules)
    return [opening(rules, plan, number, engine) for number in range(count)]


def test_openings_are_the_same_again_and_differ_from_each_other():
    first = openings(PLAN, 8)
    assert first == openings(PLAN, 8)
    assert len(set(first)) == 8


def test_another_seed_gives_other_openings():
    assert openings(PLAN, 4) != openings(Plan("apit", ("random", "random"), plies=6, seed=1), 4)


def test_openings_are_as_long_as_asked_and_balanced():
    rules, engine = PLAN.rules(), engine_for(PLAN.rules())
    for moves in openings(PLAN, 8):
        assert len(moves) == 6
        match = Match(rules)
        for move in moves:
            match.play(move)
        engine.new_game()
        assert abs(engine.analyse(match, Limits(nodes=1_000)).lines[0].score) <= BALANCED


@pytest.mark.parametrize("name", list(games()))
def test_every_game_has_openings(name):
    plan = Plan(name, ("random", "random"), plies=2)
    rules = plan.rules()
    match = Match(rules)
    for text in opening(rules, plan, 0, engine_for(rules)):
        match.enter(text)
    assert match.entries and match.outcome is None


def test_seats_are_swapped_on_the_same_opening():
    assert [PLAN.opening(number) for number in range(4)] == [0, 0, 1, 1]
    assert [PLAN.seating(number, 2) for number in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_players_go_round_a_larger_table():
    plan = Plan("mako", ("a", "b", "c", "d"))
    assert [plan.opening(number) for number in (0, 3, 4)] == [0, 0, 1]
    assert [plan.seating(number, 4) for number in range(3)] == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1)]
    assert Plan("mako", ("a", "b")).seating(1, 4) == (1, 0, 1, 0)


def test_scores_of_two():
    assert scores(Outcome((1, 2), AGREED), (1, 0)) == (0.0, 1.0)
    assert scores(Outcome((1, 1), AGREED), (0, 1)) == (0.5, 0.5)


def test_scores_of_four_are_the_share_left_behind():
    assert scores(Outcome((2, 1, 4, 3), AGREED), (0, 1, 2, 3)) == (2 / 3, 1.0, 0.0, 1 / 3)
    assert scores(Outcome((1, 1, 3, 3), AGREED), (0, 1, 2, 3)) == (5 / 6, 5 / 6, 1 / 6, 1 / 6)


def test_a_players_own_seats_are_not_compared():
    assert scores(Outcome((1, 3, 2, 4), AGREED), (0, 1, 0, 1)) == (1.0, 0.0)
    assert scores(Outcome((1, 2, 4, 3), AGREED), (0, 1, 0, 1)) == (0.5, 0.5)


@pytest.mark.parametrize("players", [(), ("random",), ("random",) * 3])
def test_too_few_or_too_many_players_are_refused(players):
    with pytest.raises(TablierError):
        Plan("apit", players).rules()

"""Scores, Elo and their intervals, compared with values computed by hand or by other programs."""

import math

import pytest

from tablier.arena.elo import Tally, elo, expected


@pytest.mark.parametrize(("score", "difference"), [(0.5, 0.0), (0.75, 190.848), (0.64, 99.951), (10 / 11, 400.0), (0.25, -190.848)])
def test_elo_of_a_score(score, difference):
    assert elo(score) == pytest.approx(difference, abs=1e-3)
    assert expected(difference) == pytest.approx(score, abs=1e-6)


def test_a_player_who_always_wins_is_infinitely_stronger():
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)


def test_a_tally_counts():
    tally = Tally.of(5, 3, 2)
    assert (tally.games, tally.wins, tally.draws, tally.losses, tally.mean) == (10, 5, 3, 2, 0.65)


def test_the_interval_is_that_of_a_mean():
    # 40 wins, 40 draws, 20 losses: mean 0.6, variance 0.14, so 0.6 ± 1.96 * sqrt(0.14 / 100).
    low, high = Tally.of(40, 40, 20).interval
    assert (low, high) == (pytest.approx(0.526665, abs=1e-6), pytest.approx(0.673335, abs=1e-6))


def test_the_interval_in_elo():
    low, high = Tally.of(40, 40, 20).elo_interval
    assert (low, high) == (pytest.approx(18.546, abs=1e-2), pytest.approx(125.651, abs=1e-2))


def test_draws_make_it_narrower():
    def width(tally):
        low, high = tally.interval
        return high - low

    assert width(Tally.of(10, 80, 10)) < width(Tally.of(50, 0, 50)) / 2


def test_equal_scores_have_the_interval_of_clopper_and_pearson():
    assert Tally.of(10, 0, 0).interval == (pytest.approx(0.691503, abs=1e-6), 1.0)
    assert Tally.of(0, 0, 10).interval == (0.0, pytest.approx(0.308497, abs=1e-6))


def test_all_draws_are_not_certainty():
    low, high = Tally.of(0, 4, 0).interval
    assert 0 < low < 0.5 < high < 1


def test_no_game_tells_nothing():
    assert (Tally(()).mean, Tally(()).interval) == (0.5, (0.0, 1.0))


def test_nineteen_intervals_of_twenty_hold_the_true_mean():
    import random

    chance = random.Random(3)
    truth, held = 0.35 + 0.4 / 2, 0
    for _ in range(1000):
        drawn = tuple(chance.choices((1.0, 0.5, 0.0), (0.35, 0.4, 0.25), k=200))
        low, high = Tally(drawn).interval
        held += low <= truth <= high
    assert 930 <= held <= 970

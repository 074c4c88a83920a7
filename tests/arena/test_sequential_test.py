"""The sequential test: its ratio compared with a numerical search, its decisions on simulated matches."""

import math
import random

import pytest

from tablier import TablierError
from tablier.arena.elo import Tally, expected
from tablier.arena.sequential_test import Sprt, Verdict, log_likelihood_ratio


def likeliest(counts: tuple[int, int, int], mean: float) -> float:
    """The maximum log-likelihood of wins, draws and losses under a mean, by a grid search over the share of draws."""
    low, high = 0.0, 2 * min(mean, 1 - mean)

    def likelihood(draws: float) -> float:
        chances = (mean - draws / 2, draws, 1 - mean - draws / 2)
        return sum(count * math.log(max(chance, 1e-300)) for count, chance in zip(counts, chances, strict=True))

    for _ in range(200):
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    return likelihood(low)


@pytest.mark.parametrize("counts", [(30, 40, 30), (300, 500, 250), (12, 3, 9), (1000, 2000, 1010), (5, 90, 40)])
@pytest.mark.parametrize("elos", [(0, 5), (-3, 1), (0, 100)])
def test_the_ratio_is_that_of_the_likeliest_explanations(counts, elos):
    means = [expected(elo) for elo in elos]
    by_search = likeliest(counts, means[1]) - likeliest(counts, means[0])
    assert log_likelihood_ratio(Tally.of(*counts).scores, *means) == pytest.approx(by_search, abs=1e-6)


def test_for_many_games_it_is_close_to_the_normal_approximation():
    wins, draws, losses = 5200, 9800, 5000
    tally = Tally.of(wins, draws, losses)
    low, high = expected(0), expected(5)
    variance = (wins + draws / 4) / tally.games - tally.mean**2
    normal = tally.games * (high - low) * (2 * tally.mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(tally.scores, low, high) == pytest.approx(normal, rel=1e-3)


def test_the_ratio_is_zero_without_games_and_small_after_one_win():
    test = Sprt(0, 10)
    assert test.ratio([]) == 0.0
    assert 0 < test.ratio([1.0]) < 0.1
    assert -0.1 < test.ratio([0.0]) < 0


def test_the_bounds_are_walds():
    assert Sprt(0, 5, 0.05, 0.05).bounds == (pytest.approx(-2.94444, abs=1e-5), pytest.approx(2.94444, abs=1e-5))
    low, high = Sprt(0, 5, 0.01, 0.1).bounds
    assert (low, high) == (pytest.approx(math.log(0.1 / 0.99)), pytest.approx(math.log(0.9 / 0.01)))


def simulated(test: Sprt, strength: float, draws: float, chance: random.Random) -> Verdict | None:
    mean = expected(strength)
    weights = (mean - draws / 2, draws, 1 - mean - draws / 2)
    scores: list[float] = []
    for _ in range(400):
        scores += chance.choices((1.0, 0.5, 0.0), weights, k=10)
        if verdict := test.verdict(scores):
            return verdict
    return None


@pytest.mark.parametrize(("strength", "expects"), [(50, Verdict.STRONGER), (0, Verdict.NOT_STRONGER), (-40, Verdict.NOT_STRONGER)])
def test_simulated_matches_are_decided_rightly(strength, expects):
    chance = random.Random(strength)
    verdicts = [simulated(Sprt(0, 50), strength, 0.3, chance) for _ in range(60)]
    assert None not in verdicts
    assert verdicts.count(expects) >= 54  # 57 at the promised rate of error


def test_a_much_weaker_player_is_decided_quickly():
    assert Sprt(0, 20).verdict([0.0] * 60) is Verdict.NOT_STRONGER
    assert Sprt(0, 20).verdict([1.0] * 120) is Verdict.STRONGER


def test_scores_between_draws_count_for_what_they_are():
    thirds = [1 / 3, 2 / 3, 2 / 3, 1.0] * 50
    assert Sprt(0, 50).verdict(thirds) is Verdict.STRONGER


@pytest.mark.parametrize("wrong", [{"elo0": 5, "elo1": 5}, {"alpha": 0}, {"beta": 0.7}])
def test_a_test_that_tests_nothing_is_refused(wrong):
    with pytest.raises(TablierError):
        Sprt(**wrong)

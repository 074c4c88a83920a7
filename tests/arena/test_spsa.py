"""Tuning by matches: the best values are found through noise, interruptions change nothing, and real games can be played."""

import random

import pytest
from tests.support.executors import ExecutorHere

from tablier import TablierError, game
from tablier.arena import BadJournal, spsa
from tablier.arena.elo import expected

BEST = {"futility": 140.0, "reduction_base": 30.0}


def plan(iterations=250, seed=1):
    settings = spsa.Tuned("futility", 90, 0, 270, 10), spsa.Tuned("reduction_base", 60, 0, 180, 8)
    return spsa.SpsaPlan("achef", settings, iterations, 100, seed=seed)


def noisy(plan, most=None):
    """Games decided by chance, the likelier for the side that is nearer to the best values; Ctrl-C after so many."""
    played = []

    def worth(values):
        return -sum(((values[one.name] - BEST[one.name]) / one.step) ** 2 for one in plan.settings)

    def contest(iteration, plus, minus, numbers):
        for number in numbers:
            if len(played) == most:
                raise KeyboardInterrupt
            played.append((iteration, number))
            chance = expected(4 * (worth(plus) - worth(minus)))
            yield number, float(random.Random(f"{iteration}/{number}").random() < chance)

    return contest


def nothing(standing):
    """Watch no more than that."""


def test_the_best_values_are_found_through_noise(tmp_path):
    found = spsa.climb(plan(), tmp_path / "log", noisy(plan()), nothing)
    for one in plan().settings:
        assert abs(found[one.name] - BEST[one.name]) < 1.5 * one.step < abs(one.start - BEST[one.name])


def test_an_interrupted_run_ends_with_the_same_values(tmp_path):
    short, shown = plan(iterations=12), []
    whole = spsa.climb(short, tmp_path / "whole", noisy(short), nothing)
    with pytest.raises(KeyboardInterrupt):
        spsa.climb(short, tmp_path / "begun", noisy(short, most=43), nothing)
    assert spsa.climb(short, tmp_path / "begun", noisy(short, most=12 * 8 - 43), shown.append) == whole
    assert (shown[-1].games, shown[-1].total, shown[-1].values) == (96, 96, whole)
    assert spsa.climb(short, tmp_path / "begun", noisy(short, most=0), nothing) == whole


def test_the_log_of_another_plan_is_refused(tmp_path):
    spsa.climb(plan(iterations=1), tmp_path / "log", noisy(plan()), nothing)
    with pytest.raises(BadJournal):
        spsa.climb(plan(iterations=1, seed=2), tmp_path / "log", noisy(plan()), nothing)
    assert plan(seed=1).name != plan(seed=2).name


def test_values_stay_within_their_bounds(tmp_path):
    tight = spsa.SpsaPlan("achef", (spsa.Tuned("futility", 90, 80, 100, 30),), 6, 100)

    def contest(iteration, plus, minus, numbers):
        assert {*plus.values(), *minus.values()} == {80, 100}
        return [(number, float(plus["futility"] > minus["futility"])) for number in numbers]

    assert spsa.climb(tight, tmp_path / "log", contest, nothing) == {"futility": 100}


def test_the_last_iteration_tries_one_step():
    assert spsa.trial_share(plan(), 250) == 1
    assert spsa.trial_share(plan(), 1) > 1 and spsa.move_share(plan(), 1) > spsa.move_share(plan(), 250)


def test_settings_are_tuned_by_real_games(tmp_path):
    settings = spsa.read_settings(game("achef"), "futility,reduction_base")
    small = spsa.SpsaPlan("achef", settings, 2, 30, seed=1, games=2)
    logs = [tmp_path / "one", tmp_path / "other"]
    found = [spsa.tune_settings(small, log, ExecutorHere(), nothing) for log in logs]
    assert found[0] == found[1] and set(found[0]) == {"futility", "reduction_base"}
    assert all(isinstance(value, int) for value in found[0].values())
    assert spsa.player_text(30, found[0]).startswith("nodes:30;futility=")


def test_settings_are_read_with_their_bounds():
    first, second = spsa.read_settings(game("achef"), "futility, razor=0:300")
    assert (first.name, first.start, first.low, first.high, first.step) == ("futility", 90, 0, 270, 18)
    assert (second.name, second.start, second.low, second.high, second.step) == ("razor", 0, 0, 300, 20)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("futile", "no setting 'futile'; there are: aspiration"),
        ("futility,", "no setting ''"),
        ("razor", "'razor' is 0: give its bounds"),
        ("razor=5", "bounds are written LOW:HIGH"),
        ("razor=9:5", "bounds are written LOW:HIGH"),
        ("futility,futility", "a setting is there twice"),
    ],
)
def test_what_is_no_setting_is_refused(text, said):
    with pytest.raises(TablierError) as error:
        spsa.read_settings(game("achef"), text)
    assert said in error.value.say("en")

"""The tuner: the regression finds what it should, and a run that was cut short goes on."""

import math
import random

import pytest
from tests.support.executors import here

from tablier.search.regression import Row, best_scale, fit_weights, loss, solve
from tablier.search.tune import Plan, Tally, collect, read_records


def synthetic(weights, rows, seed=3):
    rng = random.Random(seed)
    for _ in range(rows):
        seen = [float(rng.randint(-3, 3)) for _ in weights]
        chance = 1 / (1 + math.exp(-sum(w * v for w, v in zip(weights, seen, strict=True)) / 200))
        yield Row(tuple((i, v) for i, v in enumerate(seen) if v), float(rng.random() < chance))


def test_the_regression_recovers_the_weights_that_made_the_results():
    truth = [100.0, -30.0, 10.0]
    rows = list(synthetic(truth, 6000))
    found = fit_weights(rows, [50.0, 0.0, 0.0], 200, trust=0.0)
    assert found == pytest.approx(truth, abs=12)
    assert loss(rows, found, 200) <= loss(rows, truth, 200)


def test_the_scale_is_the_one_that_made_the_results():
    assert best_scale(list(synthetic([100.0, -30.0], 6000)), [100.0, -30.0]) == pytest.approx(200, rel=0.15)


def test_a_weight_that_nothing_speaks_of_stays():
    rows = [Row(((0, 1.0),), 1.0), Row(((0, 1.0),), 0.0)]
    assert fit_weights(rows, [0.0, 40.0], 200, trust=0.02)[1] == pytest.approx(40)


def test_a_small_system_is_solved():
    assert solve([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0]) == pytest.approx([0.8, 1.4])


def test_a_run_that_was_cut_short_goes_on_and_ends_the_same(tmp_path):
    plan = Plan("turkish", nodes=30)
    whole = collect(plan, 3, 1, here, tmp_path / "whole.jsonl")
    begun = tmp_path / "begun.jsonl"
    collect(plan, 1, 1, here, begun)
    begun.write_text(begun.read_text(encoding="utf-8") + '{"seed": 1000001, "sha\n', encoding="utf-8")
    assert collect(plan, 3, 1, here, begun) == whole
    assert len(list(read_records(begun))) == 3


def test_draws_tell_nothing_of_who_is_better():
    assert Tally(0, 10, 0).certainty == 0.5
    assert Tally(30, 40, 10).certainty > 0.99

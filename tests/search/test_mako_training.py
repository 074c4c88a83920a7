"""Training of Mako Naval's network: what it learns, the engine's network says."""

import random

import pytest
from tablier.search.mako_training import Learner

from tablier import game
from tablier.kernels import kernel_of
from tablier.search.registry import evaluation_of

train_mako = pytest.importorskip("tools.train_mako", exc_type=ImportError)  # needs NumPy
RACE = game("mako")


def test_the_learner_and_the_network_made_of_it_judge_alike_and_learning_lowers_the_loss():
    learner, known = Learner(), evaluation_of(RACE)
    rows = train_mako.targets_of(*train_mako.play([known] * 4, known, random.Random(1)), learner)
    first, *_, last = (sum(learner.learn(*row, 0.05) for row in rows) for _ in range(4))
    assert last < first
    known.attach(known.network_type(train_mako.network_file(learner, {})))
    twin = kernel_of(RACE)
    inputs, duels = known.inputs(twin)
    beats = learner.chances(inputs, duels)
    shares = [
        sum(beats[n] if seat == a else 1 - beats[n] for n, (a, b) in enumerate(train_mako.PAIRS) if seat in (a, b)) / 3 for seat in range(4)
    ]
    assert known.chances(twin) == pytest.approx(shares, abs=0.01)

"""The example that learns: a few moves of self-play, a training and a match run, and a checkpoint is gone on from."""

import importlib.util
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from tablier import game

pytestmark = pytest.mark.slow
FILE = Path(__file__).parents[2] / "docs" / "guides" / "alphazero.py"


@pytest.fixture
def example(monkeypatch):
    pytest.importorskip("torch").manual_seed(1)
    pytest.importorskip("numpy").random.seed(1)
    spec = importlib.util.spec_from_file_location("alphazero", FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, value in {"GAMES": 8, "SIMULATIONS": 4, "STEPS": 40, "LONGEST": 30, "BATCH": 32, "MEMORY": 1000}.items():
        monkeypatch.setattr(module, name, value)
    return module


@pytest.mark.parametrize("name", ["achef", "malawi"])
def test_it_plays_learns_and_goes_on_from_its_checkpoint(example, name, tmp_path):
    learner = example.Learner(name, tmp_path)
    positions = learner.play()
    unfinished = sum(map(len, learner.stories))
    assert learner.played >= 8  # all were broken off after 30 actions at the latest
    assert positions == 8 * 40 - unfinished
    losses = [learner.learn(20 * positions) for _ in range(3)]
    assert losses[-1] < losses[0]
    learner.seconds = 5.0
    learner.save()
    again = example.Learner(name, tmp_path)
    assert (again.seconds, again.played) == (5.0, learner.played)
    assert 0 <= example.play_match(name, again.network, 1, games=4, simulations=4, seed=0) <= 1


@pytest.mark.parametrize("name", ["achef", "malawi"])
def test_a_match_counts_every_game_once(example, name, tmp_path, monkeypatch):
    tables = []

    class Table(example.Environments):
        def __init__(self, batch):
            super().__init__(batch)
            tables.append(self)

    class Weak:
        def __init__(self, rules, level, seed):
            self.random = Random(seed)

        def choose(self, match):
            return match.game.write(match.position, self.random.choice(match.legal()))

    monkeypatch.setattr(example, "LevelPlayer", Weak)
    monkeypatch.setattr(example, "Environments", Table)
    monkeypatch.setattr(example, "LONGEST", 200)
    learner = example.Learner(name, tmp_path)
    tables.clear()
    score = example.play_match(name, learner.network, 1, games=24, simulations=16, seed=0)
    batch = tables[0].batch
    ends = [game(name).outcome(game(name).load(batch.dump(i))) for i in range(24)]
    points = [0.5 if end is None or end.drawn else float(end.winners == (i % 2,)) for i, end in enumerate(ends)]
    assert len(set(points)) > 1
    assert score == pytest.approx(sum(points) / 24)


def test_the_curve_is_drawn_with_a_point_for_each_match(example):
    picture = ElementTree.fromstring(example.draw_curve([{"minutes": 6.0, "score": 0.0}, {"minutes": 60.0, "score": 1.0}]))
    circles = [(float(one.get("cx")), float(one.get("cy"))) for one in picture.iter("{http://www.w3.org/2000/svg}circle")]
    assert circles == [(82.0, 210.0), (460.0, 20.0)]

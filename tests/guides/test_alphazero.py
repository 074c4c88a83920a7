"""The example that learns: a few moves of self-play, a training and a match run, and a checkpoint is gone on from."""

import importlib
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from tablier import game

pytestmark = pytest.mark.slow
FILE = Path(__file__).parents[2] / "docs" / "guides" / "alphazero.py"


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.fixture
def example(torch, monkeypatch):
    torch.manual_seed(1)
    pytest.importorskip("numpy").random.seed(1)
    monkeypatch.syspath_prepend(FILE.parent)  # processes that play import it too
    module = importlib.import_module("alphazero")
    for name, value in {"GAMES": 8, "SIMULATIONS": 4, "STEPS": 40, "LONGEST": 30, "BATCH": 32, "MEMORY": 1000}.items():
        monkeypatch.setattr(module, name, value)
    return module


@pytest.mark.parametrize("name", ["achef", "malawi"])
def test_it_plays_learns_and_goes_on_from_its_checkpoint(example, torch, name, tmp_path):
    player, learner = example.Player(name), example.Learner(name, tmp_path, processes=0)
    games = player.play()
    assert len(games) >= 8  # all were broken off after 30 actions at the latest
    positions = sum(len(values) for _, _, values, _ in games)
    assert positions == 8 * 40 - sum(map(len, player.stories))
    for one in games:
        learner.memory.add(*one)
    losses = [learner.learn(20 * positions) for _ in range(3)]
    assert losses[-1] < losses[0]
    learner.seconds = 5.0
    learner.save()
    again = example.Learner(name, tmp_path, processes=0)
    assert again.seconds == 5.0
    assert all(map(torch.equal, again.network.state_dict().values(), learner.network.state_dict().values()))
    assert 0 <= example.play_match(name, again.network, 1, games=4, simulations=4, seed=0) <= 1


@pytest.mark.parametrize("begun", [False, True])
def test_a_move_that_was_begun_is_not_reflected_since_its_actions_have_an_order(example, begun, tmp_path):
    memory = example.Learner("malawi", tmp_path, processes=0).memory
    inputs, shares, values, _ = next(one for one in example.Player("malawi").play())
    memory.add(inputs[-1:], shares[-1:], values[-1:], [begun])  # the first position would look the same
    drawn = [memory.draw()[0].numpy() for _ in range(20)]
    assert all((one == inputs[-1]).all() for one in drawn) == begun


def test_games_of_two_processes_are_learnt_from(example, tmp_path):
    learner = example.Learner("malawi", tmp_path, processes=2)
    assert learner.advance() == 0.0  # nothing was played before
    while not learner.new:
        learner.advance()
    played, positions = learner.played, learner.memory.count
    assert 0 < played < positions
    assert learner.advance() > 0.0
    assert learner.memory.count == positions + learner.new


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
    learner = example.Learner(name, tmp_path, processes=0)
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

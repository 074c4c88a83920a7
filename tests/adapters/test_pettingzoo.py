"""PettingZoo's own tests pass for every game and mode."""

import random

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # after the check that it is there

from tablier import games
from tablier.adapters import pettingzoo as adapter
from tablier.kernels import has_kernel
from tablier.testing import variants

GAMES = [cls for cls in games().values() if cls.__module__.startswith("tablier.games.") and has_kernel(cls())]
EVERY = [(rules.info.id, dict(rules.options)) for cls in GAMES for rules in variants(cls)]
NAMES = [f"{name}-{'-'.join(map(str, options.values()))}" for name, options in EVERY]


@pytest.mark.filterwarnings("ignore:Observation")  # planes are neither pictures nor flat
@pytest.mark.parametrize(("name", "options"), EVERY, ids=NAMES)
def test_the_api_test_passes(name, options, capsys):
    api_test(adapter.env(name, **options), num_cycles=300)


@pytest.mark.parametrize(("name", "options"), EVERY, ids=NAMES)
def test_the_seed_test_passes(name, options):
    seed_test(lambda: adapter.env(name, **options), num_cycles=60)


@pytest.mark.parametrize(("name", "options"), EVERY, ids=NAMES)
def test_max_cycles_break_a_game_off(name, options):
    env, taken, rng = adapter.env(name, max_cycles=7, **options), 0, random.Random(1)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        taken += 1
        env.step(rng.choice(observation["action_mask"].nonzero()[0]))
    assert taken <= 7 and not env.agents
    if taken < 7:
        assert terminated


def test_rewards_are_those_of_the_law():
    env = adapter.env("malawi")
    env.reset(seed=1)
    totals, rng = dict.fromkeys(env.possible_agents, 0.0), random.Random(4)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        env.step(None if terminated or truncated else rng.choice(observation["action_mask"].nonzero()[0]))
    assert sorted(totals.values()) in ([-1, 1], [0, 0])


def test_an_illegal_action_loses():
    env = adapter.env("achef")
    env.reset()
    env.step(0)
    assert env.terminations == {"seat_0": True, "seat_1": True} and env.rewards["seat_0"] == -1


def test_the_board_is_drawn_as_text():
    env = adapter.env("achef", render_mode="ansi")
    env.reset()
    assert "a" in env.render()

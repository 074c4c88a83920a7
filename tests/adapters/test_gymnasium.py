"""Gymnasium's own tests pass for every game; vectors of games play themselves or a level."""

import pytest

pytest.importorskip("gymnasium")

import numpy as np  # after the check that Gymnasium is there
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tablier import TablierError, games
from tablier.adapters.gymnasium import env, vector
from tablier.environments.batch import IllegalAction
from tablier.kernels import has_kernel

GAMES = [name for name, cls in games().items() if cls.__module__.startswith("tablier.games.") and has_kernel(cls())]


def random_actions(observation, rng):
    """A legal action for each game."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]])


@pytest.mark.parametrize("name", GAMES)
def test_the_environment_checker_passes(name):
    check_env(env(name), skip_render_check=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_vector_plays_itself(name):
    games, rng = vector(name, num_envs=16), np.random.default_rng(1)
    observation, info = games.reset(seed=5)
    assert games.observation_space.contains(observation)
    for _ in range(40):
        acted = info["actor"]
        observation, rewards, terminated, truncated, info = games.step(random_actions(observation, rng))
        assert games.observation_space.contains(observation)
        assert rewards.shape == terminated.shape == truncated.shape == (16,)
        assert np.array_equal(rewards, info["rewards"][np.arange(16), acted])


def test_a_game_that_ends_begins_anew_in_the_same_step():
    games, rng, ended = vector("achef", num_envs=32), np.random.default_rng(1), 0
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observation, _ = games.reset(seed=5)
    start = observation["action_mask"][0].copy()
    for _ in range(300):
        observation, _, terminated, _, info = games.step(random_actions(observation, rng))
        for i in np.flatnonzero(terminated):
            ended += 1
            assert np.array_equal(observation["action_mask"][i], start)
            assert info["_final_obs"][i] and not info["final_obs"][i]["action_mask"].any()
    assert ended


@pytest.mark.parametrize(("name", "seat"), [("achef", 0), ("malawi", 1), ("mako", 2)])
def test_a_vector_plays_a_level(name, seat):
    games, rng = vector(name, num_envs=2, opponent=1, seat=seat), np.random.default_rng(1)
    observation, info = games.reset(seed=5)
    for _ in range(15):
        assert (info["actor"] == seat).all()
        observation, _, _, _, info = games.step(random_actions(observation, rng))


def test_the_same_seed_gives_the_same_games_against_a_level():
    def play():
        games, rng = vector("achef", num_envs=2, opponent=1), np.random.default_rng(1)
        observation, _ = games.reset(seed=5)
        for _ in range(15):
            observation, *_ = games.step(random_actions(observation, rng))
        return [games.games.batch.dump(i) for i in range(2)]

    assert play() == play()


def test_illegal_actions_are_refused_or_lose():
    games = vector("achef", num_envs=2)
    games.reset(seed=1)
    with pytest.raises(IllegalAction, match="Game 1: action 0 is not legal"):
        games.step([100, 0])
    single = env("achef")
    single.reset(seed=1)
    _, reward, terminated, _, info = single.step(0)
    assert (reward, terminated, info) == (-1, True, {"illegal": True})


def test_a_seat_that_is_not_there_is_refused():
    with pytest.raises(TablierError, match="There is no seat 2 at this table: 0 to 1"):
        vector("achef", opponent=1, seat=2)


def test_a_long_game_against_an_opponent_is_broken_off():
    games, rng = vector("malawi", num_envs=4, opponent=0, max_episode_steps=5), np.random.default_rng(1)
    observation, _ = games.reset(seed=5)
    ended = 0
    for _ in range(30):
        observation, _, _, truncated, _ = games.step(random_actions(observation, rng))
        ended += truncated.sum()
    assert ended >= 20

"""OpenSpiel's own tests pass for every game and mode. OpenSpiel comes with `make test-slow`."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make test-slow does it")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # OpenSpiel's own warnings are not ours

from absl import flags  # noqa: E402  # after the check that OpenSpiel is there
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

from tablier import games  # noqa: E402
from tablier.adapters.openspiel import NAMES, spell  # noqa: E402
from tablier.testing import variants  # noqa: E402


def strings():
    """Every game and variant as OpenSpiel's game strings."""
    for name in NAMES:
        for rules in variants(games()[name.removeprefix("tablier_")]):
            yield f"{name}({','.join(f'{option}={spell(str(value))}' for option, value in rules.options.items())})"


EVERY = list(strings())


def test_all_seven_games_are_registered():
    ours = {"tablier_makyek", "tablier_apit", "tablier_turkish", "tablier_makruk", "tablier_mako", "tablier_achef", "tablier_malawi"}
    assert ours <= set(NAMES) and ours <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", EVERY)
def test_random_simulations_pass(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


SHORT = {"tablier_mako": "tablier_mako(rounds=1)"}
"""OpenSpiel describes every position of a playthrough in full: of a whole Mako Naval that takes ten minutes."""


@pytest.mark.parametrize("name", [SHORT.get(name, name) for name in NAMES])
def test_a_playthrough_is_replayed(name, tmp_path):
    flags.FLAGS.mark_as_parsed()  # its own tests parse a command line
    generate = generate_playthrough.playthrough
    text = generate(name, action_sequence=None, seed=1, observation_params_string=None)
    path = tmp_path / "playthrough.txt"
    path.write_text(text, encoding="utf-8")
    original, kept = generate_playthrough.replay(str(path))
    assert list(original) == list(kept)


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_goes_its_own_way_and_a_state_survives_as_text(name):
    game, rng = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()
    for _ in range(30):
        state.apply_action(rng.choice(state.legal_actions()))
    clone, before = state.clone(), str(state)
    clone.apply_action(rng.choice(clone.legal_actions()))
    assert str(state) == before
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == before and again.legal_actions() == state.legal_actions()

"""The peers of bench/environments.py, each in a process of its own: `python peer_environments.py openspiel_chess 2` prints a rate as JSON.

Run under a Python that has them (TABLIER_PEERS); never imported by the package.
"""

import json
import random
import sys
import time
from collections.abc import Callable

BATCH = 1024


def openspiel_chess(seconds: float) -> float:
    """Steps a second of one game through the Python API: recorded random games, each step with its observation and its mask."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game, rng, recorded = pyspiel.load_game("chess"), random.Random(1), []
    for _ in range(5):
        state, actions = game.new_initial_state(), []
        while not state.is_terminal() and len(actions) < 300:
            actions.append(rng.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        recorded.append(actions)
    observation = make_observation(game)
    done, begin = 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        for actions in recorded:
            state = game.new_initial_state()
            for action in actions:
                state.apply_action(action)
                observation.set_from(state, 0)
                state.legal_actions_mask()
            done += len(actions)
    return done / passed


def pgx_batch(name: str) -> Callable[[float], float]:
    """Steps a second of a batch on the processor: random legal actions, observations, masks and automatic resets, all compiled."""

    def measure(seconds: float) -> float:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(name)
        step = auto_reset(env.step, env.init)

        @jax.jit
        def play(state: object, key: object) -> object:
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)  # type: ignore[attr-defined]
            chosen, keys = jax.random.split(key)
            actions = jax.random.categorical(chosen, logits, axis=-1)
            return jax.vmap(step)(state, actions, jax.random.split(keys, BATCH))

        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
        state = jax.block_until_ready(play(state, key))  # compiles
        done, begin = 0, time.perf_counter()
        while (passed := time.perf_counter() - begin) < seconds:
            key, now = jax.random.split(key)
            state = jax.block_until_ready(play(state, now))
            done += BATCH
        return done / passed

    return measure


LOOPS = {"openspiel_chess": openspiel_chess, "pgx_chess": pgx_batch("chess"), "pgx_animal_shogi": pgx_batch("animal_shogi")}

if __name__ == "__main__":
    print(json.dumps({"rate": LOOPS[sys.argv[1]](float(sys.argv[2]))}))

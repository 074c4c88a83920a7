"""How many steps environments take, beside their peers in the same run: best of three rounds.

Run by `make bench-environments`. Peers are loops under a Python of their own (TABLIER_PEERS names it) with OpenSpiel and pgx: see
bench/peer_environments.py. Writes bench/results/environments.json and docs/reference/environments.md.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from machine import machine

from tablier import games
from tablier.environments import environments

HERE = Path(__file__).parent
ROUNDS, SECONDS, BATCH = 3, 2.0, 1024
PEERS = os.environ.get("TABLIER_PEERS", sys.executable)

Measure = Callable[[], float]


def peer(name: str) -> Measure:
    """A loop of bench/peer_environments.py, in its own process."""

    def measure() -> float:
        command = [PEERS, str(HERE / "peer_environments.py"), name, str(SECONDS)]
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        return float(json.loads(run.stdout)["rate"])

    return measure


def single(name: str) -> Measure:
    """Steps a second of one game: recorded random games, each step with its observation and its mask. The loop of OpenSpiel's peer."""

    def measure() -> float:
        env = environments(name, seed=1)
        recorded = []
        for _ in range(1500):
            recorded.append(int(env.sample()[0]))
            env.batch.act(0, recorded[-1])
        act = env.batch.act
        done, begin = 0, time.perf_counter()
        while (passed := time.perf_counter() - begin) < SECONDS:
            env.reset(1)
            for action in recorded:
                act(0, action)
            done += len(recorded)
        return done / passed

    return measure


def batched(name: str, threads: int) -> Measure:
    """Steps a second of a batch: random legal actions, observations, masks and automatic resets. The loop of pgx's peers."""

    def measure() -> float:
        env = environments(name, BATCH, seed=1, threads=threads)
        actions = np.empty(BATCH, np.int32)
        done, begin = 0, time.perf_counter()
        while (passed := time.perf_counter() - begin) < SECONDS:
            env.batch.sample(actions)
            env.batch.step(actions)
            done += BATCH
        return done / passed

    return measure


CORES = os.cpu_count() or 1
CHESS, PGX = "OpenSpiel chess, one game", f"pgx chess, {BATCH} games"
MEASURES: dict[str, Measure] = {
    CHESS: peer("openspiel_chess"),
    PGX: peer("pgx_chess"),
    f"pgx animal_shogi, {BATCH} games": peer("pgx_animal_shogi"),
    **{f"{name}, one game": single(name) for name in games()},
    **{f"{name}, {BATCH} games": batched(name, CORES) for name in games()},
    f"makruk, {BATCH} games, one thread": batched("makruk", 1),
}
GOALS = [("makruk, one game", CHESS, 20), (f"makruk, {BATCH} games", PGX, 10)]

INTRODUCTION = f"""# Speed of the environments

Written by `make bench-environments`: steps a second, each with its observation and its mask, best of {ROUNDS} rounds in one run.
One game: recorded random games are played again through the Python API (`Batch.act` here; `apply_action`, `Observation.set_from` and
`legal_actions_mask` there). {BATCH} games: random legal actions are drawn and played, finished games begin anew, on all cores. Chess is the
nearest game to Makruk that the peers have.
"""


def page(best: dict[str, float], facts: dict[str, str]) -> str:
    """The figures as Markdown."""
    lines = [INTRODUCTION, *(f"- {name}: {value}" for name, value in facts.items())]
    lines += ["", "| what | steps a second |", "|---|---|", *(f"| {name} | {rate:,.0f} |" for name, rate in best.items())]
    lines += ["", "| goal | against | at least | measured | |", "|---|---|---|---|---|"]
    for what, against, least in GOALS:
        got = best[what] / best[against]
        lines.append(f"| {what} | {against} | {least} × | {got:,.4g} × | {'met' if got >= least else '**missed**'} |")
    return "\n".join([*lines, ""])


def peer_versions() -> str:
    """The peers and their versions."""
    names = ("open_spiel", "pgx", "jax")
    code = f"from importlib.metadata import version; print(', '.join(f'{{n}} {{version(n)}}' for n in {names}))"
    return subprocess.run([PEERS, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Measure everything in turn, round by round, and write it down."""
    best = dict.fromkeys(MEASURES, 0.0)
    for number in range(1, ROUNDS + 1):
        for name, measure in MEASURES.items():
            best[name] = max(best[name], measure())
            print(f"round {number}/{ROUNDS}  {name}: {best[name]:,.0f}", file=sys.stderr)
    facts = machine() | {"peers": peer_versions()}
    (HERE / "results").mkdir(exist_ok=True)
    written = json.dumps({"machine": facts, "rates": best}, indent=1, ensure_ascii=False) + "\n"
    (HERE / "results" / "environments.json").write_text(written, encoding="utf-8")
    text = page(best, facts)
    (HERE.parent / "docs" / "reference" / "environments.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

"""Train Mako Naval's network by games of its own against itself and the hand-made evaluation; after Ctrl-C the same command goes on.

    python tools/train_mako.py bench/mako.weights --minutes 20 --out mako.net

Every seat takes the move whose position it likes best. After a game each of its positions is worth, for each pair of boats, a little of
what the network says of the next one and for the rest what came of it (temporal differences). Positions are drawn again and again from
the last ones. Whether the network plays better, matches decide: `tablier arena "nodes:64;network=mako.net" …`.
"""

import argparse
import random
import sys
import time
from collections import deque
from itertools import combinations
from pathlib import Path

import numpy as np
from tablier.search.evaluation.mako_network import UNITS, write_mako_network
from tablier.search.mako_training import Learner

from tablier import game
from tablier.kernels import kernel_of
from tablier.search.alphabeta import Stop
from tablier.search.evaluation.base import Evaluation
from tablier.search.mcts import Mcts
from tablier.search.registry import evaluation_of

PAIRS = tuple(combinations(range(4), 2))
LAMBDA = 0.95
KEPT = 400_000
"""Positions to draw from."""
SHARE, AGAIN = 0.35, 2
"""Of a game's positions, those that are kept, and how often each is drawn."""
FRESH = 40
"""Games between two quantised copies of the weights."""
RATE, LEAST_RATE = 0.06, 0.15
PASSES = 24
"""Passes in a row after which the boats at sea stay there."""

Inputs = tuple[bytes, list[float | None]]
Position = tuple[bytes, list[float], list[float | None]]


def network_file(learner: Learner, provenance: dict[str, object]) -> bytes:
    """The weights in sixteen bits."""
    numbers = np.frombuffer(learner.dump(), "<f4")
    split = len(numbers) - 1 - 96
    first, outputs = numbers[:split], numbers[split:-1]
    columns, weights = (
        np.clip(np.rint(part * unit), -32767, 32767).astype("<i2") for part, unit in zip((first, outputs), UNITS, strict=True)
    )
    return write_mako_network(columns.tobytes(), b"", weights.tobytes(), round(float(numbers[-1]), 4), provenance)


def play(players: list[Evaluation], eyes: Evaluation, chance: random.Random, wild: float = 0.03) -> tuple[list[int], list[Inputs]]:
    """A game: the ranks, those at sea at the end sharing theirs, and what the network sees of each position."""
    twin, seen, passes = kernel_of(players[0].game), [], 0
    while twin.ranks is None and passes < PASSES:
        seen.append(eyes.inputs(twin))
        if twin.turn is None:
            twin.push(f"={chance.randint(1, 6)}")
            continue
        search = Mcts(twin, players[twin.turn], chance.getrandbits(60))
        search.run(1, 0.0, Stop())
        moves = search.moves()
        move = twin.texts([moves[0][0] if chance.random() >= wild else chance.choice(moves)[0]])[0]
        passes = passes + 1 if move == "pass" else 0
        twin.push(move)
    if twin.ranks is not None:
        return list(twin.ranks), seen
    arrived = twin.dump().split()[5]
    order = [] if arrived == "-" else arrived.split(",")
    return [order.index(boat) + 1 if boat in order else len(order) + 1 for boat in "SWNE"], seen


def targets_of(ranks: list[int], seen: list[Inputs], learner: Learner) -> list[Position]:
    """Backwards from the result: for each pair still at sea what it should have been worth."""
    results = [1.0 if ranks[a] < ranks[b] else 0.0 if ranks[a] > ranks[b] else 0.5 for a, b in PAIRS]
    worth, rows = list(results), []
    for inputs, duels in reversed(seen):
        worth = [there if duel is not None else result for there, duel, result in zip(worth, duels, results, strict=True)]
        known = [duel or 0.0 for duel in duels]
        rows.append((inputs, known, [there if duel is not None else None for there, duel in zip(worth, duels, strict=True)]))
        said = learner.chances(inputs, known)
        worth = [LAMBDA * there + (1 - LAMBDA) * now for there, now in zip(worth, said, strict=True)]
    return rows


def train(learner: Learner, weights: Path, minutes: float, seed: int) -> int:
    """Play and learn until the time is over; gives the number of games."""
    rules, chance = game("mako"), random.Random(seed)
    classic, present = (evaluation_of(rules, network=None) for _ in range(2))
    pool: deque[Position] = deque(maxlen=KEPT)
    begin, games, loss = time.monotonic(), 0, 0.0
    while (share := (time.monotonic() - begin) / (60 * minutes)) < 1:
        if games % FRESH == 0:
            present.attach(present.network_type(network_file(learner, {})))
            weights.write_bytes(learner.dump())
            print(f"\r{games} games, {share:.0%}, loss {loss:.3f}", end="", file=sys.stderr, flush=True)
        players = [classic if chance.random() < 0.35 else present for _ in range(4)]
        ranks, seen = play(players, present, chance)
        rows = [row for row in targets_of(ranks, seen, learner) if chance.random() < SHARE and any(value is not None for value in row[2])]
        pool.extend(rows)
        for _ in range(AGAIN * len(rows)):
            loss = 0.999 * loss + 0.001 * learner.learn(*chance.choice(pool), RATE * max(LEAST_RATE, 1 - share))
        games += 1
    return games


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description="Train Mako Naval's network.")
    parser.add_argument("weights", type=Path, help="the weights in training: read where they are there, written again and again")
    parser.add_argument("--minutes", type=float, default=20, help="how long (20)")
    parser.add_argument("--seed", type=int, default=1, help="of dice and choices (1)")
    parser.add_argument("--out", type=Path, required=True, help="the network's file")
    arguments = parser.parse_args()
    learner = Learner()
    if arguments.weights.exists():
        learner.load(arguments.weights.read_bytes())
    games = 0
    try:
        games = train(learner, arguments.weights, arguments.minutes, arguments.seed)
    except KeyboardInterrupt:
        sys.exit(f"\nStopped; the same command goes on from {arguments.weights}.")
    provenance = {"games": games, "seed": arguments.seed, "lambda": LAMBDA, "made": "tools/train_mako.py"}
    arguments.out.write_bytes(network_file(learner, provenance))


if __name__ == "__main__":
    main()

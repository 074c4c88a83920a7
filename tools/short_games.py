"""Writes tests/web/scores.json: for every variant without dice a short game with a winner, for tests that click through whole games.

Both sides help the player who begins to win: of many random continuations those are kept that leave the other side the fewest moves. Where
walking at random ends sooner, that game is taken. Run it when a rule has changed on purpose, with names for some games only.
"""

import json
import random
import sys
from pathlib import Path

from tablier import Game, Match, games
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.testing import variants

SCORES = Path(__file__).parents[1] / "tests" / "web" / "scores.json"
KEPT = 60
"""How many games are followed at once."""
TRIED = 10
"""How many moves of each side are tried in each of them."""
ROUNDS = 30
TRIES = 3
WALKS = 200

AnyGame = Game[object, object]
Score = tuple[str, ...]


def helped(game: AnyGame, rng: random.Random) -> Score | None:
    """A game that both sides play for the one who begins."""
    first = kernel_of(game).turn
    assert first is not None
    kept: list[Score] = [()]
    for _ in range(ROUNDS):
        found: dict[int, tuple[float, Score]] = {}
        for score in kept:
            kernel = kernel_of(game)
            for text in score:
                kernel.push(text)
            for text in _some(kernel.legal_moves(), rng):
                kernel.push(text)
                if _won(kernel, first):
                    return (*score, text)
                replies = kernel.legal_moves() if kernel.ranks is None else []
                for reply in _some(replies, rng):
                    kernel.push(reply)
                    if _won(kernel, first):
                        return (*score, text, reply)
                    if kernel.ranks is None:
                        found[kernel.hash] = (len(replies) + rng.random(), (*score, text, reply))
                    kernel.pop()
                kernel.pop()
        kept = [score for _, score in sorted(found.values())[:KEPT]]
    return None


def _won(kernel: Kernel, seat: int) -> bool:
    return kernel.ranks is not None and kernel.ranks[seat] < kernel.ranks[1 - seat]


def _some(moves: list[str], rng: random.Random) -> list[str]:
    return moves if len(moves) <= TRIED else rng.sample(moves, TRIED)


def walked(game: AnyGame, rng: random.Random, longest: int) -> Score | None:
    """The shortest of some random games that have a winner."""
    best: Score | None = None
    for _ in range(WALKS):
        kernel, score = kernel_of(game), []
        while kernel.ranks is None and len(score) < (len(best) if best else longest):
            score.append(rng.choice(kernel.legal_moves()))
            kernel.push(score[-1])
        if kernel.ranks is not None and len(set(kernel.ranks)) > 1 and (best is None or len(score) < len(best)):
            best = tuple(score)
    return best


def main(wanted: list[str]) -> None:
    """Write the scores of the games given, or of all."""
    scores = json.loads(SCORES.read_text(encoding="utf-8")) if SCORES.exists() else []
    for name, cls in games().items():
        if cls.dice or (wanted and name not in wanted):
            continue
        scores = [one for one in scores if one["game"] != name]
        for game in variants(cls):
            found = [one for one in (helped(game, random.Random(seed)) for seed in range(TRIES)) if one]
            found += [one for one in [walked(game, random.Random(0), min(map(len, found), default=300))] if one]
            match = Match(game)
            for text in min(found, key=len):
                match.play(text)
            assert match.outcome is not None and not match.outcome.drawn
            because, moves = match.outcome.because.id, " ".join(match.moves)
            scores.append({"game": name, "options": dict(game.options), "because": because, "moves": moves})
            print(f"{name} {dict(game.options)}: {len(match.moves)} moves, {because}", flush=True)
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in sorted(scores, key=lambda one: str(one["game"])))
    SCORES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

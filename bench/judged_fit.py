"""Weights of an evaluation from positions that another program has judged, where results of games say too little.

    python bench/judged_fit.py makruk --option count=thai --keep drive close gather --program /usr/games/fairy-stockfish

In Makruk seven self-played games in ten are drawn, so that a result hardly tells one weight from another; a judge's score does.
The judge runs as a separate program and sees positions only. The report goes to bench/results/tune; the weights have to win a match
(`tablier arena`) before they are copied.
"""

import argparse
import json
import math
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tablier.games import AnyGame, game
from tablier.kernels import kernel_of
from tablier.search.alphabeta import Searcher, Stop
from tablier.search.registry import evaluation_of
from tablier.search.regression import Row, best_scale, fit_weights, loss
from tablier.search.selfplay import KernelGame, NodePlayer
from tablier.search.transpositions import TranspositionTable

RESULTS = Path(__file__).parent / "results" / "tune"
PER_GAME = 14
RANDOM = 0.04  # one move in twenty-five is any move, so that all sorts of positions come up
LOPSIDED = 900  # beyond this a game is decided and teaches nothing
JUDGED = 350.0  # the judge's score at which the odds are e to 1
TRUST = 0.01
HELD_BACK = 6  # one block of positions in so many measures the loss
BLOCK = 60


def positions(rules: AnyGame, games: int, seed: int) -> Iterator[str]:
    """Quiet positions at the end of short lines from self-played games."""
    evaluation = evaluation_of(rules)
    for number in range(games):
        rng = random.Random(seed * 100_000 + number)
        player = NodePlayer(rules, evaluation, rng.choice((300, 600, 1200)))
        course, seen = KernelGame(kernel_of(rules)), list[str]()
        opening, longest = rng.randint(4, 14), rng.randint(40, 160)
        while course.ranks is None and len(course.past) < longest:
            if len(course.past) < opening or rng.random() < RANDOM:
                course.play(rng.choice(course.twin.legal_moves()))
                continue
            choice = player.choose(course.twin, course.past)
            if abs(choice.score) < LOPSIDED:
                seen.append(course.twin.dump())
            course.play(choice.move)
        table = TranspositionTable(1)
        for text in rng.sample(seen, min(PER_GAME, len(seen))):
            if (quiet := _quiet(rules, text, table)) is not None:
                yield quiet


def _quiet(rules: AnyGame, text: str, table: TranspositionTable) -> str | None:
    """Where the best line from a position comes to rest; None when it ends the game or does not."""
    twin, evaluation = kernel_of(rules, text), evaluation_of(rules)
    for _ in range(4):
        searcher = Searcher(twin, evaluation, table, Stop())
        if searcher.settled():
            return twin.dump()
        found = searcher.iterate(3, 0, 0, 0.0)
        for move in twin.texts(found[1]) if found is not None else ():
            twin.push(move)
            if twin.ranks is not None:
                return None
            if Searcher(twin, evaluation, table, Stop()).settled():
                return twin.dump()
    return None


class Judge:
    """A UCI program that is asked for scores."""

    def __init__(self, program: str, variant: str, nodes: int) -> None:
        self.nodes = nodes
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._say("uci", f"setoption name UCI_Variant value {variant}")

    def score(self, position: str) -> int | None:
        """For the side to move, in hundredths; None where a mate is seen, or nothing."""
        self._say(f"position fen {position}", f"go nodes {self.nodes}")
        said: int | None = None
        for line in self.process.stdout or ():
            words = line.split()
            if words[:1] == ["bestmove"]:
                break
            if "score" in words and "lowerbound" not in words and "upperbound" not in words:
                unit, value = words[words.index("score") + 1 :][:2]
                said = int(value) if unit == "cp" else None
        return said

    def close(self) -> None:
        """Let it go."""
        self._say("quit")
        self.process.wait()

    def _say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()


def rows(rules: AnyGame, judged: list[tuple[str, int]], kept: list[str]) -> list[Row]:
    """What the evaluation sees, but for the weights that are kept, and how the judge rates it."""
    evaluation, twin, seen = evaluation_of(rules), kernel_of(rules), []
    still = {i for i, name in enumerate(evaluation.weights) if name.removesuffix("_end") in kept}
    for text, score in judged:
        twin.load(text)
        counts = evaluation.counts(twin).values()
        moving = tuple((i, count) for i, count in enumerate(counts) if count and i not in still)
        seen.append(Row(moving, 1 / (1 + math.exp(-score / JUDGED))))
    return seen


def surprise(seen: list[Row], weights: list[float], scale: float) -> float:
    """The loss beyond what the judge's own doubts make unavoidable."""
    doubt = sum(-row.share * math.log(row.share) - (1 - row.share) * math.log(1 - row.share) for row in seen) / len(seen)
    return round(loss(seen, weights, scale) - doubt, 5)


def main() -> None:
    """Play, ask, fit, report."""
    parser = argparse.ArgumentParser(description="Weights from positions that another program has judged.")
    parser.add_argument("game")
    parser.add_argument("--option", nargs="*", default=[], help="options of the rules, as name=value")
    parser.add_argument("--keep", nargs="*", default=[], help="weights to leave alone: those that only decided positions speak of")
    parser.add_argument("--program", default="/usr/games/fairy-stockfish")
    parser.add_argument("--nodes", type=int, default=2500, help="the judge's nodes for a position (2500)")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    rules = game(arguments.game, **dict(word.split("=") for word in arguments.option))
    judge = Judge(arguments.program, arguments.game, arguments.nodes)
    asked = ((text, judge.score(text)) for text in dict.fromkeys(positions(rules, arguments.games, arguments.seed)))
    judged = [(text, score) for text, score in asked if score is not None and abs(score) <= 2500]
    judge.close()
    everything = rows(rules, judged, arguments.keep)
    test = [row for i, row in enumerate(everything) if i // BLOCK % HELD_BACK == 0]
    train = [row for i, row in enumerate(everything) if i // BLOCK % HELD_BACK]
    before = evaluation_of(rules).weights
    start = [float(weight) for weight in before.values()]
    scale = best_scale(train, start)
    after = fit_weights(train, start, scale, TRUST)
    report = {
        "game": arguments.game,
        "options": arguments.option,
        "kept": arguments.keep,
        "judge": Path(arguments.program).name,
        "judge_nodes": arguments.nodes,
        "games": arguments.games,
        "seed": arguments.seed,
        "positions": len(everything),
        "scale": round(scale, 1),
        "loss_before": surprise(test, start, scale),
        "loss_after": surprise(test, after, scale),
        "before": dict(before),
        "after": {name: round(weight) for name, weight in zip(before, after, strict=True)},
    }
    arguments.results.mkdir(parents=True, exist_ok=True)
    path = arguments.results / f"{arguments.game}.json"
    path.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(path, report["positions"], report["loss_before"], report["loss_after"])


if __name__ == "__main__":
    main()

"""Play endings of Makruk without Bia at random, and tell what share of the point the side with more men gets, by its lead.

    python tools/makruk_leads.py 1400 thai > bench/results/train/makruk_leads_thai.json

The evaluation (`search/evaluation/makruk.pyx`, `hope`) is made from this: how much of a lead can be won before the count of 64 runs out.
"""

import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Sequence

from tablier.endings.probe import Endings
from tablier.games import game
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.search.analysis import MATE
from tablier.search.registry import evaluation_of
from tablier.search.selfplay import Choice, KernelGame, NodePlayer

NODES = 20_000
WORTH = {"R": 520, "N": 310, "S": 265, "M": 175}
"""As captures are ordered by."""
STEP = 100
LARGEST_LEAD = 900
COUNTS = {"thai": "- 128 0 1", "sheet": "- - 0 1"}
"""Sixty-four moves, none of them played; by the sheet, nothing is counted as long as no Khun is bare."""
CALM = 100
"""A position is played whose first search differs by less than this from the evaluation."""


class ExactPlayer(NodePlayer):
    """Searches, and where the endings know a win or a loss, plays what they know."""

    def __init__(self, count: str) -> None:
        rules = game("makruk", count=count)
        super().__init__(rules, evaluation_of(rules), NODES)
        self.endings, self.counted = Endings(rules), COUNTS[count]

    def choose(self, twin: Kernel, past: Sequence[int]) -> Choice:
        """The best move that is known or found."""
        position = twin.dump()
        value = self.endings.probe(position)
        if value is not None and value.result:
            ranked = self.endings.ranked(position) or self.endings.wins(position)
            if ranked:
                return Choice(ranked[0][0], value.result * MATE, True)
        return super().choose(twin, past)


def lead_of(strong: str, weak: str) -> int:
    """By how much the men of one side are worth more."""
    return sum(WORTH[man] for man in strong) - sum(WORTH[man] for man in weak)


def draw_men(rng: random.Random) -> tuple[str, str]:
    """The men of both sides, the first of which is ahead."""
    while True:
        strong = "".join(sorted(rng.choices("RNSMM", k=rng.choice((1, 2, 2, 3, 3, 4)))))
        weak = "".join(sorted(rng.choices("RNSM", k=rng.choice((1, 1, 2, 2, 3)))))
        if 0 < lead_of(strong, weak) < LARGEST_LEAD:
            return strong, weak


def draw_board(rng: random.Random, men: str) -> str:
    """Men on cells of their own."""
    at = dict(zip(rng.sample(range(64), len(men)), men, strict=True))
    rows = ("".join(at.get(row * 8 + column, " ") for column in range(8)) for row in range(8))
    return "/".join(re.sub(" +", lambda free: str(len(free[0])), row) for row in rows)


def draw_start(rng: random.Random, player: ExactPlayer, strong: str, weak: str) -> Kernel | None:
    """A position in which nothing is about to be taken; None where none was found."""
    for _ in range(500):
        try:
            position = player.rules.dump(player.rules.load(f"{draw_board(rng, f'K{strong}k{weak.lower()}')} w {player.counted}"))
        except ValueError:
            continue
        kernel = kernel_of(player.rules, position)
        if kernel.ranks is not None:
            continue
        player.new_game()
        choice = player.choose(kernel, ())
        if choice.calm and choice.score > 0 and abs(choice.score - player.evaluation.score(kernel)) < CALM:
            return kernel
    return None


def case_of(strong: str, weak: str) -> str:
    """What decides beside the lead: who has more Rua."""
    more = strong.count("R") - weak.count("R")
    if more:
        return "a Rua more" if more > 0 else "a Rua less"
    return "as many Rua" if "R" in strong else "no Rua"


def main(wanted: int, count: str) -> None:
    """Play so many games."""
    rng, player = random.Random(1), ExactPlayer(count)
    shares: dict[tuple[str, int], list[float]] = defaultdict(list)
    played = 0
    while played < wanted:
        strong, weak = draw_men(rng)
        kernel = draw_start(rng, player, strong, weak)
        if kernel is None:
            continue
        course = KernelGame(kernel)
        player.new_game()
        while course.ranks is None:
            course.play(player.choose(course.twin, course.past).move)
        shares[case_of(strong, weak), lead_of(strong, weak) // STEP * STEP].append(course.first_share())
        played += 1
        print(f"\r{played}/{wanted}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    rows = [
        {"case": case, "lead": lead, "games": len(found), "share": round(sum(found) / len(found), 3)}
        for (case, lead), found in sorted(shares.items())
    ]
    print("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])

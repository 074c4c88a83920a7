"""Games that engines play among themselves, straight on kernels: quick, and the same again with the same seed.

Thinking is measured in nodes and not in seconds, so that a busy machine changes nothing of what is played.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Searcher, Stop
from tablier.search.analysis import MATE, SURE
from tablier.search.evaluation.base import Knowledge
from tablier.search.transpositions import Table

LONGEST = 400
"""Plies after which a game that nothing has ended counts as drawn."""

BALANCED = 100
"""An opening is fair when a short search sees less than this, in hundredths of a piece, for either side."""

DEEPEST = 64


class Choice(NamedTuple):
    """A move, and its score for whoever plays it."""

    move: str
    score: int


class Thinker:
    """Chooses moves within a number of nodes."""

    def __init__(self, rules: AnyGame, knowledge: Knowledge, nodes: int, *, megabytes: int = 2) -> None:
        self.rules, self.knowledge, self.nodes = rules, knowledge, nodes
        self.table = Table(megabytes)

    def new_game(self) -> None:
        """Forget the last game."""
        self.table.clear()

    def choose(self, twin: Kernel, past: Sequence[int]) -> Choice:
        """The best move found where a kernel stands; `past` are the keys of the positions before."""
        stop = Stop()
        searcher = Searcher(twin, self.knowledge, self.table, stop, past)
        self.table.grow_older()
        score, words = 0, list[int]()
        for depth in range(1, DEEPEST + 1):
            result = searcher.iterate(depth, score, self.nodes, 0.0)
            if result is not None:
                score, words = result
            if stop.is_set() or (abs(score) > SURE and depth > MATE - abs(score)):
                break
        return Choice((twin.texts(words) or twin.legal_moves())[0], score)


@dataclass
class Course:
    """A game under way, or over when `ranks` are there."""

    twin: Kernel
    ranks: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        self.past: list[int] = []
        self.ranks = self.twin.ranks
        self.seen = Counter([self.twin.hash])

    def play(self, move: str) -> None:
        """Play a move; a third occurrence ends the game where the law says so."""
        twin = self.twin
        self.past.append(twin.hash)
        twin.push(move)
        self.seen[twin.hash] += 1
        self.ranks = twin.ranks
        if self.ranks is None and self.seen[twin.hash] >= 3:
            outcome = twin.game.repeated(twin.game.load(twin.dump()))
            self.ranks = outcome.ranks if outcome is not None else None
        if self.ranks is None and len(self.past) >= LONGEST:
            self.ranks = (1,) * twin.seats

    def first_share(self) -> float:
        """What seat 0 got of the point: 1, 0 or a half."""
        mine, other = self.ranks or (1, 1)
        return 0.5 if mine == other else float(mine < other)


def random_opening(rules: AnyGame, rng: random.Random, plies: int) -> list[str]:
    """Moves at random from the start, none of which ends the game."""
    while True:
        course, moves = Course(kernel_of(rules)), list[str]()
        while course.ranks is None and len(moves) < plies:
            moves.append(rng.choice(course.twin.legal_moves()))
            course.play(moves[-1])
        if course.ranks is None:
            return moves


def fair_opening(rules: AnyGame, rng: random.Random, plies: int, judge: Thinker) -> list[str]:
    """A random opening that a short search finds balanced."""
    while True:
        moves = random_opening(rules, rng, plies + rng.randrange(2))
        course = begun(rules, moves)
        judge.new_game()
        if abs(judge.choose(course.twin, course.past).score) < BALANCED:
            return moves


def begun(rules: AnyGame, moves: Sequence[str]) -> Course:
    """A game with its first moves played."""
    course = Course(kernel_of(rules))
    for move in moves:
        course.play(move)
    return course


def played(
    rules: AnyGame, players: tuple[Thinker, Thinker], opening: Sequence[str], watch: Callable[[Course, int], None] | None = None
) -> Course:
    """A game to its end from an opening; `watch` sees each position before the move, and the score of the move."""
    course = begun(rules, opening)
    for player in players:
        player.new_game()
    while course.ranks is None:
        choice = players[course.twin.turn or 0].choose(course.twin, course.past)
        if watch is not None:
            watch(course, choice.score)
        course.play(choice.move)
    return course

"""Self-play straight on kernels: fast, and the same again with the same seed.

Searches are bounded by nodes and not by seconds, so that the load of a machine changes nothing.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablier.games import AnyGame
from tablier.kernels import kernel_of
from tablier.kernels.kernel import Kernel
from tablier.search.alphabeta import Histories, Searcher, Stop
from tablier.search.analysis import MATE, SURE
from tablier.search.evaluation.base import Evaluation
from tablier.search.settings import SearchSettings
from tablier.search.transpositions import TranspositionTable

LONGEST = 400
"""Plies after which a game that nothing has ended counts as drawn."""

BALANCED = 100
"""An opening is fair when a short search sees less than this, in hundredths of a piece, for either side."""

DEEPEST = 64


class Choice(NamedTuple):
    """A move, its score for the seat that plays it, and whether nothing was urgent and the move takes nothing."""

    move: str
    score: int
    calm: bool


class NodePlayer:
    """Chooses each move by a search of a fixed number of nodes."""

    def __init__(
        self, rules: AnyGame, evaluation: Evaluation, nodes: int, *, megabytes: int = 2, settings: SearchSettings | None = None
    ) -> None:
        self.rules, self.evaluation, self.nodes = rules, evaluation, nodes
        self.settings = settings or SearchSettings(**evaluation.settings)
        self.histories = Histories()
        self.table = TranspositionTable(megabytes)

    def new_game(self) -> None:
        """Forget the last game."""
        self.table.clear()
        self.histories.forget()

    def choose(self, twin: Kernel, past: Sequence[int]) -> Choice:
        """The best move found where a kernel stands; `past` are the keys of the positions before."""
        stop = Stop()
        if not self.settings.keep_histories:
            self.histories.forget()
        searcher = Searcher(twin, self.evaluation, self.table, stop, past, settings=self.settings, histories=self.histories)
        self.table.new_search()
        score, words = 0, list[int]()
        for depth in range(1, DEEPEST + 1):
            result = searcher.iterate(depth, score, self.nodes, 0.0)
            if result is not None:
                score, words = result
            if stop.is_set() or (abs(score) > SURE and depth > MATE - abs(score)):
                break
        word = words[0] if words else searcher.root_moves()[0]
        return Choice(twin.texts([word])[0], score, self.evaluation.calm(twin, word))


@dataclass
class KernelGame:
    """A game on a kernel, with the keys of its past; over when `ranks` are there."""

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
        course, moves = KernelGame(kernel_of(rules)), list[str]()
        while course.ranks is None and len(moves) < plies:
            moves.append(rng.choice(course.twin.legal_moves()))
            course.play(moves[-1])
        if course.ranks is None:
            return moves


def fair_opening(rules: AnyGame, rng: random.Random, plies: int, judge: NodePlayer) -> list[str]:
    """A random opening that a short search finds balanced."""
    while True:
        moves = random_opening(rules, rng, plies + rng.randrange(2))
        course = start_game(rules, moves)
        judge.new_game()
        if abs(judge.choose(course.twin, course.past).score) < BALANCED:
            return moves


def start_game(rules: AnyGame, moves: Sequence[str]) -> KernelGame:
    """A game with its first moves played."""
    course = KernelGame(kernel_of(rules))
    for move in moves:
        course.play(move)
    return course


def play_game(
    rules: AnyGame,
    players: tuple[NodePlayer, NodePlayer],
    opening: Sequence[str],
    watch: Callable[[KernelGame, Choice], None] | None = None,
) -> KernelGame:
    """A game to its end from an opening; `watch` sees each position before the move, and the move."""
    course = start_game(rules, opening)
    for player in players:
        player.new_game()
    while course.ranks is None:
        choice = players[course.twin.turn or 0].choose(course.twin, course.past)
        if watch is not None:
            watch(course, choice)
        course.play(choice.move)
    return course

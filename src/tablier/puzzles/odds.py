"""Puzzles of games with dice: after a roll, the move whose chances are clearly the best."""

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tablier.kernels import kernel_of
from tablier.puzzles.difficulty import first_rating
from tablier.puzzles.plan import PuzzlePlan
from tablier.puzzles.puzzle import Puzzle
from tablier.puzzles.recorded import Recorded, Source, name_of
from tablier.puzzles.themes import odds_themes
from tablier.puzzles.verdict import DEEPER
from tablier.search.alphabeta import Stop
from tablier.search.analysis import QUARTER
from tablier.search.effects import MoveEffects
from tablier.search.mcts import Mcts
from tablier.search.registry import evaluation_of

CLEAR_ODDS = 0.03
"""How far the chances of the best move lie above those of every other one."""

GLANCE_SHARE = 8
"""The first look takes so many times fewer simulations than the search that finds a puzzle."""

GLANCE_ODDS = 0.015
"""How far the best move has to stand out at the first look."""

LADDER = (2, 5, 15, 50, 150, 500)
"""Simulations for each move: the first of these searches that finds the move says how hard it is."""

MEMORY = 64
THOUGHT = 60
"""Simulations for each move of the games in which positions are found."""

APART = 9
"""Plies of a game between two puzzles."""

FEWEST_CHOICES = 4
PLAIN_KEPT = 0.03
"""The share of kept positions among those whose best move harms opponents more than every other one."""

TELLING = 0.3
"""Over the difference of two chances, squared: the simulations that tell them apart."""

LOW, HIGH = 0.15, 0.9
"""Chances beyond which little is left to decide."""


class OddsMaker:
    """Finds puzzles in games with dice; `nodes` of the plan are simulations for each move."""

    def __init__(self, plan: PuzzlePlan) -> None:
        self.plan, self.rules = plan, plan.rules()
        self.evaluation = evaluation_of(self.rules)
        self.kernel = kernel_of(self.rules)

    def make(self, source: Source, stopping: Callable[[], bool]) -> list[Puzzle]:
        """The puzzles of one game, recorded or played; fewer when stopped."""
        rng = self.plan.rng(name_of(source))
        found: list[Puzzle] = []
        rest = 0
        for ply, position in self.rolled(source) if isinstance(source, Recorded) else self._played(rng):
            if stopping() or len(found) >= self.plan.most:
                break
            if ply >= rest and (puzzle := self.puzzle_at(position, rng)) is not None:
                found.append(puzzle)
                rest = ply + APART
        return found

    def _played(self, rng: Random) -> Iterator[tuple[int, str]]:
        """The positions after each roll of a game against itself, with their plies."""
        twin = kernel_of(self.rules)
        for ply in range(self.plan.plies):
            if twin.ranks is not None:
                return
            if twin.turn is None:
                twin.push(rng.choice(twin.legal_moves()))
                if twin.ranks is None and twin.turn is not None:
                    yield ply, twin.dump()
            else:
                twin.push(self._move(twin.dump(), rng))

    def rolled(self, source: Recorded) -> Iterator[tuple[int, str]]:
        """The positions after each roll of a recorded game, with their plies."""
        rolled = False
        for ply, position in enumerate(source.positions):
            self.kernel.stand(position)
            if rolled and self.kernel.ranks is None and self.kernel.turn is not None:
                yield ply, position
            rolled = self.kernel.turn is None

    def odds(self, position: str, simulations: int, seed: int) -> dict[str, float]:
        """The chances that each legal move gives its player, by a search of its own for each."""
        self.kernel.stand(position)
        seat = self.kernel.turn or 0
        odds = {}
        for move in self.kernel.legal_moves():
            after = kernel_of(self.rules, position)
            after.push(move)
            odds[move] = _share(after.ranks, seat) if after.ranks is not None else self._value(after, simulations, seed, seat)
        return odds

    def puzzle_at(self, position: str, rng: Random) -> Puzzle | None:
        """The puzzle of a position in which a roll has been made; None where no move is clearly best."""
        self.kernel.stand(position)
        if self.kernel.perft(1) < FEWEST_CHOICES:
            return None
        seed = rng.getrandbits(31)
        glance = self.odds(position, max(64, self.plan.nodes // GLANCE_SHARE), seed)
        if (seen := best_of(glance, GLANCE_ODDS)) is None or (self.is_plain(position, seen) and rng.random() > PLAIN_KEPT):
            return None
        found = best_of(self.odds(position, self.plan.nodes, seed + 1))
        if found is None:
            return None
        proved = self.odds(position, DEEPER * self.plan.nodes, seed + 2)
        if best_of(proved) != found or not LOW < proved[found] < HIGH:
            return None
        return self._puzzle(position, proved, seed)

    def _puzzle(self, position: str, odds: dict[str, float], seed: int) -> Puzzle:
        first, second = sorted(odds, key=lambda move: -odds[move])[:2]
        hardness = max(self._simulations_to_find(position, first, seed), (TELLING / (odds[first] - odds[second])) ** 2)
        return Puzzle(
            position,
            (first,),
            (),
            (second,),
            _score(odds[first]),
            _score(odds[second]),
            first_rating([round(len(odds) * hardness)], len(odds)),
            odds_themes(self.rules, self.rules.load(position), first),
            odds={move: round(1000 * chance) for move, chance in odds.items()},
            plain=self.is_plain(position, first),
        )

    def _simulations_to_find(self, position: str, move: str, seed: int) -> int:
        """The simulations for each move after which the best one comes out, in two searches of chance."""
        for simulations in LADDER:
            looks = [self.odds(position, simulations, seed + number) for number in (3, 4)]
            if all(max(odds, key=lambda one: odds[one]) == move for odds in looks):
                return simulations
        return DEEPER * self.plan.nodes

    def is_plain(self, position: str, move: str) -> bool:
        """Whether a move harms opponents on the spot, and more than every other one."""
        harms = {effect.text: len(effect.harms) for effect in MoveEffects(self.rules).at(self.rules.load(position))}
        return harms.pop(move) > max(harms.values())

    def _move(self, position: str, rng: Random) -> str:
        self.kernel.stand(position)
        mcts = Mcts(self.kernel, self.evaluation, rng.getrandbits(32), megabytes=MEMORY)
        mcts.run(THOUGHT, 0.0, Stop())
        return self.kernel.texts([mcts.moves()[0][0]])[0]

    def _value(self, twin: Any, simulations: int, seed: int, seat: int) -> float:
        mcts = Mcts(twin, self.evaluation, seed, megabytes=MEMORY)
        mcts.run(simulations, 0.0, Stop())
        values = mcts.values()
        assert values is not None
        return values[seat]


def best_of(odds: dict[str, float], clear: float = CLEAR_ODDS) -> str | None:
    """The move whose chances are clearly the best; None where there is none."""
    first, second = sorted(odds, key=lambda move: -odds[move])[:2]
    return first if odds[first] - odds[second] >= clear else None


def _share(ranks: tuple[int, ...], seat: int) -> float:
    """The share of the other seats that a seat is ranked before; a tie counts half."""
    others = [rank for number, rank in enumerate(ranks) if number != seat]
    return sum((ranks[seat] < rank) + (ranks[seat] == rank) / 2 for rank in others) / len(others)


def _score(chance: float) -> int:
    """A chance as hundredths of a piece, as the other engines count."""
    return round(QUARTER * math.log(chance / (1 - chance))) if 0 < chance < 1 else 0

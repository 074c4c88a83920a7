"""Finding puzzles: engine games are played with small errors, and every position is asked for a clearly best move."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tablier.core.match import Match
from tablier.kernels import kernel_of
from tablier.puzzles.difficulty import first_rating
from tablier.puzzles.ending_positions import drawn_positions, known_sets
from tablier.puzzles.plan import PuzzlePlan
from tablier.puzzles.puzzle import Puzzle
from tablier.puzzles.scout import Scout
from tablier.puzzles.themes import Solution, themes_of
from tablier.puzzles.verdict import CLEAR, DEEPER, HOPEFUL, Verdict
from tablier.puzzles.verify import TreeJudge
from tablier.search.selfplay import KernelGame
from tablier.search.tree_engine import TreeEngine

MOST_MOVES = 5
"""Moves that a solver has to find at most."""

NOISE = 90.0
"""Hundredths of a piece by which the players of the games err."""

ERRORS = 2
"""Random moves that are tried in each position of a game: what punishes one of them may be a puzzle."""

OBVIOUS_KEPT = 0.05
"""The share of kept positions among those whose best move a search of one ply finds."""

APART = 8
"""Plies of a game between two puzzles."""

DRAWN = 400
"""Positions of an ending that are drawn for each game that is an ending."""

ENDINGS = 5
"""One game in so many is not played, but drawn from the exact endings."""

TAIL = 4
"""Plies that are shown after the solution."""


class PuzzleMaker:
    """Finds puzzles in games of a tree engine against itself."""

    def __init__(self, plan: PuzzlePlan) -> None:
        self.plan, self.rules = plan, plan.rules()
        self.engine = TreeEngine(self.rules)
        self.judge, self.scout = TreeJudge(self.engine), Scout(self.rules)
        self.endings = known_sets(self.rules)

    def make(self, number: int, stopping: Callable[[], bool]) -> list[Puzzle]:
        """The puzzles of one game, played or drawn; fewer when stopped."""
        rng = self.plan.rng(number)
        found: list[Puzzle] = []
        positions = self._drawn(rng) if self.endings and number % ENDINGS == 0 else self._played(rng)
        rest = 0
        for ply, position in positions:
            if stopping() or len(found) >= self.plan.most:
                break
            if ply >= rest and (puzzle := self._puzzle_at(position, rng)) is not None:
                found.append(puzzle)
                rest = ply + APART
        return found

    def _played(self, rng: Random) -> Iterator[tuple[int, str]]:
        """The positions of a game with their plies, and those after an error in each of them."""
        course = KernelGame(kernel_of(self.rules))
        for ply in range(self.plan.plies):
            if course.ranks is not None:
                return
            legal = course.twin.legal_moves()
            for error in rng.sample(legal, min(ERRORS, len(legal))):
                course.twin.push(error)
                yield ply, course.twin.dump()
                course.twin.pop()
            at_random = ply < self.plan.opening and rng.random() < 0.6
            course.play(rng.choice(legal) if at_random else self.scout.choose(course.twin.dump(), rng, NOISE))

    def _drawn(self, rng: Random) -> Iterator[tuple[int, str]]:
        """Positions of the exact endings; their plies only keep them apart."""
        for number, position in enumerate(drawn_positions(self.rules, rng.choice(self.endings), rng, DRAWN)):
            yield APART * number, position

    def _puzzle_at(self, position: str, rng: Random) -> Puzzle | None:
        """The puzzle of a position; None where there is none."""
        sight = self.scout.look(position)
        if sight is None or sight.gap < CLEAR or sight.chance < HOPEFUL or (sight.obvious and rng.random() > OBVIOUS_KEPT):
            return None
        return self.puzzle_from(Match(self.rules, self.rules.load(position)))

    def puzzle_from(self, match: Match[Any, Any]) -> Puzzle | None:
        """The verified puzzle that begins where a match stands."""
        first = self.judge.judge(match, self.plan.nodes)
        if first is None or not first.clear:
            return None
        proved = self._verified(match, first)
        if proved is None:
            return None
        line, verdicts = self._line(match, proved)
        solution = Solution(self.rules, match.position, line, proved)
        return Puzzle(
            self.rules.dump(match.position),
            line,
            verdicts[-1].line[1 : 1 + TAIL],
            proved.second_line[:3],
            proved.score,
            proved.second,
            first_rating([one.nodes_to_find for one in verdicts], len(match.legal())),
            themes_of(solution),
            proved.exact,
        )

    def _verified(self, match: Match[Any, Any], verdict: Verdict) -> Verdict | None:
        """The verdict of a search ten times as long; None where it is another."""
        if verdict.exact:
            return verdict
        longer = self.judge.judge(match, DEEPER * self.plan.nodes)
        return longer if longer is not None and longer.clear and longer.move == verdict.move else None

    def _line(self, origin: Match[Any, Any], first: Verdict) -> tuple[tuple[str, ...], list[Verdict]]:
        """The solver's moves as long as one is clearly best, with the best replies; and the verdict on each of them."""
        match, moves, verdicts = origin.copy(), [first.move], [first]
        match.play(first.move)
        while match.outcome is None and len(verdicts) < MOST_MOVES:
            reply = self._reply(match, verdicts[-1])
            match.play(reply)
            if match.outcome is not None or len(match.legal()) < 2:
                break
            verdict = self.judge.judge(match, self.plan.nodes)
            verdict = self._verified(match, verdict) if verdict is not None and verdict.clear else None
            if verdict is None:
                break
            moves += [reply, verdict.move]
            verdicts.append(verdict)
            match.play(verdict.move)
        return tuple(moves), verdicts

    def _reply(self, match: Match[Any, Any], verdict: Verdict) -> str:
        """The expected answer of the verified line, or the best one by a search of its own."""
        if len(verdict.line) > 1:
            return verdict.line[1]
        return self.judge.reply(match, self.plan.nodes)

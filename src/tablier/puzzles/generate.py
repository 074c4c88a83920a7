"""Finding puzzles: the positions of games and endings are asked for a clearly best move, which is then verified."""

from collections.abc import Callable
from random import Random
from typing import Any

from tablier.core.match import Match
from tablier.puzzles.difficulty import first_rating
from tablier.puzzles.plan import PuzzlePlan
from tablier.puzzles.puzzle import Puzzle
from tablier.puzzles.recorded import Source, name_of
from tablier.puzzles.scout import FEWEST_CHOICES, Scout
from tablier.puzzles.sources import APART, Sources
from tablier.puzzles.themes import Solution, themes_of
from tablier.puzzles.verdict import CLEAR, DEEPER, HOPEFUL, Verdict
from tablier.puzzles.verify import TreeJudge
from tablier.search.tree_engine import TreeEngine

MOST_MOVES = 5
"""Moves that a solver has to find at most."""

SLACK = 0.05
"""What the first look may see less of a difference than the search that judges it."""

PLAIN_KEPT = 0.01
"""The share of kept positions among those whose only move is plain."""

TAIL = 4
"""Plies that are shown after the solution."""


class PuzzleMaker:
    """Finds puzzles by tree search."""

    def __init__(self, plan: PuzzlePlan) -> None:
        self.plan, self.rules = plan, plan.rules()
        self.engine = TreeEngine(self.rules)
        self.judge, self.scout = TreeJudge(self.engine), Scout(self.rules)
        self.sources = Sources(plan, self.rules, self.scout)

    def make(self, source: Source, stopping: Callable[[], bool]) -> list[Puzzle]:
        """The puzzles of one game, recorded, played or drawn; fewer when stopped."""
        rng = self.plan.rng(name_of(source))
        self.scout.new_game()
        found: list[Puzzle] = []
        rest = 0
        for ply, position in self.sources.positions(source, rng):
            if stopping() or len(found) >= self.plan.most:
                break
            if ply >= rest and (puzzle := self._puzzle_at(position, rng, self.sources.is_ending(source))) is not None:
                found.append(puzzle)
                rest = ply + APART
        return found

    def _puzzle_at(self, position: str, rng: Random, is_ending: bool) -> Puzzle | None:
        """The puzzle of a position; None where there is none."""
        if not is_ending:
            sight = self.scout.look(position, rng)
            if sight is None or sight.gap < CLEAR - SLACK or sight.chance < HOPEFUL:
                return None
        return self.puzzle_from(Match(self.rules, self.rules.load(position)), plain_kept=rng.random() < PLAIN_KEPT)

    def puzzle_from(self, match: Match[Any, Any], *, plain_kept: bool = True) -> Puzzle | None:
        """The verified puzzle that begins where a match stands; one whose moves are all plain only on demand."""
        first = self.judge.judge(match, self.plan.nodes)
        if first is None or not first.clear or not (plain_kept or self._is_subtle(match, first)):
            return None
        proved = self._verified(match, first)
        if proved is None:
            return None
        line, verdicts = self._line(match, proved)
        plain = not self._subtle_moves(match, line)
        if plain and not plain_kept:
            return None
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
            plain=plain,
        )

    def _is_subtle(self, match: Match[Any, Any], verdict: Verdict) -> bool:
        """Whether the first move is not plain, or the second one, by a short search, is clear and not plain."""
        if not self._is_plain(match, verdict.move):
            return True
        after = match.copy()
        after.play(verdict.move)
        if after.outcome is None:
            after.play(self._reply(after, verdict))
        if after.outcome is not None or len(after.legal()) < FEWEST_CHOICES:
            return False
        second = self.judge.judge(after, self.plan.nodes)
        return second is not None and second.clear and not self._is_plain(after, second.move)

    def _subtle_moves(self, origin: Match[Any, Any], line: tuple[str, ...]) -> int:
        """How many of the solver's moves are not plain."""
        match, count = origin.copy(), 0
        for number, move in enumerate(line):
            count += number % 2 == 0 and not self._is_plain(match, move)
            match.play(move)
        return count

    def _is_plain(self, match: Match[Any, Any], move: str) -> bool:
        return self.scout.is_plain(self.rules.dump(match.position), move)

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

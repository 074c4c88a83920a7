"""All shipped puzzles searched again, with the nodes with which they were verified."""

import pytest

from tablier import Match, games
from tablier.puzzles import puzzles_of
from tablier.puzzles.odds import OddsMaker, best_of
from tablier.puzzles.plan import PuzzlePlan
from tablier.puzzles.store import DATA
from tablier.puzzles.verify import TreeJudge
from tablier.search.tree_engine import TreeEngine

pytestmark = pytest.mark.slow

WITH_PUZZLES = [name for name in games() if (DATA / f"{name}.json.gz").exists()]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_move_of_every_solution_is_clearly_the_best(name):
    found = puzzles_of(name)
    if any(puzzle.odds for puzzle in found):
        maker = OddsMaker(PuzzlePlan(name, found.options))
        wrong = [one.id for one in found if best_of(maker.odds(one.position, found.nodes, 7)) != one.moves[0]]
    else:
        judge = TreeJudge(TreeEngine(found.rules()))
        wrong = [one.id for one in found if not _holds(judge, found, one)]
    assert not wrong


def _holds(judge, found, puzzle):
    rules = found.rules()
    match = Match(rules, rules.load(puzzle.position))
    for number, move in enumerate(puzzle.moves):
        if number % 2 == 0:
            verdict = judge.judge(match, found.nodes)
            if verdict is None or verdict.move != move or not verdict.clear:
                return False
        match.play(move)
    return True

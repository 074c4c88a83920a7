"""Judging the moves of a position: whether one is clearly best, by search or by the exact endings."""

from typing import Any

from tablier.core.match import Match
from tablier.endings.value import Exact
from tablier.puzzles.verdict import Verdict
from tablier.search.analysis import MATE, Analysis, Limits
from tablier.search.tree_engine import TreeEngine


class TreeJudge:
    """Judges positions of a game that is played by tree search."""

    def __init__(self, engine: TreeEngine) -> None:
        self.engine = engine

    def judge(self, match: Match[Any, Any], nodes: int) -> Verdict | None:
        """The verdict on the position of a match, by the endings where they know every move; None without a search result."""
        return self._by_endings(match) or self._by_search(match, nodes)

    def reply(self, match: Match[Any, Any], nodes: int) -> str:
        """The best answer to the solver."""
        endings = self.engine.endings
        best = endings.best(match.game.dump(match.position)) if endings is not None else None
        self.engine.new_game()
        return best[0] if best is not None else self.engine.analyse(match, Limits(nodes=nodes)).lines[0].moves[0]

    def _by_search(self, match: Match[Any, Any], nodes: int) -> Verdict | None:
        history: list[Analysis] = []
        self.engine.new_game()
        found = self.engine.analyse(match, Limits(nodes=nodes), lines=2, progress=history.append)
        if not found.lines:
            return None
        best, second = found.lines[0], found.lines[1] if len(found.lines) > 1 else None
        return Verdict(
            best.moves,
            best.score,
            second.moves if second is not None else (),
            second.score if second is not None else -MATE,
            _nodes_to_find(history, best.moves[0]),
        )

    def _by_endings(self, match: Match[Any, Any]) -> Verdict | None:
        endings = self.engine.endings
        ranked = endings.ranked(match.game.dump(match.position)) if endings is not None else []
        if len(ranked) < 2:
            return None
        history: list[Analysis] = []
        self.engine.new_game()  # so that the same position always has the same verdict
        self.engine.analyse(match, Limits(nodes=20_000), progress=history.append)
        (move, best), (other, second) = ranked[:2]
        return Verdict(
            (move,),
            _score(best),
            (other,),
            _score(second),
            _nodes_to_find(history, move),
            True,
            best.result > 0 and second.result == 0 and second.without_count > 0,
        )


def _score(value: Exact) -> int:
    return value.result * (MATE - value.plies)


def _nodes_to_find(history: list[Analysis], move: str) -> int:
    """The nodes after which a deepening search kept to a move; all of them where it never did."""
    nodes = history[-1].nodes if history else 1
    for analysis in reversed(history):
        if not analysis.lines or analysis.lines[0].moves[0] != move:
            return nodes
        nodes = analysis.nodes
    return nodes

"""Moves chosen by exact endings, where they know the position."""

import time
from typing import Any

from tablier.core.match import Match
from tablier.endings.probe import Endings
from tablier.endings.value import Exact
from tablier.endings.words import describe
from tablier.search.analysis import MATE, Analysis, Line

SHOWN = 12
"""Moves of a line that are shown."""

DECIDED = 1000
"""Hundredths of a piece for what is decided by captures, in which no end is near."""


def exact_analysis(endings: Endings, match: Match[Any, Any], lines: int) -> Analysis | None:
    """The best lines of a position that is won or lost, by the endings alone; None where captures decide, or no move is known to win and
    another is unknown."""
    begin = time.perf_counter()
    position = match.game.dump(match.position)
    value = endings.probe(position)
    if value is None or value.result == 0 or value.balance is not None:
        return None
    moves = endings.ranked(position) or endings.wins(position)
    if not moves:
        return None
    stood = {match.game.key(pos) for pos in (match.origin, *(entry.step.after for entry in match.entries))}
    fresh = [one for one in moves if not _repeats(match, one[0], stood)] if value.result > 0 else moves
    ranked = fresh if fresh and fresh[0][1].result > 0 else moves
    found = tuple(_line(endings, match, move, one) for move, one in ranked[:lines])
    return Analysis(found, 0, 0, time.perf_counter() - begin, exact=describe(value), result=value.result)


def corrected(endings: Endings, match: Match[Any, Any], found: Analysis) -> Analysis:
    """The analysis of a search; where the endings know a better move than its best, that move comes first."""
    position = match.game.dump(match.position)
    value = endings.probe(position)
    if value is None or not found.lines:
        return found
    found = found._replace(exact=describe(value), result=value.result)
    ranked = endings.ranked(position)
    known, first = dict(ranked), found.lines[0]
    if first.moves[0] not in known or (first.ends_in or 0) > 0 or _as_good(known[first.moves[0]], ranked[0][1]):
        return found
    move, best = ranked[0]
    return found._replace(lines=(_line(endings, match, move, best), *found.lines[1:]))


def _as_good(one: Exact, best: Exact) -> bool:
    """Whether a move is as good as the best one: the same result, and no farther from what it gains."""
    gains = best.without_count > 0 and best.result >= 0
    return (one.result, one.balance) == (best.result, best.balance) and (not gains or one.plies <= best.plies)


def _repeats(match: Match[Any, Any], move: str, stood: set[Any]) -> bool:
    """Whether a move leads back to a position of the match: it might come a third time."""
    game = match.game
    return game.key(game.apply(match.position, game.parse(move)).after) in stood


def _line(endings: Endings, match: Match[Any, Any], first: str, value: Exact) -> Line:
    game, moves = match.game, [first]
    pos = game.apply(match.position, game.parse(first)).after
    while game.outcome(pos) is None and len(moves) < SHOWN and (best := endings.best(game.dump(pos))) is not None:
        moves.append(best[0])
        pos = game.apply(pos, game.parse(best[0])).after
    return Line(tuple(moves), _score(value), 0.5 + value.result / 2)


def _score(value: Exact) -> int:
    if value.balance is not None or value.to_change:
        return DECIDED * value.result + 100 * (value.balance or 0)
    return value.result * (MATE - value.plies)

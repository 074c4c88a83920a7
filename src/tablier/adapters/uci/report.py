"""What the engine tells: lines of an analysis, a position, its evaluation."""

from collections.abc import Iterator
from typing import Any

from tablier.core.match import Match
from tablier.kernels import kernel_of
from tablier.render.uci_notation import line_to_uci, to_uci
from tablier.search.analysis import Analysis, Line
from tablier.search.evaluation.base import Evaluation


def info(match: Match[Any, Any], found: Analysis, line: Line, number: int = 1) -> str:
    """The `info` command for one line of an analysis."""
    milliseconds = round(1000 * found.seconds)
    speed = round(found.nodes / found.seconds) if found.seconds else 0
    return " ".join(
        [
            f"info depth {found.depth} seldepth {max(found.reached, found.depth)} multipv {number} score {_score(line)}",
            f"nodes {found.nodes} nps {speed} hashfull {found.table_permille} time {milliseconds} pv",
            *line_to_uci(match.game, match.position, line.moves),
        ]
    )


def _score(line: Line) -> str:
    """The score in hundredths of a piece, or the player's moves to a forced end."""
    if line.ends_in is None:
        return f"cp {line.score}"
    moves = (abs(line.ends_in) + 1) // 2
    return f"mate {moves if line.ends_in > 0 else -moves}"


def describe_position(match: Match[Any, Any]) -> Iterator[str]:
    """The board as text, the position as `position fen` takes it, its key, and its legal moves or how the game ended."""
    from tablier.render.text import draw_board  # needs the packages of the terminal

    rules, pos = match.game, match.position
    written = rules.dump(pos)
    yield from draw_board(rules, rules.scene(pos), ascii_only=True).plain.split("\n")
    yield f"Fen: {written}"
    yield f"Key: {kernel_of(rules, written).hash:016X}"
    if match.outcome is None:
        yield " ".join(["Moves:", *sorted(to_uci(rules, pos, move) for move in match.legal())])
    else:
        yield f"Ended: {match.outcome.because.text.en}"


def describe_evaluation(match: Match[Any, Any], evaluation: Evaluation) -> Iterator[str]:
    """The evaluation without search, in pieces, for the player to move, and the features that it is made of."""
    rules = match.game
    twin = kernel_of(rules, rules.dump(match.position))
    weights = evaluation.weights
    for name, count in evaluation.counts(twin).items():
        if count:
            yield f"{name}: {count:g} x {weights[name]:g} = {count * weights[name] / 100:+.2f}"
    yield f"Evaluation: {evaluation.score(twin) / 100:+.2f} (side to move)"

"""Counting move sequences: the classic way to compare two implementations of the same rules."""

from tablier.core.game import Game
from tablier.core.play import M, P


def perft(game: Game[P, M], pos: P, depth: int) -> int:
    """The number of move sequences of this length; a finished game has none, and dice count like moves."""
    if depth == 0:
        return 1
    moves = game.legal(pos)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(pos, move).after, depth - 1) for move in moves)


def divide(game: Game[P, M], pos: P, depth: int) -> dict[str, int]:
    """The count behind each first move."""
    return {game.write(pos, move): perft(game, game.apply(pos, move).after, depth - 1) for move in game.legal(pos)}

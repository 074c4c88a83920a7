"""Which positions are the same puzzle: turned, mirrored, or with the colours exchanged."""

from typing import Any

from tablier.games import AnyGame

Standing = tuple[tuple[int, ...], ...]
"""Of each token its column and row, whose it is, which piece, and its number; sorted."""


def likeness(game: AnyGame, pos: Any) -> Standing:
    """A value that positions share when one is the other turned or mirrored, seen by the player to act.

    A game need not have all these symmetries: two positions that only look alike then count as one puzzle.
    """
    actor = game.actor(pos)
    ranks = _ranks(game)
    cells = {cell.name: cell for cell in game.board.cells}
    seats = len(game.seats)
    width, height = game.board.width - 1, game.board.height - 1
    tokens = []
    for name, token in game.scene(pos).tokens.items():
        seat, rank = ranks[token.piece]
        relative = (seat - actor) % seats if seat is not None and isinstance(actor, int) else -1
        tokens.append((cells[name].x, cells[name].y, relative, rank, token.value))
    turned = [
        tuple(sorted((y if across else x, x if across else y, *rest) for x, y, *rest in _mirrored(tokens, width, height, left, down)))
        for across in (False, True)
        for left in (False, True)
        for down in (False, True)
    ]
    return min(turned)


def _mirrored(tokens: list[tuple[int, int, int, int, int]], width: int, height: int, left: bool, down: bool) -> list[tuple[int, ...]]:
    return [(width - x if left else x, height - y if down else y, *rest) for x, y, *rest in tokens]


def _ranks(game: AnyGame) -> dict[str, tuple[int | None, int]]:
    """The seat of each piece and its number among the pieces of that seat: twins of two colours have the same number."""
    counted: dict[int | None, int] = {}
    ranks = {}
    for piece in game.pieces:
        ranks[piece.id] = (piece.seat, counted.get(piece.seat, 0))
        counted[piece.seat] = counted.get(piece.seat, 0) + 1
    return ranks

"""The positions that the pages of a game show: its opening, the game that plays itself, and the examples of its clauses."""

from collections.abc import Iterator

from tablier.api.http import KnownPosition, PositionRequest
from tablier.api.showcase import showcase_of
from tablier.games import AnyGame
from tablier.server.positions.questions import position_view


def known_positions(game: AnyGame) -> tuple[KnownPosition, ...]:
    """Each of them once, with the request that a page would send."""
    return tuple(KnownPosition(asked, position_view(asked)) for asked in _requests(game))


def _requests(game: AnyGame) -> Iterator[PositionRequest]:
    name = game.info.id
    yield PositionRequest(name)
    if moves := showcase_of(name).moves:
        yield PositionRequest(name, moves=moves)
    for clause in game.clauses:
        for example in clause.examples:
            yield PositionRequest(name, dict(example.options), example.position or None, tuple(example.moves.split()))

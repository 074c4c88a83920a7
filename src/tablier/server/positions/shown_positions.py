"""The positions that the pages of a game show: its opening, the game that plays itself, and the examples of its clauses."""

from collections.abc import Iterator

import msgspec

from tablier.api.http import PositionRequest, ShownPosition
from tablier.games import AnyGame
from tablier.server.positions.questions import position_view


def shown_positions(game: AnyGame) -> tuple[ShownPosition, ...]:
    """Each of them once, with the request that a page would send."""
    asked = {msgspec.json.encode(one): one for one in _requests(game)}
    return tuple(ShownPosition(one, position_view(one)) for one in asked.values())


def _requests(game: AnyGame) -> Iterator[PositionRequest]:
    name = game.info.id
    yield PositionRequest(name)
    if moves := game.showcase.moves:
        yield PositionRequest(name, moves=moves)
    for clause in game.clauses:
        for example in clause.examples:
            moves = tuple(example.moves.split())
            for played in (moves[:-1], moves):  # a lesson begins before the last move
                yield PositionRequest(name, dict(example.options), example.position or None, played)

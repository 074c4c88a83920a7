"""Whole games analysed: a line of moves, or the game of a finished table, whose analysis is kept and shared by all who see the table."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from tablier.api.analysis import GameAnalysis, GameAnalysisRequest, GameOutline, MoveReview
from tablier.api.game_line import GameLine, line_of
from tablier.api.http import ErrorBody
from tablier.core.text import Text
from tablier.server.engines.game_analysis import GameAnalyst, GameReview, MoveReviews
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routes.analysis import MAX_MOVES
from tablier.server.http.routes.tables import find_visible
from tablier.server.http.routing import Call, Endpoint
from tablier.server.positions.questions import outline_game
from tablier.server.positions.service import PositionService
from tablier.server.storage.database import Database
from tablier.server.tables.rated_help import check_no_help
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.state import Table

NOT_OVER = Text("La partie n'est pas finie.", "The game is not over.")
NO_MOVES = Text("Il n'y a pas de coup à juger.", "There is no move to judge.")
TOO_LONG = Text(f"Au plus {MAX_MOVES} coups.", f"At most {MAX_MOVES} moves.")


async def analyse_line(
    call: Call, asked: GameAnalysisRequest, positions: PositionService, analyst: GameAnalyst, registry: TableRegistry, database: Database
) -> StreamingResponse:
    """Judge all moves of a game, the last ones first. The response is lines of JSON: an outline, then a review for each ply. Closing the
    connection stops it; `known` goes on where an earlier one stopped."""
    if len(asked.moves) > MAX_MOVES:
        raise Problem(413, "too_long", TOO_LONG)
    if not asked.moves:
        raise Problem(422, "bad_request", NO_MOVES)
    await check_no_help(database, registry, call.who.player, asked.game, asked.position, asked.moves)
    question = positions.ask(asker_of(call), outline_game, msgspec.json.encode(asked))
    line = msgspec.json.decode(await while_connected(call, question), type=GameLine)
    return _ReviewResponse(line.outline, analyst.start(call.who.player.id, line, known=asked.known))


async def analyse_table(call: Call, registry: TableRegistry, analyst: GameAnalyst) -> StreamingResponse:
    """Judge all moves of a finished table: lines of JSON as for any game. What is found is kept, and what was kept comes first."""
    table = await _finished(call, registry)
    line = _line(table)
    return _ReviewResponse(line.outline, analyst.start(call.who.player.id, line, table=table.id))


async def show_analysis(call: Call, registry: TableRegistry, reviews: MoveReviews) -> GameAnalysis:
    """What is kept of the analysis of a finished table."""
    table = await _finished(call, registry)
    kept = await reviews.read(table.id)
    return GameAnalysis(_line(table).outline, tuple(kept[ply] for ply in sorted(kept)))


async def _finished(call: Call, registry: TableRegistry) -> Table:
    table = (await find_visible(call, registry)).table
    if table.match.outcome is None:
        raise Problem(409, "not_over", NOT_OVER)
    return table


def _line(table: Table) -> GameLine:
    return line_of(table.match, dict(table.match.game.options))


class _ReviewResponse(StreamingResponse):
    """A stream of reviews that stops going through the game when it ends or is cancelled."""

    def __init__(self, outline: GameOutline, review: GameReview) -> None:
        super().__init__(_lines(outline, review), media_type="application/x-ndjson", headers={"X-Accel-Buffering": "no"})
        self.review = review

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await asyncio.shield(self.review.stop())


async def _lines(outline: GameOutline, review: GameReview) -> AsyncIterator[bytes]:
    yield msgspec.json.encode(outline) + b"\n"
    async for found in review.found():
        yield msgspec.json.encode(found) + b"\n"


_LINES = (GameOutline, MoveReview, ErrorBody)

ENDPOINTS = (
    Endpoint(
        "POST",
        "/analysis/game",
        "Judge all moves of a game: lines of JSON",
        analyse_line,
        body=GameAnalysisRequest,
        returns=_LINES,
        media="application/x-ndjson",
        cost=10,
    ),
    Endpoint(
        "POST",
        "/tables/{table}/analysis",
        "Judge all moves of a finished table, and keep what is found: lines of JSON",
        analyse_table,
        returns=_LINES,
        query=("code",),
        media="application/x-ndjson",
        cost=10,
    ),
    Endpoint(
        "GET", "/tables/{table}/analysis", "What is kept of the analysis of a table", show_analysis, returns=GameAnalysis, query=("code",)
    ),
)

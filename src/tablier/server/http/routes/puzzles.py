"""Puzzles: listed, drawn, by id, of the day; attempts are checked here and rated for accounts."""

import msgspec

from tablier.api.puzzles import (
    PuzzleAnswer,
    PuzzleAttempt,
    PuzzleGame,
    PuzzleQuestion,
    PuzzleSolution,
    PuzzleStanding,
    PuzzleTry,
    PuzzleView,
    puzzle_game,
    puzzle_view,
)
from tablier.core.text import Text
from tablier.puzzles.puzzle import Puzzle
from tablier.server.errors import Problem
from tablier.server.http.clients import asker_of, while_connected
from tablier.server.http.routing import Call, Endpoint
from tablier.server.people.puzzle_library import PuzzleLibrary
from tablier.server.people.puzzle_standings import PuzzleStandings, Rated
from tablier.server.positions.questions import solve_puzzle
from tablier.server.positions.service import PositionService

NO_MOVE = Text("Il faut les coups trouvés jusqu'ici, le nouveau en dernier.", "The moves found so far are needed, the new one last.")


async def list_puzzles(call: Call, library: PuzzleLibrary, standings: PuzzleStandings) -> list[PuzzleGame]:
    """The games that have puzzles, with their themes and the puzzle of the day."""
    mine = await _standings(call, standings)
    return [puzzle_game(found, library.daily(found.game).id, mine.get(found.game)) for found in library.games()]


async def next_puzzle(call: Call, library: PuzzleLibrary, standings: PuzzleStandings) -> PuzzleView:
    """A puzzle to solve, by theme or any; for an account one that it has not tried, near its rating."""
    game = call.path["game"]
    tried = await _tried(call, standings, game)
    mine = (await _standings(call, standings)).get(game)
    rating = mine.rating if mine is not None else None
    puzzle = library.next(game, call.query.get("theme", ""), tried, rating, call.query.get("after", ""))
    return await _view(call, library, standings, game, puzzle)


async def daily_puzzle(call: Call, library: PuzzleLibrary, standings: PuzzleStandings) -> PuzzleView:
    """The puzzle of the day, the same for everyone."""
    return await _view(call, library, standings, call.path["game"], library.daily(call.path["game"]))


async def show_history(call: Call, library: PuzzleLibrary, standings: PuzzleStandings) -> list[PuzzleTry]:
    """The puzzles of a game that your account has tried, the newest first; none without an account."""
    library.of(call.path["game"])
    return await standings.history(call.who.player.id, call.path["game"]) if call.who.account else []


async def show_puzzle(call: Call, library: PuzzleLibrary, standings: PuzzleStandings) -> PuzzleView:
    """One puzzle."""
    puzzle = library.find(call.path["game"], call.path["puzzle"])
    return await _view(call, library, standings, call.path["game"], puzzle)


async def attempt(
    call: Call, asked: PuzzleAttempt, library: PuzzleLibrary, standings: PuzzleStandings, positions: PositionService
) -> PuzzleAnswer:
    """Try a move, or ask for the solution. The first wrong move, or the last right one, is rated for an account, once for each puzzle."""
    game = call.path["game"]
    puzzle = library.find(game, call.path["puzzle"])
    if not asked.moves and not asked.give_up:
        raise Problem(422, "bad_request", NO_MOVE)
    right = not asked.give_up and asked.moves == puzzle.solver_moves[: len(asked.moves)]
    if right and len(asked.moves) < len(puzzle.solver_moves):
        return PuzzleAnswer(True, puzzle.moves[2 * len(asked.moves) - 1])
    rated = await standings.rate(call.who.player.id, game, puzzle, solved=right) if call.who.account else Rated(None, None)
    solution = await _solution(call, positions, game, puzzle) if right or asked.give_up else None
    return PuzzleAnswer(right, None, solution, rated.standing, rated.change)


async def _solution(call: Call, positions: PositionService, game: str, puzzle: Puzzle) -> PuzzleSolution:
    question = positions.ask(asker_of(call), solve_puzzle, msgspec.json.encode(PuzzleQuestion(game, puzzle.id)))
    return msgspec.json.decode(await while_connected(call, question), type=PuzzleSolution)


async def _view(call: Call, library: PuzzleLibrary, standings: PuzzleStandings, game: str, puzzle: Puzzle) -> PuzzleView:
    done = puzzle.id in await _tried(call, standings, game)
    return puzzle_view(library.of(game), puzzle, rating=await standings.rating_of(game, puzzle), done=done)


async def _standings(call: Call, standings: PuzzleStandings) -> dict[str, PuzzleStanding]:
    return await standings.read(call.who.player.id) if call.who.account else {}


async def _tried(call: Call, standings: PuzzleStandings, game: str) -> set[str]:
    return await standings.tried(call.who.player.id, game) if call.who.account else set()


ENDPOINTS = (
    Endpoint("GET", "/puzzles", "The games that have puzzles, and their themes", list_puzzles, returns=list[PuzzleGame], scope="read"),
    Endpoint(
        "GET",
        "/puzzles/{game}/next",
        "A puzzle to solve, by theme or any",
        next_puzzle,
        returns=PuzzleView,
        query=("theme", "after"),
        scope="read",
    ),
    Endpoint("GET", "/puzzles/{game}/daily", "The puzzle of the day", daily_puzzle, returns=PuzzleView, scope="read"),
    Endpoint("GET", "/puzzles/{game}/history", "The puzzles you have tried", show_history, returns=list[PuzzleTry], scope="read"),
    Endpoint("GET", "/puzzles/{game}/{puzzle}", "One puzzle", show_puzzle, returns=PuzzleView, scope="read"),
    Endpoint(
        "POST",
        "/puzzles/{game}/{puzzle}/attempts",
        "Try a move, or ask for the solution",
        attempt,
        body=PuzzleAttempt,
        returns=PuzzleAnswer,
        scope="play",
    ),
)

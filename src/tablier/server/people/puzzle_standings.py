"""How accounts stand with puzzles: a rating against those of the puzzles (Glicko-2), a streak, and what was tried."""

from typing import Any, NamedTuple

from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.puzzles import PuzzleStanding, PuzzleTry
from tablier.puzzles.puzzle import Puzzle
from tablier.server.people.ratings import Rating, after_pause, glicko2
from tablier.server.storage.database import Database
from tablier.server.storage.schema import players, puzzle_players, puzzle_ratings, puzzle_tries
from tablier.server.timestamps import now_ms

FIRST_DEVIATION = 150.0
"""Of a puzzle that was never tried: its rating is an estimate by searches."""
SMALLEST_DEVIATION = 60.0
"""Of a puzzle: many tries do not make its rating immovable."""
HISTORY = 200


class Rated(NamedTuple):
    """How the account stands now, and what the try did to its rating; None where it was not the first."""

    standing: PuzzleStanding | None
    change: int | None


class PuzzleStandings:
    """Stores the standings; rates the first try of each account at each puzzle."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def read(self, player: str) -> dict[str, PuzzleStanding]:
        """How a player stands, by game."""
        async with self.database.read() as connection:
            rows = await connection.execute(select(puzzle_players).where(puzzle_players.c.player == player))
            return {row.game: _standing(row) for row in rows}

    async def tried(self, player: str, game: str) -> set[str]:
        """The puzzles of a game that a player has tried."""
        wanted = select(puzzle_tries.c.puzzle).where(puzzle_tries.c.player == player, puzzle_tries.c.game == game)
        async with self.database.read() as connection:
            return {row.puzzle for row in await connection.execute(wanted)}

    async def history(self, player: str, game: str) -> list[PuzzleTry]:
        """The last puzzles that a player has tried, the newest first."""
        wanted = (
            select(puzzle_tries)
            .where(puzzle_tries.c.player == player, puzzle_tries.c.game == game)
            .order_by(puzzle_tries.c.at.desc(), puzzle_tries.c.puzzle)
            .limit(HISTORY)
        )
        async with self.database.read() as connection:
            return [PuzzleTry(row.puzzle, row.at, row.solved, round(row.after)) for row in await connection.execute(wanted)]

    async def rating_of(self, game: str, puzzle: Puzzle) -> int:
        """The rating of a puzzle."""
        async with self.database.read() as connection:
            return round((await _puzzle_rating(connection, game, puzzle))[0].value)

    async def rate(self, player: str, game: str, puzzle: Puzzle, *, solved: bool) -> Rated:
        """Rate a try; asked again for the same puzzle, it changes nothing."""
        async with self.database.write() as connection:
            await connection.execute(select(players.c.id).where(players.c.id == player).with_for_update())  # one try after another
            row = await _row(connection, player, game)
            here = (puzzle_tries.c.player == player, puzzle_tries.c.game == game, puzzle_tries.c.puzzle == puzzle.id)
            if (await connection.execute(select(puzzle_tries.c.at).where(*here))).first() is not None:
                return Rated(_standing(row) if row is not None else None, None)
            now = now_ms()
            before = after_pause(Rating(row.value, row.deviation, row.volatility), now - row.updated) if row is not None else Rating()
            theirs, known = await _puzzle_rating(connection, game, puzzle)
            after = glicko2(before, [(theirs, float(solved))])
            await _write_puzzle(connection, game, puzzle.id, glicko2(theirs, [(before, float(not solved))]), known=known)
            entry = {"player": player, "game": game, "puzzle": puzzle.id, "at": now, "solved": solved}
            await connection.execute(insert(puzzle_tries).values(**entry, before=before.value, after=after.value))
            await _write_standing(connection, player, game, row, after, solved=solved, now=now)
            fresh = await _row(connection, player, game)
            return Rated(_standing(fresh) if fresh is not None else None, round(after.value) - round(before.value))


def _standing(row: Row[Any]) -> PuzzleStanding:
    return PuzzleStanding(round(row.value), round(row.deviation), row.solved, row.failed, row.streak, row.best_streak)


async def _row(connection: AsyncConnection, player: str, game: str) -> Row[Any] | None:
    wanted = select(puzzle_players).where(puzzle_players.c.player == player, puzzle_players.c.game == game)
    return (await connection.execute(wanted)).first()


async def _puzzle_rating(connection: AsyncConnection, game: str, puzzle: Puzzle) -> tuple[Rating, bool]:
    """The rating of a puzzle, and whether it is stored."""
    wanted = select(puzzle_ratings).where(puzzle_ratings.c.game == game, puzzle_ratings.c.puzzle == puzzle.id)
    row = (await connection.execute(wanted.with_for_update())).first()
    if row is None:
        return Rating(float(puzzle.rating), FIRST_DEVIATION), False
    return Rating(row.value, row.deviation, row.volatility), True


async def _write_puzzle(connection: AsyncConnection, game: str, name: str, rating: Rating, *, known: bool) -> None:
    values = {"value": rating.value, "deviation": max(SMALLEST_DEVIATION, rating.deviation), "volatility": rating.volatility}
    if known:
        here = (puzzle_ratings.c.game == game, puzzle_ratings.c.puzzle == name)
        await connection.execute(update(puzzle_ratings).where(*here).values(values))
    else:
        await connection.execute(insert(puzzle_ratings).values(game=game, puzzle=name, **values))


async def _write_standing(
    connection: AsyncConnection, player: str, game: str, row: Row[Any] | None, rating: Rating, *, solved: bool, now: int
) -> None:
    streak = (row.streak if row is not None else 0) + 1 if solved else 0
    values = {
        "value": rating.value,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "solved": (row.solved if row is not None else 0) + solved,
        "failed": (row.failed if row is not None else 0) + (not solved),
        "streak": streak,
        "best_streak": max(streak, row.best_streak if row is not None else 0),
        "updated": now,
    }
    if row is None:
        await connection.execute(insert(puzzle_players).values(player=player, game=game, **values))
    else:
        here = (puzzle_players.c.player == player, puzzle_players.c.game == game)
        await connection.execute(update(puzzle_players).where(*here).values(values))

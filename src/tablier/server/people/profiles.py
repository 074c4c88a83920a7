"""Public profiles and leaderboards. Private tables show in neither."""

from sqlalchemy import Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablier.api.accounts import GameCount, LeaderboardRow, Profile, RatingPoint
from tablier.core.text import Text
from tablier.server.errors import Problem
from tablier.server.people.identity import account_player
from tablier.server.people.names import name_key, parse_name
from tablier.server.people.ratings import DAY, ESTABLISHED_DEVIATION, rating_views
from tablier.server.storage.schema import players, rating_changes, ratings, seats, tables
from tablier.server.timestamps import now_ms

LEADERBOARD_PAGE = 50
HISTORY_LENGTH = 100
ACTIVE = 365 * DAY
"""Milliseconds since the last game after which a player is not in the leaderboard."""


async def find_account(connection: AsyncConnection, name: str) -> Row[tuple[object, ...]]:
    """The row of the account of this name; raises a Problem (404) when there is none."""
    unknown = Problem(404, "unknown_player", Text("Il n'y a pas de joueur de ce nom.", "There is no player by this name."))
    try:
        key = name_key(parse_name(name))
    except Problem as bad_name:
        raise unknown from bad_name
    row = (await connection.execute(select(players).where(players.c.name_key == key))).first()
    if row is None:
        raise unknown
    return row


async def read_profile(connection: AsyncConnection, name: str) -> Profile:
    """The profile of the account of this name."""
    row = await find_account(connection, name)
    rated = await connection.execute(select(ratings).where(ratings.c.player == row.id).order_by(ratings.c.games.desc()))
    views = rating_views(rated.all())
    history = {view.game: await _rating_history(connection, row.id, view.game) for view in views}
    return Profile(account_player(row), row.created, views, await _count_games(connection, row.id), history)


async def read_leaderboard(connection: AsyncConnection, game: str, page: int) -> list[LeaderboardRow]:
    """The active players with an established rating, the strongest first."""
    wanted = (
        select(players, ratings.c.value, ratings.c.deviation, ratings.c.games)
        .join_from(ratings, players, players.c.id == ratings.c.player)
        .where(ratings.c.game == game, ratings.c.deviation <= ESTABLISHED_DEVIATION, ratings.c.updated > now_ms() - ACTIVE)
        .order_by(ratings.c.value.desc(), players.c.id)
        .offset(page * LEADERBOARD_PAGE)
        .limit(LEADERBOARD_PAGE)
    )
    rows = (await connection.execute(wanted)).all()
    return [
        LeaderboardRow(rank, account_player(row), round(row.value), round(row.deviation), row.games)
        for rank, row in enumerate(rows, page * LEADERBOARD_PAGE + 1)
    ]


async def _rating_history(connection: AsyncConnection, player: str, game: str) -> tuple[RatingPoint, ...]:
    wanted = (
        select(rating_changes.c.at, rating_changes.c.after)
        .where(rating_changes.c.player == player, rating_changes.c.game == game)
        .order_by(rating_changes.c.at.desc())
        .limit(HISTORY_LENGTH)
    )
    rows = (await connection.execute(wanted)).all()
    return tuple(RatingPoint(row.at, round(row.after)) for row in reversed(rows))


async def _count_games(connection: AsyncConnection, player: str) -> tuple[GameCount, ...]:
    """Finished public games by result; not those in which the player held several seats, or that began in a given position."""
    other = seats.alias("other")
    wanted = (
        select(tables.c.game, seats.c.seat, tables.c.ranks, func.count().label("many"))
        .join_from(seats, tables, tables.c.id == seats.c.table)
        .where(
            seats.c.player == player,
            tables.c.state == "over",
            tables.c.private.is_(False),
            tables.c.from_position.is_(False),
            tables.c.ranks.is_not(None),
            ~select(other.c.seat).where(other.c.table == seats.c.table, other.c.player == player, other.c.seat != seats.c.seat).exists(),
        )
        .group_by(tables.c.game, seats.c.seat, tables.c.ranks)
    )
    found: dict[str, list[int]] = {}
    for row in await connection.execute(wanted):
        won_drawn_lost = found.setdefault(row.game, [0, 0, 0])
        won_drawn_lost[_result(row.ranks, row.seat)] += row.many
    return tuple(GameCount(game, sum(results), *results) for game, results in sorted(found.items()))


def _result(ranks: str, seat: int) -> int:
    """0 for a win, 1 for a draw, 2 for a loss."""
    placed = [int(rank) for rank in ranks.split("-")]
    if len(set(placed)) == 1:
        return 1
    return 0 if placed[seat] == 1 else 2
